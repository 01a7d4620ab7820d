import type { EntityManager } from '@mikro-orm/postgresql';
import { endMail } from './endMail.ts';

/** Takes away where an account's alerts were mailed, and which mails it was sent. @returns whether there was an address */
export async function eraseMailOf(em: EntityManager, accountId: string): Promise<boolean> {
  const had = await endMail(em, accountId, new Date());
  await em.execute('delete from alert_mail_letter where account_id = ?', [accountId]);
  return had;
}
