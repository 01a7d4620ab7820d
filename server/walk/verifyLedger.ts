import { readConfig } from '../config.ts';
import type { Database } from '../database/database.ts';
import { commandFailure, withCommandDatabase } from '../database/embedded/commandDatabase.ts';
import { openingSecret } from '../seals/keptSecret.ts';
import { walkDatabase } from './walkDatabase.ts';
import { LedgerAway } from '../ledger/ledger.ts';
import { assertLedger, NoLedger } from '../ledger/embedded/assertLedger.ts';
import type { ChainReport } from '../ledger/embedded/chainCheck.ts';
import { EmbeddedLedger, LedgerKeysSealed } from '../ledger/embedded/embeddedLedger.ts';
import { HeadFile } from '../ledger/heads/headFile.ts';

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
    const report = await ledger.verifyChain();
    if (report.broken.length > 0) {
      process.stderr.write(`${brokenText(report)}\n`);
      return 1;
    }
    const fault = await ledger.verifyHeads();
    if (fault !== null) {
      process.stderr.write(`The ledger does not check out: ${fault}.\n`);
      return 1;
    }
    const walk = await walkDatabase(database, await openingSecret(config, database.url), ledger);
    const [first] = walk?.findings ?? [];
    if (walk !== null && first !== undefined) {
      const others = walk.faults === 1 ? '' : `; ${walk.faults - 1} more`;
      process.stderr.write(`The tables do not fit the ledger: ${first.table} ${first.row} ${first.fault}${others}.\n`);
      return 1;
    }
    const lots = walk === null ? '' : `, ${walk.lots} lots and all that is kept of them fit it`;
    process.stdout.write(`The ledger checks out: ${report.checked} blocks, ${await newestBlock(database)}${lots}.\n`);
    return 0;
  });
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
