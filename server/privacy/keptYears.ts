/** Farm, place, geometry and evidence are kept so long (decisions, 'Erasure'; Regulation (EU) 2023/1115, Article 9). */
export const KEPT_YEARS = 5;

/**
 * SQL for the time of a lot's last event that the trade or a person brought about. An erasure, and a re-check that the
 * program makes by itself month after month, do not keep a person's place for longer.
 * @param lot SQL of the lot's id
 */
export function lastTradeEvent(lot: string): string {
  return `(select max(e.at) from lot_event e where e.lot_id = ${lot} and e.type <> 'erased'
    and not (e.type = 'satellite' and e.actor_role = 'system'))`;
}
