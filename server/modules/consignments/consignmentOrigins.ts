import type { Database } from '../../platform/database/database.ts';
import { ALL_LOTS } from '../lots/lotViews.ts';
import { LOT_LINE } from '../reports/lotsOfPeriod.ts';
import { ORIGINS_OF_LOT } from './consignmentReader.ts';

/** SQL of the ids of a consignment's origin lots, `$1`. */
export const ORIGIN_IDS = `select distinct o.origin_id as id from consignment_lot h join ${ALL_LOTS} l on l.id = h.lot_id
  cross join lateral ${ORIGINS_OF_LOT} o where h.consignment_id = $1`;
const ORIGIN_LINES = `select coalesce(json_agg(line), '[]')::text as text from (
  select ${LOT_LINE} from ${ALL_LOTS} l where l.id = any($1::uuid[]) order by l.harvest_date, l.lot_id) line`;

/** The origin lots of a consignment: derived lots are there by their origins. */
export async function originsOf(database: Pick<Database, 'rows'>, consignmentId: string): Promise<string[]> {
  const rows = await database.rows<{ id: string }>(ORIGIN_IDS, [consignmentId]);
  return rows.map(({ id }) => id);
}

/** Origin lots with their producers and plots, as JSON that `linesOf` reads, by harvest day. */
export async function originLines(database: Pick<Database, 'row'>, lotUuids: readonly string[]): Promise<string> {
  const row = await database.row<{ text: string }>(ORIGIN_LINES, [lotUuids]);
  return row?.text ?? '[]';
}
