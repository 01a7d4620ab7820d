import type { EntityManager } from '@mikro-orm/postgresql';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { ALERT_MAIL } from './signedMail.ts';

/**
 * Ends the mail of an account, in the caller's transaction: its address is deleted, and waiting mail is not sent. The
 * row stays, so that its removal by others is detected.
 * @param askedAt only mail that was requested at that moment; any by default
 * @returns whether there was any
 */
export async function endMail(
  em: EntityManager,
  accountId: string,
  at: Date,
  askedAt: Date | null = null,
): Promise<boolean> {
  const running: unknown[] = await em.execute(
    `select 1 from alert_mail where account_id = ? and stopped_at is null
       and (?::timestamptz is null or date_trunc('milliseconds', asked_at) = ?::timestamptz) for update`,
    [accountId, askedAt, askedAt],
  );
  if (running.length === 0) return false;
  const whole = await verifiedRows(em, ALERT_MAIL, [accountId]);
  await em.execute(
    `update alert_mail set address = '', confirmed_at = null, stopped_at = ?, code_letter = null where account_id = ?`,
    [at, accountId],
  );
  await signRows(em, ALERT_MAIL, [...whole]);
  await endLetters(em, accountId);
  return true;
}

/** What waits for an account is not sent any more. */
export async function endLetters(em: EntityManager, accountId: string): Promise<void> {
  await em.execute(
    `update alert_mail_letter set state = 'given_up', last_fault = 'stale' where account_id = ? and state = 'waiting'`,
    [accountId],
  );
}
