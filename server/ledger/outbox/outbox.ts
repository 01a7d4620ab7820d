import type { Pool } from 'pg';
import { inTransaction, lockLots, logLots, refreshLots } from './writeBack.ts';

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
 * Lets the worker try a failed event again (decisions, 'When the ledger refuses or is away'). Wake the worker after it.
 * @returns false when there is no failed event of this id
 */
export async function retryEvent(pool: Pool, eventId: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    return await inTransaction(client, async () => {
      const found = await client.query<{ lot_id: string }>(
        `select lot_id from ledger_outbox where event_id = $1 and state = 'failed'`,
        [eventId],
      );
      const lotIds = found.rows.map((row) => row.lot_id);
      await lockLots(client, lotIds);
      const { rowCount } = await client.query(
        `update ledger_outbox set state = 'pending', attempts = 0, next_attempt_at = now(),
           failure_code = null, failure_text = null
         where event_id = $1 and state = 'failed'`,
        [eventId],
      );
      if (rowCount !== 1) return false;
      await refreshLots(client, lotIds);
      await logLots(client, 'ledger-retry', lotIds);
      return true;
    });
  } finally {
    client.release();
  }
}
