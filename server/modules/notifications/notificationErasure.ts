import type { EntityManager } from '@mikro-orm/postgresql';

/** Forgets what an account has read. */
export async function eraseNotificationState(em: EntityManager, userId: string): Promise<void> {
  await em.execute('delete from notification_state where user_id = ?', [userId]);
}

/** What a person has read of their notifications. `?`: the account */
export const NOTIFICATIONS_READ_BY = `select read_to as "readTo", read_ids as "readIds" from notification_state where user_id = ?`;
