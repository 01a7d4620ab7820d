import type { EntityManager } from '@mikro-orm/postgresql';
import { endMail } from './endMail.ts';

/** Takes away where an account's alerts were mailed, and which mails it was sent. @returns whether there was an address */
export async function eraseMailOf(em: EntityManager, accountId: string): Promise<boolean> {
  const had = await endMail(em, accountId, new Date());
  await em.execute('delete from alert_mail_letter where account_id = ?', [accountId]);
  return had;
}

/** What a person gets of their own setting. `?`: the account */
export const MAIL_SETTING_OF = `select address, language, pace, asked_at as "askedAt", confirmed_at as "confirmedAt", stopped_at as "stoppedAt"
  from alert_mail where account_id = ?`;

/** What a person gets of the mails to them, first ones first. `?`: the account */
export const LETTERS_TO = `select id, kind, alerts, state, attempts, created_at as "createdAt", last_at as "lastAt",
    last_status as "lastStatus", last_fault as "lastFault"
  from alert_mail_letter where account_id = ? order by created_at, id`;
