import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Locks a limit until the caller's transaction ends, so that counting and writing are atomic: each concurrent call
 * counts what the earlier ones committed. Call it before the count, in a transaction that reads concurrent commits
 * (PostgreSQL's default), and after locking accounts (docs/architecture.md, 'Lock order').
 * @param limit the limit, including the limited subject if each has its own
 */
export async function holdLimit(em: EntityManager, limit: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`manam-limit ${limit}`]);
}
