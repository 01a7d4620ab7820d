import type { Database } from '../../../platform/database/database.ts';
import { LOT_EVENTS, LOT_IDS } from '../../lots/lotViews.ts';

/** An event that the ledger refused, as in the queue. */
export interface RefusedEvent {
  /** 32 hex digits */
  id: string;
  lotId: string;
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

/** The events that the ledger refused, first ones first. Every lot has one at most: the later ones wait. */
export async function refusedEvents(
  database: Pick<Database, 'row' | 'rows'>,
  page: { limit: number; offset: number },
): Promise<{ events: RefusedEvent[]; total: number }> {
  const [events, total] = await Promise.all([
    database.rows<RefusedEvent>(
      `select o.event_id as id, l.lot_id as "lotId", o.seq as sequence, e.type, e.at, coalesce(o.failure_code, '') as code,
         coalesce(o.failure_text, '') as text,
         (select count(*)::int from ledger_outbox w where w.lot_id = o.lot_id and w.state = 'pending') as waiting
       from ledger_outbox o join ${LOT_EVENTS} e using (event_id) join ${LOT_IDS} l on l.id = o.lot_id
       where o.state = 'failed' order by o.position limit $1 offset $2`,
      [page.limit, page.offset],
    ),
    database.row<{ total: number }>(`select count(*)::int as total from ledger_outbox where state = 'failed'`),
  ]);
  return { events, total: total?.total ?? 0 };
}
