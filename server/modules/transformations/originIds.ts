import type { Database } from '../../platform/database/database.ts';

/** Origin lots that are checked by satellite for one call about a derived lot: those with the largest shares. */
const MOST_CHECKED = 1_000;

/** UUIDs of the origin lots of a derived lot, largest shares first. */
export async function originIdsOf(database: Pick<Database, 'rows'>, lotUuid: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(
    `select origin_id as id from lot_origin where lot_id = $1 order by share desc, origin_id limit ${MOST_CHECKED}`,
    [lotUuid],
  );
  return rows.map(({ id }) => id);
}
