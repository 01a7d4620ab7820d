import { eraseHooksOf } from '../webhooks/webhookErasure.ts';
import { jsonRows } from './jsonRows.ts';
import type { PersonalStore } from './personalStore.ts';

/** Web hooks that a person made end with their account, as partner keys do. */
export const webHooks: PersonalStore = {
  erase: async (em, { person }) =>
    person.userId !== null && (await eraseHooksOf(em, person.userId)) > 0 ? ['webHooks'] : [],
  async *export(em, { userId }) {
    const sql = `select id, name, url, created_at as "createdAt", disabled_at as "disabledAt" from web_hook where created_by = ?
      order by created_at, id`;
    yield ['webHooksMade', jsonRows(em, sql, [userId])];
  },
};
