import { pino } from 'pino';
import { Database } from '../../platform/database/database.ts';
import type { OwnLedger } from '../../domain/ledger/ledger.ts';
import { Register } from '../ledger/register/register.ts';
import { ComparedLots } from '../provenance/comparedLots.ts';
import { IntegrityAudit, type AuditRun } from './integrityAudit.ts';

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
