import type { EntityManager } from '@mikro-orm/postgresql';
import { auditVersions } from '../../platform/audit-log/audit.ts';
import { SESSIONS } from './signedIdentity.ts';

/**
 * Ends a user's open sessions in the caller's transaction, and adds an event to the event log.
 * @param reason stored with each session
 * @param but a session that stays open
 * @returns how many ended
 */
export async function endSessions(
  em: EntityManager,
  userId: string,
  reason: string,
  now: Date,
  but: string | null = null,
): Promise<number> {
  const ended: { id: string }[] = await em.execute(
    `update session set ended_at = ?, end_reason = ?, seal = null
     where user_id = ? and ended_at is null and id is distinct from ? returning id`,
    [now, reason, userId, but],
  );
  await auditEnded(em, ended);
  return ended.length;
}

/** Has the audit table name sessions that have just ended: one that is open again was put back. */
export async function auditEnded(em: EntityManager, ended: readonly { id: string }[]): Promise<void> {
  // An open session is never changed.
  const lines = ended.map(({ id }) => ({ identity: id, version: 2, ended: true }));
  await auditVersions(em, SESSIONS.kind, lines);
}
