import type { EntityManager } from '@mikro-orm/postgresql';
import { KEPT_YEARS } from '../../domain/privacy/retentionYears.ts';
import { LOT_EVENTS } from '../lots/lotViews.ts';

/**
 * SQL for the time of a lot's last event that the trade or a person brought about. An erasure, and a re-check that the
 * program makes by itself month after month, do not keep a person's place for longer.
 * @param lot SQL of the lot's id
 */
export function lastTradeEvent(lot: string): string {
  return `(select max(e.at) from ${LOT_EVENTS} e where e.lot_id = ${lot} and e.type <> 'erased'
    and not (e.type = 'satellite' and e.actor_role = 'system'))`;
}

/** The day until which farm, location, geometry and evidence of the last of these lots are kept; null without lots. */
export async function retainedUntil(em: EntityManager, lotIds: readonly string[]): Promise<string | null> {
  const [row]: { until: string | null }[] = await em.execute(
    `select to_char(max(${lastTradeEvent('lots.lot_id')} + interval '${KEPT_YEARS} years') at time zone 'UTC', 'YYYY-MM-DD') as until
     from (select value::uuid as lot_id from json_array_elements_text(?::json)) lots`,
    [JSON.stringify(lotIds)],
  );
  return row?.until ?? null;
}
