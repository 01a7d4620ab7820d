import type { Rows } from '../../platform/database/rows.ts';
import type { StatusSource } from '../../domain/forest/statusCodes.ts';

/** Who gave a lot its present deforestation status, and when. */
export interface StatusDecision {
  by: StatusSource;
  at: Date;
}

/** The event that gave a lot its present status; `lot` is an expression for the lot's UUID, written by us. */
const newestOf = (columns: string, lot: string): string => `select ${columns} from lot_event
  where lot_id = ${lot} and content::json -> 'set' ->> 'deforestationStatus' is not null order by seq desc limit 1`;
const NEWEST = newestOf('type, at', '$1');
const BY: Record<string, StatusSource> = { satellite: 'check', reviewed: 'person' };

/** An SQL expression for the source of the status of the lot `l`: a `StatusSource`. */
export const STATUS_SOURCE_SQL = `coalesce((${newestOf(
  `case type ${Object.entries(BY)
    .map(([type, source]) => `when '${type}' then '${source}'`)
    .join(' ')} end`,
  'l.id',
)}), 'nobody')`;

/** @param lotId the lot's UUID */
export async function statusDecision(rows: Rows, lotId: string): Promise<StatusDecision | null> {
  const newest = await rows.row<{ type: string; at: Date }>(NEWEST, [lotId]);
  return newest === null ? null : { by: BY[newest.type] ?? 'nobody', at: newest.at };
}
