import type { Database } from '../../server/platform/database/database.ts';
import { until } from './until.ts';

/** Holds a lock, taken by the statement `lock`, that the call under test has to wait for. */
export async function whileLocked(database: Database, lock: string, work: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query('begin');
    await client.query(lock);
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

/** How many statements wait for a lock, without the ledger worker's: it belongs to no request. */
export async function waitingForLocks(database: Database): Promise<number> {
  const waiting = await database.rows(
    `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query not like '%ledger_outbox%'`,
  );
  return waiting.length;
}

/**
 * Waits until statements that begin like this wait for a lock. What the program runs by itself may wait for the same lock, so a count
 * of all waiting statements would say nothing.
 */
export async function untilLocked(database: Database, statement: string, count = 1): Promise<void> {
  await until(async () => {
    const waiting = await database.rows(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
         and starts_with(ltrim(query), $1)`,
      [statement],
    );
    return waiting.length >= count;
  }, `'${statement}' to wait for a lock`);
}
