import type { Database } from './database.ts';

/**
 * Runs work while no other process or request runs work under the same name; callers wait for each other. For
 * transactions that must see what the previous one committed: a lock taken inside a transaction comes after its
 * snapshot.
 *
 * The lock has its own connection, in a transaction that is rolled back. So it ends with the connection, and can be
 * released when the request ends.
 * @throws RequestTimeout when the request ends before the lock is free
 */
export async function withAdvisoryLock<T>(database: Database, name: string, work: () => Promise<T>): Promise<T> {
  const client = await database.pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [name]);
    return await work();
  } finally {
    await client.query('rollback').catch((error: unknown) => {
      broken = error instanceof Error ? error : new Error(String(error));
    });
    client.release(broken);
  }
}
