import { setTimeout as delay } from 'node:timers/promises';
import type { ClientBase } from 'pg';

/** What is used of a pino logger. */
export interface LockLog {
  warn(details: object, message: string): void;
}

/** Another process held a lock for longer than a start waits. The message names the purpose and the holder. */
export class LockTimeout extends Error {
  override name = 'LockTimeout';
}

const LOOK_MS = 100;
const TELL_AFTER_MS = 2_000;
const TELL_EVERY_MS = 30_000;
const PATIENCE_MS = 300_000;

/**
 * Acquires a lock that starting processes take one after another, and logs a long wait. It is held until the connection
 * ends.
 * @param lock an SQL expression of the lock's number
 * @param what the purpose of the lock, in words that follow 'to'
 * @param patienceMs longest time that it waits
 * @throws LockTimeout when it was not free in time
 */
export async function acquireStartupLock(
  client: ClientBase,
  lock: string,
  what: string,
  log?: LockLog,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const began = performance.now();
  let tellAt = TELL_AFTER_MS;
  for (;;) {
    const { rows } = await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(${lock}) as mine`);
    if (rows[0]?.mine === true) return;
    const waited = performance.now() - began;
    if (waited >= patienceMs) {
      const holder = await holderOf(client, lock);
      throw new LockTimeout(
        `another process has taken more than ${Math.round(patienceMs / 1_000)} s to ${what}${holder === null ? '' : ` (database process ${holder})`}`,
      );
    }
    if (waited >= tellAt) {
      tellAt = waited + TELL_EVERY_MS;
      const details = { waitedSeconds: Math.round(waited / 1_000), databaseProcess: await holderOf(client, lock) };
      log?.warn(details, `Waiting for another process to ${what}`);
    }
    await delay(LOOK_MS);
  }
}

/** PostgreSQL's id of the process that holds a lock; null if it is free meanwhile. */
async function holderOf(client: ClientBase, lock: string): Promise<number | null> {
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_locks where locktype = 'advisory' and granted and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())
       and ((classid::bigint << 32) | objid::bigint) = (${lock})::bigint`,
  );
  return rows[0]?.pid ?? null;
}
