import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Holds a limit until the caller's transaction ends, so that what is counted against it and what is then written are one step: of calls
 * at the same time each counts what the ones before it have committed. To be called before the count, in a transaction that reads what
 * was committed meanwhile (PostgreSQL's default), and after accounts are held (docs/architecture.md, 'Lock order').
 * @param limit what is limited, and of whom where each has a limit of their own
 */
export async function holdLimit(em: EntityManager, limit: string): Promise<void> {
  await em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`manam-limit ${limit}`]);
}
