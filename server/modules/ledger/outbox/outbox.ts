import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import {
  LOCK_CONSIGNMENT_LEDGER_COLUMNS,
  setConsignmentLedgerColumns,
} from '../../consignments/consignmentLedgerColumns.ts';
import { LOCK_LEDGER_COLUMNS, setLedgerColumns } from '../../lots/ledgerColumns.ts';
import { chainsIn, chainStates } from './writeBack.ts';

export interface OutboxStats {
  pending: number;
  failed: number;
  /** age of the oldest pending event, in seconds; null when none waits */
  oldestPendingSeconds: number | null;
}

/** How much waits, and since when: for health and metrics. */
export async function outboxStats(pool: Pool): Promise<OutboxStats> {
  const { rows } = await pool.query<OutboxStats>(
    `select
       (select count(*)::int from ledger_outbox where state = 'pending') as pending,
       (select count(*)::int from ledger_outbox where state = 'failed') as failed,
       (select greatest(0, extract(epoch from now() - queued_at))::float8
        from ledger_outbox where state = 'pending' order by position limit 1) as "oldestPendingSeconds"`,
  );
  return rows[0] ?? { pending: 0, failed: 0, oldestPendingSeconds: null };
}

const OF_ONE = new PreparedStatement<{ lotId: string | null; consignmentId: string | null }>(
  `select lot_id as "lotId", consignment_id as "consignmentId" from ledger_outbox
   where event_id = $1 or transfer = (select transfer from ledger_outbox where event_id = $1)`,
);
const HOLD_LOTS = new PreparedStatement(LOCK_LEDGER_COLUMNS);
const HOLD_CONSIGNMENTS = new PreparedStatement(LOCK_CONSIGNMENT_LEDGER_COLUMNS);
const REFRESH_LOTS = new PreparedStatement(setLedgerColumns(chainStates('lot_id')));
const REFRESH_CONSIGNMENTS = new PreparedStatement(setConsignmentLedgerColumns(chainStates('consignment_id')));
const QUEUE_AGAIN = new PreparedStatement<{ queued: number }>(
  `update ledger_outbox set state = 'pending', attempts = 0, next_attempt_at = now(),
     failure_code = null, failure_text = null
   where (event_id = $1 or transfer = (select transfer from ledger_outbox where event_id = $1)) and state = 'failed'
   returning 1 as queued`,
);

/**
 * Lets the worker try a failed event again, in the caller's transaction, with all events that are recorded together with
 * it (docs/spec/ledger-and-verification.md, 'Rejected events').
 * @returns false when there is no failed event of this id
 */
export async function retryEvent(em: EntityManager, eventId: string): Promise<boolean> {
  const { lots, consignments } = chainsIn(await OF_ONE.run(em, [eventId]));
  // What the worker writes of the chains comes before or after.
  await HOLD_CONSIGNMENTS.run(em, [consignments]);
  await HOLD_LOTS.run(em, [lots]);
  const queued = await QUEUE_AGAIN.run(em, [eventId]);
  if (queued.length === 0) return false;
  await REFRESH_LOTS.run(em, [lots]);
  await REFRESH_CONSIGNMENTS.run(em, [consignments]);
  for (const lotId of lots) await logEvent(em, { topic: 'lot', kind: 'ledger-retry', lotId });
  for (const id of consignments) {
    await logEvent(em, { topic: 'consignment', kind: 'ledger-retry', consignmentId: id });
  }
  return true;
}
