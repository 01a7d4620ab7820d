import type { Database } from '../../platform/database/database.ts';

/** There is nothing to look at. */
export class NoLedger extends Error {
  override name = 'NoLedger';
}

/**
 * For commands. Opening would make the ledger where there is none, and a new one says nothing of what was there.
 * @throws NoLedger, one line
 */
export async function assertLedger(database: Database): Promise<void> {
  const table = await database.row<{ there: boolean }>(
    `select to_regclass('ledger_organisation') is not null as there`,
  );
  const row =
    table?.there === true
      ? await database.row<{ made: boolean }>('select exists (select from ledger_organisation) as made')
      : null;
  if (row?.made !== true) throw new NoLedger('There is no ledger in this database.');
}
