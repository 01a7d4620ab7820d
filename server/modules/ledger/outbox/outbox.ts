import type { EntityManager } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import { logEvent } from '../../../platform/change-feed/eventLog.ts';
import { LOCK_LEDGER_COLUMNS_OF_ONE, setLedgerStatus } from '../../lots/ledgerColumns.ts';

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

/**
 * Lets the worker try a failed event again, in the caller's transaction (docs/spec/ledger-and-verification.md,
 * 'Rejected events').
 * @returns false when there is no failed event of this id
 */
export async function retryEvent(em: EntityManager, eventId: string): Promise<boolean> {
  const [event]: { lot_id: string }[] = await em.execute('select lot_id from ledger_outbox where event_id = ?', [
    eventId,
  ]);
  if (event === undefined) return false;
  const { lot_id: lotId } = event;
  // What the worker writes of the lot comes before or after.
  await em.execute(LOCK_LEDGER_COLUMNS_OF_ONE, [lotId]);
  const queued: unknown[] = await em.execute(
    `update ledger_outbox set state = 'pending', attempts = 0, next_attempt_at = now(),
       failure_code = null, failure_text = null
     where event_id = ? and state = 'failed' returning 1`,
    [eventId],
  );
  if (queued.length === 0) return false;
  await em.execute(
    setLedgerStatus(
      `case when exists (select from ledger_outbox where lot_id = lot.id and state = 'failed') then 'failed' else 'pending' end`,
    ),
    [lotId],
  );
  await logEvent(em, { topic: 'lot', kind: 'ledger-retry', lotId });
  return true;
}
