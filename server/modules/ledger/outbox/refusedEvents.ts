import type { Database } from '../../../platform/database/database.ts';
import { CONSIGNMENT_EVENTS, CONSIGNMENT_IDS } from '../../consignments/consignmentViews.ts';
import { LOT_EVENTS, LOT_IDS } from '../../lots/lotViews.ts';

/** An event that the ledger refused, as in the queue. */
export interface RefusedEvent {
  /** 32 hex digits */
  id: string;
  /** empty for an event of a consignment */
  lotId: string;
  /** number of the consignment; null for an event of a lot */
  consignment: string | null;
  /** its place in the lot's chain, from 1 */
  sequence: number;
  /** its type: 'created', 'stage' and the like */
  type: string;
  /** when it happened */
  at: Date;
  /** the ledger's own code */
  code: string;
  /** the ledger's own words */
  text: string;
  /** later events of the lot, which wait for it */
  waiting: number;
}

/** SQL: the first of the events that were refused together: the others of its transfer say the same. */
const IS_FIRST = `(o.transfer is null or o.position = (
  select min(position) from ledger_outbox f where f.transfer = o.transfer and f.state = 'failed'))`;

/** The events that the ledger refused, first ones first. Every lot has one at most: the later ones wait. */
export async function refusedEvents(
  database: Pick<Database, 'row' | 'rows'>,
  page: { limit: number; offset: number },
): Promise<{ events: RefusedEvent[]; total: number }> {
  const [events, total] = await Promise.all([
    database.rows<RefusedEvent>(
      `select o.event_id as id, coalesce(l.lot_id, '') as "lotId", c.number as consignment, o.seq as sequence,
         coalesce(e.type, s.type, '') as type, coalesce(e.at, s.at, o.queued_at) as at,
         coalesce(o.failure_code, '') as code, coalesce(o.failure_text, '') as text,
         (select count(*)::int from ledger_outbox w where w.state = 'pending' and (w.chain = o.chain
           or w.chain in (select m.chain from ledger_outbox m where m.transfer = o.transfer))) as waiting
       from ledger_outbox o
         left join ${LOT_EVENTS} e on e.event_id = o.event_id left join ${LOT_IDS} l on l.id = o.lot_id
         left join ${CONSIGNMENT_EVENTS} s on s.event_id = o.event_id
         left join ${CONSIGNMENT_IDS} c on c.id = o.consignment_id
       where o.state = 'failed' and ${IS_FIRST} order by o.position limit $1 offset $2`,
      [page.limit, page.offset],
    ),
    database.row<{ total: number }>(
      `select count(*)::int as total from ledger_outbox o where o.state = 'failed' and ${IS_FIRST}`,
    ),
  ]);
  return { events, total: total?.total ?? 0 };
}
