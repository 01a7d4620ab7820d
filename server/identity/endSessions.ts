import type { EntityManager } from '@mikro-orm/postgresql';

/**
 * Ends a user's open sessions in the caller's transaction, which also says so in the event log.
 * @param reason kept with each session
 * @param but a session that goes on
 * @returns how many ended
 */
export async function endSessions(
  em: EntityManager,
  userId: string,
  reason: string,
  now: Date,
  but: string | null = null,
): Promise<number> {
  const ended: unknown[] = await em.execute(
    `update session set ended_at = ?, end_reason = ?, seal = null
     where user_id = ? and ended_at is null and id is distinct from ? returning id`,
    [now, reason, userId, but],
  );
  return ended.length;
}
