import type { Database } from '../../../platform/database/database.ts';
import type { RegisterContent } from '../../../domain/ledger/content.ts';
import { readRegisterContent } from '../../../domain/ledger/register.ts';
import type { Finding } from '../../../domain/ledger/finding.ts';
import type { Ledger } from '../../../domain/ledger/ledger.ts';
import { registerFacts, type Register, type RegisterRow } from './register.ts';

/**
 * Checks the register chain: as the ledger holds it, and the database's rows.
 * @returns what does not match, and the contents that the ledger holds
 * @throws LedgerAway
 */
export async function checkRegister(
  database: Database,
  ledger: Pick<Ledger, 'readLot'>,
  register: Register,
): Promise<{ findings: Finding[]; contents: RegisterContent[] }> {
  const findings: Finding[] = [];
  const found = (row: string, fault: string): void => void findings.push({ table: 'register_event', row, fault });
  const rows = await database.rows<RegisterRow>('select * from register_event order by seq');
  const chain = await ledger.readLot(await register.key());
  const recorded = new Map(chain.entries.map((entry) => [entry.eventId, entry]));
  for (const number of chain.brokenBlocks) found(`block ${number}`, 'does not check out');
  for (const seq of chain.missing) found(String(seq), 'is counted by the ledger, which cannot show it');
  for (const row of rows) {
    const entry = recorded.get(row.event_id);
    recorded.delete(row.event_id);
    if (!database.seals.check('register-event', row.event_id, registerFacts(row), row.seal)) {
      found(String(row.seq), 'was changed, or was not made by this program');
    } else if (entry === undefined) {
      if (row.recorded_at !== null) found(String(row.seq), 'was recorded, and the ledger does not hold it');
    } else if (!entry.transactionValid || !entry.blockValid || entry.content !== row.content) {
      found(String(row.seq), 'is not what the ledger holds');
    }
  }
  for (const { seq } of recorded.values()) found(String(seq), 'stands on the ledger, and the database lacks it');
  const contents = chain.entries
    .filter(({ transactionValid, blockValid }) => transactionValid && blockValid)
    .map(({ content }) => readRegisterContent(content))
    .filter((content) => content !== null);
  return { findings, contents };
}
