import type { ClientBase } from 'pg';
import type { LedgerEvent } from '../ledger.ts';

/** An event of the outbox whose turn it is. */
export interface WaitingEvent extends LedgerEvent {
  /** the lot's UUID */
  lotId: string;
  /** deliveries that found the ledger away */
  attempts: number;
}

/**
 * The oldest events whose turn it is, in order per lot: no earlier event of the lot has failed, or waits for a later
 * try, or stands behind in the queue. Several events of one lot may come together.
 * @param now null: the database's own clock
 */
export async function waitingEvents(client: ClientBase, limit: number, now: Date | null): Promise<WaitingEvent[]> {
  const { rows } = await client.query<WaitingEvent>(
    `select o.event_id as "eventId", l.lot_key as "lotKey", o.seq, e.content, o.lot_id as "lotId", o.attempts
     from ledger_outbox o
     join lot_event e on e.event_id = o.event_id
     join lot l on l.id = o.lot_id
     where o.state = 'pending' and o.next_attempt_at <= coalesce($2::timestamptz, now())
       and not exists (
         select from ledger_outbox earlier
         where earlier.lot_id = o.lot_id and earlier.seq < o.seq and earlier.state <> 'recorded'
           and (earlier.state = 'failed' or earlier.next_attempt_at > coalesce($2::timestamptz, now())
                or earlier.position > o.position)
       )
     order by o.position
     limit $1`,
    [limit, now?.toISOString() ?? null],
  );
  return rows;
}
