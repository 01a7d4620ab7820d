import '../../platform/process/nodeVersion.ts';
import { readConfig } from '../../platform/config.ts';
import { commandFailure, withCommandDatabase } from '../../adapters/postgres-embedded/commandDatabase.ts';
import { openingSecret } from '../../platform/row-signatures/storedSecret.ts';
import { checkEmbedded } from './wholeEmbedded.ts';
import { LedgerAway } from '../../domain/ledger/ledger.ts';
import { assertLedger, NoLedger } from '../../adapters/ledger-embedded/assertLedger.ts';
import { EmbeddedLedger, LedgerKeysSealed } from '../../adapters/ledger-embedded/embeddedLedger.ts';
import { HeadFile } from '../../platform/checkpoints/headFile.ts';

/** Status: 0 all blocks check out, 1 one is broken, or the check could not be made. */
process.exitCode = await run().catch((error: unknown) => {
  const own = [NoLedger, LedgerAway, LedgerKeysSealed];
  process.stderr.write(`${commandFailure(error, 'The ledger could not be checked', own)}\n`);
  return 1;
});

/**
 * Checks every block, transaction and content of the embedded ledger, then lots, alerts, evidence, reports, accounts and the
 * audit table against it and their seals, and says in one line what came of it.
 */
async function run(): Promise<number> {
  const config = readConfig(process.env);
  return withCommandDatabase(config, async (database) => {
    await assertLedger(database);
    const ledger = await EmbeddedLedger.open({
      pool: database.pool,
      secret: await openingSecret(config, database.url),
      heads: { file: new HeadFile(config.headFile), readOnly: true },
    });
    const { sound, text } = await checkEmbedded(database, await openingSecret(config, database.url), ledger);
    (sound ? process.stdout : process.stderr).write(`${text}\n`);
    return sound ? 0 : 1;
  });
}
