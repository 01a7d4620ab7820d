import type { ClientBase } from 'pg';
import type { LedgerEvent } from '../../../domain/ledger/ledger.ts';
import { transferOf } from '../../../domain/ledger/judge.ts';
import { pause } from '../../../platform/concurrency/pause.ts';
import type { RowSigner } from '../../../platform/row-signatures/rowSigner.ts';
import { consignmentEventFacts, type ConsignmentEventRow } from '../../consignments/consignmentEventSeal.ts';
import { CONSIGNMENT_EVENTS, CONSIGNMENT_IDS } from '../../consignments/consignmentViews.ts';
import { lotEventFacts, LOT_EVENT_COLUMNS, type LotEventRow } from '../../lots/lotEventSeal.ts';
import { LOT_EVENTS, LOT_IDS } from '../../lots/lotViews.ts';

/** An event of the outbox that is due. */
export interface WaitingEvent extends LedgerEvent {
  /** the lot's UUID; null for an event of a consignment */
  lotId: string | null;
  /** the consignment's UUID; null for an event of a lot */
  consignmentId: string | null;
  /** events with the same one are recorded together, or none of them; null: alone */
  transfer: string | null;
  /** deliveries that found the ledger away */
  attempts: number;
  /** its seal stands for it: without one it was not written by the program, and is never recorded */
  sealed: boolean;
}

/** A row of the queue. */
interface QueuedRow {
  eventId: string;
  lotId: string | null;
  consignmentId: string | null;
  seq: number;
  transfer: string | null;
  attempts: number;
}

/** SQL: the next try lies so far ahead that the program cannot have set it; the clocks of several servers may differ. */
const isTooFar = (row: string): string => `${row}.next_attempt_at > clock.now + make_interval(secs => $3, mins => 5)`;

/** SQL: an event that is not recorded yet keeps later ones of its chain waiting: it failed, is postponed, or is queued behind. */
const isBlocking = (earlier: string, later: string): string =>
  `(${earlier}.state = 'failed' or ${earlier}.next_attempt_at > clock.now and not ${isTooFar(earlier)}
    or ${earlier}.position > ${later}.position)`;

/**
 * Transfers that wait: an event of theirs, or an earlier one of one of their chains, is blocking or is of such a transfer
 * itself.
 */
const BLOCKED = `
  select distinct o.transfer from ledger_outbox o cross join clock
    join ledger_outbox earlier on earlier.chain = o.chain and earlier.seq <= o.seq and earlier.state <> 'recorded'
  where o.transfer is not null and o.state <> 'recorded' and ${isBlocking('earlier', 'o')}
  union
  select o.transfer from blocked b
    join ledger_outbox of_it on of_it.transfer = b.transfer and of_it.state <> 'recorded'
    join ledger_outbox o on o.chain = of_it.chain and o.seq > of_it.seq and o.state <> 'recorded' and o.transfer is not null`;

const QUEUED = `
  with recursive clock as (select coalesce($2::timestamptz, now()) as now),
  blocked as (${BLOCKED}),
  chosen as (
    select o.event_id, o.transfer from ledger_outbox o cross join clock
    where o.state = 'pending' and (o.next_attempt_at <= clock.now or ${isTooFar('o')})
      and (o.transfer is null or o.transfer not in (select transfer from blocked))
      and not exists (
        select from ledger_outbox earlier
        where earlier.chain = o.chain and earlier.seq < o.seq and earlier.state <> 'recorded'
          and (${isBlocking('earlier', 'o')} or earlier.transfer in (select transfer from blocked))
      )
    order by o.position
    limit $1
  )
  select o.event_id as "eventId", o.lot_id as "lotId", o.consignment_id as "consignmentId", o.seq, o.transfer, o.attempts
  from ledger_outbox o
  where o.event_id in (select event_id from chosen)
    or o.state = 'pending' and o.transfer in (select transfer from chosen where transfer is not null)
  order by o.position`;

/**
 * The oldest due events, in order per chain: no earlier event of the chain has failed, is postponed, or is queued behind.
 * Several events of one chain may come together. All events of a transfer come, or none; with them there may be more than
 * the limit.
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
  const { rows } = await client.query<QueuedRow>(QUEUED, [limit, now?.toISOString() ?? null, longestPauseMs / 1_000]);
  return read(client, seals, rows);
}

/** A stored event with its chain's key, and whether it is the one that was queued. */
type Stored<Row> = Row & { key: string; content: string; seal: string | null; whole: boolean };

/** SQL: the content is that of its hash. */
const WHOLE = `e.content_hash = encode(sha256('\\x00'::bytea || convert_to(e.content, 'UTF8')), 'hex') as whole`;

async function read(client: ClientBase, seals: RowSigner, rows: readonly QueuedRow[]): Promise<WaitingEvent[]> {
  const ids = (of: 'lotId' | 'consignmentId'): string[] =>
    rows.filter((row) => row[of] !== null).map(({ eventId }) => eventId);
  const lots = await stored<LotEventRow>(
    client,
    `select ${LOT_EVENT_COLUMNS}, l.lot_key as key, e.content, e.seal, ${WHOLE}
     from ${LOT_EVENTS} e join ${LOT_IDS} l on l.id = e.lot_id where e.event_id = any($1::text[])`,
    ids('lotId'),
  );
  const consignments = await stored<ConsignmentEventRow>(
    client,
    `select e.event_id, e.consignment_id, e.seq, e.type, e.at, e.actor_id, e.key_id, e.actor_role, e.request_id,
       e.content_hash, c.consignment_key as key, e.content, e.seal, ${WHOLE}
     from ${CONSIGNMENT_EVENTS} e join ${CONSIGNMENT_IDS} c on c.id = e.consignment_id
     where e.event_id = any($1::text[])`,
    ids('consignmentId'),
  );
  const events: WaitingEvent[] = [];
  for (const row of rows) {
    await pause();
    const lot = lots.get(row.eventId);
    const consignment = consignments.get(row.eventId);
    const event = lot ?? consignment;
    if (event === undefined) continue;
    const { eventId, lotId, consignmentId, seq, transfer, attempts } = row;
    const { key, content, whole } = event;
    const sealed =
      whole &&
      event.seq === seq &&
      transferOf(content) === transfer &&
      (lot === undefined ||
        (lot.lot_id === lotId && seals.check('lot-event', eventId, lotEventFacts(lot), lot.seal))) &&
      (consignment === undefined ||
        (consignment.consignment_id === consignmentId &&
          seals.check('consignment-event', eventId, consignmentEventFacts(consignment), consignment.seal)));
    events.push({ eventId, lotKey: key, seq, content, lotId, consignmentId, transfer, attempts, sealed });
  }
  return events;
}

async function stored<Row extends { event_id: string }>(
  client: ClientBase,
  sql: string,
  ids: readonly string[],
): Promise<Map<string, Stored<Row>>> {
  if (ids.length === 0) return new Map();
  const { rows } = await client.query<Stored<Row>>(sql, [ids]);
  return new Map(rows.map((row) => [row.event_id, row]));
}
