import type { Rows } from '../database/database.ts';

/** Who gave a lot its present deforestation status, and when. */
export interface StatusDecision {
  /** a satellite check, a person who looked into a finding, or neither: a new lot, or a new place */
  by: 'check' | 'person' | 'nobody';
  at: Date;
}

const NEWEST = `select type, at from lot_event
  where lot_id = $1 and content::json -> 'set' ->> 'deforestationStatus' is not null order by seq desc limit 1`;
const BY: Record<string, StatusDecision['by']> = { satellite: 'check', reviewed: 'person' };

/** @param lotId the lot's UUID */
export async function statusDecision(rows: Rows, lotId: string): Promise<StatusDecision | null> {
  const newest = await rows.row<{ type: string; at: Date }>(NEWEST, [lotId]);
  return newest === null ? null : { by: BY[newest.type] ?? 'nobody', at: newest.at };
}
