import { readConfig } from '../../config.ts';
import type { Database } from '../../database/database.ts';
import { commandFailure, withCommandDatabase } from '../../database/embedded/commandDatabase.ts';
import { openingSecret } from '../../seals/keptSecret.ts';
import { LedgerAway } from '../ledger.ts';
import type { ChainReport } from './chainCheck.ts';
import { EmbeddedLedger, LedgerKeysSealed } from './embeddedLedger.ts';

/** There is nothing to check. */
class NoLedger extends Error {
  override name = 'NoLedger';
}

/** Status: 0 all blocks check out, 1 one is broken, or the check could not be made. */
process.exitCode = await run().catch((error: unknown) => {
  const own = [NoLedger, LedgerAway, LedgerKeysSealed];
  process.stderr.write(`${commandFailure(error, 'The ledger could not be checked', own)}\n`);
  return 1;
});

/** Checks every block, transaction and content of the embedded ledger, and says in one line what came of it. */
async function run(): Promise<number> {
  const config = readConfig(process.env);
  return withCommandDatabase(config, async (database) => {
    await assertLedger(database);
    const ledger = await EmbeddedLedger.open({
      pool: database.pool,
      secret: await openingSecret(config, database.url),
    });
    const report = await ledger.verifyChain();
    if (report.broken.length > 0) {
      process.stderr.write(`${brokenText(report)}\n`);
      return 1;
    }
    process.stdout.write(`The ledger checks out: ${report.checked} blocks, ${await newestBlock(database)}.\n`);
    return 0;
  });
}

/** Opening would make the ledger where there is none, and a new one says nothing of what was there. @throws NoLedger */
async function assertLedger(database: Database): Promise<void> {
  const table = await database.row<{ there: boolean }>(
    `select to_regclass('ledger_organisation') is not null as there`,
  );
  const row =
    table?.there === true
      ? await database.row<{ made: boolean }>('select exists (select from ledger_organisation) as made')
      : null;
  if (row?.made !== true) throw new NoLedger('There is no ledger in this database.');
}

function brokenText({ broken }: ChainReport): string {
  const [first, ...more] = broken;
  const others = more.length === 0 ? '' : `; broken as well: ${more.map(({ number }) => number).join(', ')}`;
  return `The ledger does not check out: block ${first?.number} is broken (${first?.faults.join('; ')})${others}.`;
}

/** What to keep elsewhere: a ledger that was cut off later lacks this block. */
async function newestBlock(database: Database): Promise<string> {
  const newest = await database.row<{ number: number; hash: string }>(
    `select number, encode(header_hash, 'hex') as hash from ledger_block order by number desc limit 1`,
  );
  return `the newest is ${newest?.number} with header hash ${newest?.hash}`;
}
