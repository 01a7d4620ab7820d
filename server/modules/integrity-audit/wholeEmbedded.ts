import { pino } from 'pino';
import { Database } from '../../platform/database/database.ts';
import type { ChainReport } from '../../adapters/ledger-embedded/chainCheck.ts';
import type { EmbeddedLedger } from '../../adapters/ledger-embedded/embeddedLedger.ts';
import type { OwnLedger } from '../../domain/ledger/ledger.ts';
import { Register } from '../ledger/register/register.ts';
import { ComparedLots } from '../provenance/comparedLots.ts';
import { IntegrityAudit, type AuditRun } from './integrityAudit.ts';

/**
 * Checks every block, transaction and content of an embedded ledger, the head that was known of it, and then all tables against it.
 * @param secret opens the database's seals
 * @returns whether all of it checks out, and in one line what came of it
 * @throws LedgerAway
 */
export async function checkEmbedded(
  database: Database,
  secret: string,
  ledger: EmbeddedLedger,
): Promise<{ sound: boolean; text: string }> {
  const report = await ledger.verifyChain();
  if (report.broken.length > 0) return { sound: false, text: brokenText(report) };
  const fault = await ledger.verifyHeads();
  if (fault !== null) return { sound: false, text: `The ledger does not check out: ${fault}.` };
  const walk = await auditDatabase(database, secret, ledger);
  const [first] = walk?.findings ?? [];
  if (walk !== null && first !== undefined) {
    const others = walk.faults === 1 ? '' : `; ${walk.faults - 1} more`;
    const text = `The tables do not fit the ledger: ${first.table} ${first.row} ${first.fault}${others}.`;
    return { sound: false, text };
  }
  const lots = walk === null ? '' : `, ${walk.lots} lots and all that is kept of them fit it`;
  const text = `The ledger checks out: ${report.checked} blocks, ${await newestBlock(database)}${lots}.`;
  return { sound: true, text };
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

/**
 * Walks a database against its ledger without a server, with connections of its own.
 * @param command names the database
 * @returns what it came to; null for a database that no version that seals has started on yet
 * @throws LedgerAway
 */
export async function auditDatabase(command: Database, secret: string, ledger: OwnLedger): Promise<AuditRun | null> {
  const row = await command.row<{ sealed: boolean }>(`select to_regclass('register_event') is not null as sealed`);
  if (row?.sealed !== true || (await command.row('select 1 from seal_key limit 1')) === null) return null;
  const database = await Database.connect(command.url, { secret, poolSize: 4 });
  try {
    const lots = new ComparedLots({ database, ledger, newest: ledger });
    const walk = new IntegrityAudit({
      database,
      ledger,
      whole: ledger,
      register: new Register({ database, ledger }),
      compare: (ids) => lots.compare(ids),
      log: pino({ level: 'silent' }),
      // A command writes nothing on the ledger: the server hands the result over.
      delivers: false,
    });
    return await walk.run();
  } finally {
    await database.close();
  }
}
