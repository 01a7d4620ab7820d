import '../../platform/process/nodeVersion.ts';
import { authSecret, readConfig } from '../../platform/config.ts';
import { commandFailure, withCommandDatabase } from '../postgres-embedded/commandDatabase.ts';
import { LedgerAltered, LedgerAway } from '../../domain/ledger/ledger.ts';
import { assertLedger, NoLedger } from './assertLedger.ts';
import { EmbeddedLedger, LedgerKeysSealed } from './embeddedLedger.ts';
import { HeadFile } from '../../platform/checkpoints/headFile.ts';

/** Status: 0 the restored ledger is declared, or there was nothing to declare; 1 it could not be. */
process.exitCode = await run().catch((error: unknown) => {
  const own = [NoLedger, LedgerAltered, LedgerAway, LedgerKeysSealed];
  process.stderr.write(`${commandFailure(error, 'The ledger could not be declared as restored', own)}\n`);
  return 1;
});

/**
 * Declares that the ledger was restored from a backup: the stored head is no alarm any more, and the present one
 * replaces it.
 */
async function run(): Promise<number> {
  const config = readConfig(process.env);
  return withCommandDatabase(config, async (database) => {
    await assertLedger(database);
    const ledger = await EmbeddedLedger.open({
      pool: database.pool,
      secret: await authSecret(config),
      heads: { file: new HeadFile(config.headFile) },
    });
    try {
      const { broken } = await ledger.verifyChain();
      const [first] = broken;
      if (first !== undefined) {
        process.stderr.write(
          `Nothing is declared: the ledger does not check out, block ${first.number} is broken. Restore it first.\n`,
        );
        return 1;
      }
      const declared = await ledger.declareRestored();
      process.stdout.write(
        declared === null
          ? 'There is nothing to declare: the ledger holds all that was known of it.\n'
          : `The ledger is declared as restored, from ${declared.from.blocks} blocks to ${declared.to.blocks}.\n`,
      );
      return 0;
    } finally {
      await ledger.close();
    }
  });
}
