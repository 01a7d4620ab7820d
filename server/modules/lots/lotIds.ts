import type { Database } from '../../platform/database/database.ts';

/** Those of some lot ids that a lot has, or had. */
export async function takenLotIds(
  database: Pick<Database, 'rows'>,
  lotIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await database.rows<{ lotId: string }>(
    'select lot_id as "lotId" from lot where lot_id = any($1::text[])',
    [lotIds],
  );
  return new Set(rows.map(({ lotId }) => lotId));
}
