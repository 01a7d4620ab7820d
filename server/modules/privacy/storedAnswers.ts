import { forgetStoredAnswers } from '../../platform/idempotency/idempotencyKeys.ts';
import { jsonRows } from './jsonRows.ts';
import type { PersonalStore } from './personalStore.ts';

/** Stored answers for repeated calls: the answer to any call may name the person, so all of them are deleted. */
export const storedAnswers: PersonalStore = {
  erase: async (em) => {
    await forgetStoredAnswers(em);
    return ['storedAnswers'];
  },
  async *export(em, { userId }) {
    const sql = `select key, created_at as "createdAt", written, answer is not null as "answerKept" from idempotency_key
       where subject = ? order by created_at`;
    yield ['idempotencyKeys', jsonRows(em, sql, [userId])];
  },
};
