import { eraseMailOf } from '../mail/mailErasure.ts';
import { jsonRows } from './jsonRows.ts';
import type { PersonalStore } from './personalStore.ts';

/** Where a person's alerts are mailed, and which mails they were sent. */
export const alertMail: PersonalStore = {
  erase: async (em, { person }) =>
    person.userId !== null && (await eraseMailOf(em, person.userId)) ? ['alertMail'] : [],
  async *export(em, { userId }) {
    const setting = `select address, language, pace, asked_at as "askedAt", confirmed_at as "confirmedAt", stopped_at as "stoppedAt" from alert_mail
      where account_id = ?`;
    yield ['alertMail', jsonRows(em, setting, [userId])];
    const letters = `select id, kind, alerts, state, attempts, created_at as "createdAt", last_at as "lastAt", last_status as "lastStatus",
        last_fault as "lastFault" from alert_mail_letter where account_id = ? order by created_at, id`;
    yield ['alertMailsSent', jsonRows(em, letters, [userId])];
  },
};
