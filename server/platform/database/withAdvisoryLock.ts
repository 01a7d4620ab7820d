import type { Database } from './database.ts';

/**
 * Runs work while no other process or request runs any under the same name; they wait for each other. It is for transactions
 * that must see what the one before them has committed: a lock taken inside of one comes after its snapshot.
 *
 * The lock has a connection of its own, in a transaction that is rolled back, so that it ends with the connection and may
 * also be let go when the request is over.
 * @throws RequestTimeout when the request is over before it is its turn
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
