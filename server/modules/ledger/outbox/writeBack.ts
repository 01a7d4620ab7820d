import type { ClientBase } from 'pg';
import type { Delivery } from './delivery.ts';
import { LOG_LOTS } from '../../../platform/change-feed/eventLogSql.ts';
import { LOCK_LEDGER_COLUMNS, setLedgerColumns } from '../../lots/ledgerColumns.ts';
import type { StoredRow } from '../../../platform/database/tableRow.ts';

/** Runs work in a transaction of a connection that the caller holds. */
async function inTransaction<T>(client: ClientBase, work: () => Promise<T>): Promise<T> {
  await client.query('begin');
  try {
    const answer = await work();
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

/**
 * Writes the results of a batch to the outbox, the lots and the event log, in one transaction and without a query per
 * row. Only changed rows get an event: writing the same result twice adds nothing.
 * @returns whether anything changed
 */
export async function writeBack(client: ClientBase, lotIds: readonly string[], delivery: Delivery): Promise<boolean> {
  const { recorded, failed } = delivery;
  if (recorded.length === 0 && failed.length === 0) return false;
  return inTransaction(client, async () => {
    await lockLots(client, lotIds);
    const marked = await client.query<StoredRow<'ledger_outbox', 'lot_id'>>(
      `update ledger_outbox o
       set state = 'recorded', tx_id = r.tx_id, block_number = r.block_number, signature = r.signature,
         recorded_at = r.recorded_at, failure_code = null, failure_text = null
       from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[])
         as r (event_id, tx_id, block_number, signature, recorded_at)
       where o.event_id = r.event_id and o.state <> 'recorded'
       returning o.lot_id`,
      [
        recorded.map(({ eventId }) => eventId),
        recorded.map(({ transactionId }) => transactionId),
        recorded.map(({ blockNumber }) => blockNumber),
        recorded.map(({ signature }) => signature),
        recorded.map(({ recordedAt }) => recordedAt.toISOString()),
      ],
    );
    const refused = await client.query<StoredRow<'ledger_outbox', 'lot_id'>>(
      `update ledger_outbox o set state = 'failed', failure_code = f.code, failure_text = f.text
       from unnest($1::text[], $2::text[], $3::text[]) as f (event_id, code, text)
       where o.event_id = f.event_id and o.state = 'pending'
       returning o.lot_id`,
      [
        failed.map(({ eventId }) => eventId),
        failed.map(({ code }) => code),
        failed.map(({ text }) => text.slice(0, 500)),
      ],
    );
    const failedLots = [...new Set(refused.rows.map((row) => row.lot_id))];
    const recordedLots = [...new Set(marked.rows.map((row) => row.lot_id))].filter((id) => !failedLots.includes(id));
    await refreshLots(client, [...recordedLots, ...failedLots]);
    await logLots(client, 'recorded', recordedLots);
    await logLots(client, 'ledger-failed', failedLots);
    return recordedLots.length + failedLots.length > 0;
  });
}

/**
 * Locks the lots, so that an event which is being added to one of them is either seen by the following statements or
 * comes after them. Foreign-key checks of others continue.
 */
async function lockLots(client: ClientBase, lotIds: readonly string[]): Promise<void> {
  await client.query(LOCK_LEDGER_COLUMNS, [[...new Set(lotIds)]]);
}

/** Sets the ledger columns of lots from their outbox rows; `version` and `updated_at` stay, because this is no edit. */
export async function refreshLots(client: ClientBase, lotIds: readonly string[]): Promise<void> {
  await client.query(
    setLedgerColumns(`
     select touched.id, case
         when waiting.failed then 'failed' when waiting.lot_id is not null then 'pending' else 'recorded' end as status,
       newest.tx_id, newest.signature, newest.block_number, newest.recorded_at
     from unnest($1::uuid[]) as touched (id)
     left join (
       select lot_id, bool_or(state = 'failed') as failed from ledger_outbox
       where lot_id = any($1::uuid[]) and state <> 'recorded' group by lot_id
     ) waiting on waiting.lot_id = touched.id
     left join (
       select distinct on (lot_id) lot_id, tx_id, signature, block_number, recorded_at from ledger_outbox
       where lot_id = any($1::uuid[]) and state = 'recorded' order by lot_id, seq desc
     ) newest on newest.lot_id = touched.id`),
    [lotIds],
  );
}

/** One row of `event_log` for each lot. */
async function logLots(client: ClientBase, kind: string, lotIds: readonly string[]): Promise<void> {
  if (lotIds.length === 0) return;
  await client.query(LOG_LOTS, [kind, lotIds]);
}
