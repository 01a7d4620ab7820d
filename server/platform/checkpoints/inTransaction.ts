import type { Pool, PoolClient } from 'pg';

/** Advisory locks of the ledgers: each lasts as long as the transaction that took it, whatever ends that. */
export type LedgerLock = 'manam-ledger-writer' | 'manam-fabric-blocks';

/**
 * A writer that waits for another fails and tries again later; PostgreSQL ends one whose process has stopped in the
 * middle.
 */
const LIMITS = `begin; set local lock_timeout = '10s'; set local idle_in_transaction_session_timeout = '30s'`;

/**
 * One transaction on a separate connection, under an exclusive lock over all processes. An exception rolls it back; a
 * connection that cannot roll back is not reused.
 * @param options.patient waits for the lock, and works, without a time limit
 */
export async function inLedgerTransaction<T>(
  pool: Pool,
  lock: LedgerLock,
  work: (client: PoolClient) => Promise<T>,
  { patient = false }: { patient?: boolean } = {},
): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // A connection that dies between two statements says so here; without a listener that would end the process.
  const onError = (error: Error): void => {
    broken = error;
  };
  client.on('error', onError);
  try {
    await client.query(patient ? 'begin' : LIMITS);
    await client.query(`select pg_advisory_xact_lock(hashtextextended('${lock}', 0))`);
    const answer = await work(client);
    await client.query('commit');
    return answer;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
