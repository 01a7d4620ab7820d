import type { Database } from '../../platform/database/database.ts';
import { LOT_EVENTS, LOT_IDS } from '../lots/lotViews.ts';

/** Lots of one answer at most; beyond them a key is not found. */
const MOST_WALKED = 20_000;

/**
 * A lot and all lots that it was made of, nearest first, by what the `formed` events name: the same that its proof
 * names. Each is read once, whatever number of ways leads to it.
 */
const ANCESTORS = `
  with recursive ancestor (lot_key) as (
    select lot_key from ${LOT_IDS} root where root.id = $1
    union
    select input.key from ancestor
      join ${LOT_IDS} l on l.lot_key = ancestor.lot_key
      join ${LOT_EVENTS} e on e.lot_id = l.id and e.seq = 1 and e.type = 'formed'
      cross join lateral json_to_recordset(e.content::json #> '{formation,inputs}') as input (key text)
  )
  select lot_key as "lotKey" from ancestor`;

/** The keys of a lot and of the lots that it was made of, itself first; at most so many. */
export async function ancestorKeys(database: Database, lotUuid: string, most: number): Promise<string[]> {
  const rows = await database.rows<{ lotKey: string }>(`${ANCESTORS} limit ${most}`, [lotUuid]);
  return rows.map(({ lotKey }) => lotKey);
}

/** Whether a lot was made of the lot with a key, directly or over others. */
export async function hasAncestor(database: Database, lotUuid: string, lotKey: string): Promise<boolean> {
  const found = await database.row<{ lotKey: string }>(
    `select one."lotKey" from (${ANCESTORS} limit ${MOST_WALKED}) one where one."lotKey" = $2`,
    [lotUuid, lotKey],
  );
  return found !== null;
}
