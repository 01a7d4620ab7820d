import type { ClientBase } from 'pg';
import { pause } from '../../../platform/concurrency/pause.ts';
import { lotEventFacts, LOT_EVENT_COLUMNS, type LotEventRow } from '../../lots/lotEventSeal.ts';
import type { RowSigner } from '../../../platform/row-signatures/rowSigner.ts';
import type { LedgerEvent } from '../../../domain/ledger/ledger.ts';
import { LOT_EVENTS, LOT_IDS } from '../../lots/lotViews.ts';

/** An event of the outbox that is due. */
export interface WaitingEvent extends LedgerEvent {
  /** the lot's UUID */
  lotId: string;
  /** deliveries that found the ledger away */
  attempts: number;
  /** its seal stands for it: without one it was not written by the program, and is never recorded */
  sealed: boolean;
}

interface WaitingRow extends LotEventRow {
  lotKey: string;
  content: string;
  attempts: number;
  seal: string | null;
  /** the content matches its signed hash */
  whole: boolean;
}

/** SQL: the next try lies so far ahead that the program cannot have set it; the clocks of several servers may differ. */
const isTooFar = (row: 'o' | 'earlier'): string =>
  `${row}.next_attempt_at > clock.now + make_interval(secs => $3, mins => 5)`;

/**
 * The oldest due events, in order per lot: no earlier event of the lot has failed, is postponed, or is queued behind.
 * Several events of one lot may come together.
 * @param now null: the database's own clock
 * @param longestPauseMs between two tries: a next try that is further ahead was not set by the program, and is due
 */
export async function waitingEvents(
  client: ClientBase,
  seals: RowSigner,
  limit: number,
  now: Date | null,
  longestPauseMs: number,
): Promise<WaitingEvent[]> {
  const { rows } = await client.query<WaitingRow>(
    `select ${LOT_EVENT_COLUMNS}, l.lot_key as "lotKey", e.content, o.attempts, e.seal,
       e.content_hash = encode(sha256('\\x00'::bytea || convert_to(e.content, 'UTF8')), 'hex')
         and o.lot_id = e.lot_id and o.seq = e.seq as whole
     from ledger_outbox o
     join ${LOT_EVENTS} e on e.event_id = o.event_id
     join ${LOT_IDS} l on l.id = o.lot_id
     cross join (select coalesce($2::timestamptz, now()) as now) clock
     where o.state = 'pending' and (o.next_attempt_at <= clock.now or ${isTooFar('o')})
       and not exists (
         select from ledger_outbox earlier
         where earlier.lot_id = o.lot_id and earlier.seq < o.seq and earlier.state <> 'recorded'
           and (earlier.state = 'failed' or earlier.next_attempt_at > clock.now and not ${isTooFar('earlier')}
                or earlier.position > o.position)
       )
     order by o.position
     limit $1`,
    [limit, now?.toISOString() ?? null, longestPauseMs / 1_000],
  );
  const events: WaitingEvent[] = [];
  for (const row of rows) {
    await pause();
    events.push({
      eventId: row.event_id,
      lotKey: row.lotKey,
      seq: row.seq,
      content: row.content,
      lotId: row.lot_id,
      attempts: row.attempts,
      sealed: row.whole && seals.check('lot-event', row.event_id, lotEventFacts(row), row.seal),
    });
  }
  return events;
}
