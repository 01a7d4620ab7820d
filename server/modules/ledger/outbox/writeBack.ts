import type { ClientBase } from 'pg';
import type { Delivery } from './delivery.ts';
import { LOG_CONSIGNMENTS, LOG_LOTS } from '../../../platform/change-feed/eventLogSql.ts';
import {
  LOCK_CONSIGNMENT_LEDGER_COLUMNS,
  setConsignmentLedgerColumns,
} from '../../consignments/consignmentLedgerColumns.ts';
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

/** The chains of some events: lots and consignments, by UUID. */
interface Chains {
  lots: string[];
  consignments: string[];
}

type ChainRow = StoredRow<'ledger_outbox', 'lot_id' | 'consignment_id'>;

/** The lots and consignments that rows name, each once. */
export function chainsIn(rows: readonly { lotId: string | null; consignmentId: string | null }[]): Chains {
  return {
    lots: [...new Set(rows.flatMap(({ lotId }) => lotId ?? []))],
    consignments: [...new Set(rows.flatMap(({ consignmentId }) => consignmentId ?? []))],
  };
}

const named = ({ rows }: { rows: ChainRow[] }): Chains =>
  chainsIn(rows.map((row) => ({ lotId: row.lot_id, consignmentId: row.consignment_id })));

/**
 * Writes the results of a batch to the outbox, the lots, the consignments and the event log, in one transaction and
 * without a query per row. Only changed rows get an event: writing the same result twice adds nothing.
 * @param chains of the batch
 * @returns whether anything changed
 */
export async function writeBack(client: ClientBase, chains: Chains, delivery: Delivery): Promise<boolean> {
  const { recorded, failed } = delivery;
  if (recorded.length === 0 && failed.length === 0) return false;
  return inTransaction(client, async () => {
    // An event which is being added to a chain is either seen by the following statements or comes after them.
    // Foreign-key checks of others continue.
    await client.query(LOCK_CONSIGNMENT_LEDGER_COLUMNS, [chains.consignments]);
    await client.query(LOCK_LEDGER_COLUMNS, [chains.lots]);
    const marked = named(await markRecorded(client, recorded));
    const refused = named(await markFailed(client, failed));
    const without = (ids: readonly string[], gone: readonly string[]): string[] =>
      ids.filter((id) => !gone.includes(id));
    const whole = {
      lots: without(marked.lots, refused.lots),
      consignments: without(marked.consignments, refused.consignments),
    };
    await refreshChains(client, whole);
    await refreshChains(client, refused);
    await log(client, 'recorded', whole);
    await log(client, 'ledger-failed', refused);
    return [whole, refused].some(({ lots, consignments }) => lots.length + consignments.length > 0);
  });
}

async function markRecorded(client: ClientBase, recorded: Delivery['recorded']): Promise<{ rows: ChainRow[] }> {
  return client.query<ChainRow>(
    `update ledger_outbox o
     set state = 'recorded', tx_id = r.tx_id, block_number = r.block_number, signature = r.signature,
       recorded_at = r.recorded_at, failure_code = null, failure_text = null
     from unnest($1::text[], $2::text[], $3::bigint[], $4::text[], $5::timestamptz[])
       as r (event_id, tx_id, block_number, signature, recorded_at)
     where o.event_id = r.event_id and o.state <> 'recorded'
     returning o.lot_id, o.consignment_id`,
    [
      recorded.map(({ eventId }) => eventId),
      recorded.map(({ transactionId }) => transactionId),
      recorded.map(({ blockNumber }) => blockNumber),
      recorded.map(({ signature }) => signature),
      recorded.map(({ recordedAt }) => recordedAt.toISOString()),
    ],
  );
}

async function markFailed(client: ClientBase, failed: Delivery['failed']): Promise<{ rows: ChainRow[] }> {
  return client.query<ChainRow>(
    `update ledger_outbox o set state = 'failed', failure_code = f.code, failure_text = f.text
     from unnest($1::text[], $2::text[], $3::text[]) as f (event_id, code, text)
     where o.event_id = f.event_id and o.state = 'pending'
     returning o.lot_id, o.consignment_id`,
    [
      failed.map(({ eventId }) => eventId),
      failed.map(({ code }) => code),
      failed.map(({ text }) => text.slice(0, 500)),
    ],
  );
}

/**
 * SQL of what became of the events of chains, as `setLedgerColumns` takes it. `$1`: their UUIDs
 * @param chain column of the outbox that names them
 */
export const chainStates = (chain: 'lot_id' | 'consignment_id'): string => `
  select touched.id, case
      when waiting.failed then 'failed' when waiting.chain is not null then 'pending' else 'recorded' end as status,
    newest.tx_id, newest.signature, newest.block_number, newest.recorded_at
  from unnest($1::uuid[]) as touched (id)
  left join (
    select ${chain} as chain, bool_or(state = 'failed') as failed from ledger_outbox
    where ${chain} = any($1::uuid[]) and state <> 'recorded' group by ${chain}
  ) waiting on waiting.chain = touched.id
  left join (
    select distinct on (${chain}) ${chain} as chain, tx_id, signature, block_number, recorded_at from ledger_outbox
    where ${chain} = any($1::uuid[]) and state = 'recorded' order by ${chain}, seq desc
  ) newest on newest.chain = touched.id`;

/**
 * Sets the ledger columns of lots and consignments from their outbox rows; `version` and `updated_at` stay, because this
 * is no edit.
 */
export async function refreshChains(
  client: ClientBase,
  { lots, consignments }: { lots: readonly string[]; consignments: readonly string[] },
): Promise<void> {
  if (lots.length > 0) await client.query(setLedgerColumns(chainStates('lot_id')), [lots]);
  if (consignments.length === 0) return;
  await client.query(setConsignmentLedgerColumns(chainStates('consignment_id')), [consignments]);
}

/** One row of `event_log` for each lot and consignment. */
async function log(client: ClientBase, kind: string, { lots, consignments }: Chains): Promise<void> {
  if (lots.length > 0) await client.query(LOG_LOTS, [kind, lots]);
  if (consignments.length > 0) await client.query(LOG_CONSIGNMENTS, [kind, consignments]);
}
