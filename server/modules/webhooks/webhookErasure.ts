import type { EntityManager } from '@mikro-orm/postgresql';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { endHooks } from './webhookService.ts';
import { WEBHOOK_ROWS } from './signedWebhooks.ts';

/** Ends the hooks that an account made, and takes their names away, as with partner keys. @returns how many there were */
export async function eraseHooksOf(em: EntityManager, userId: string): Promise<number> {
  const made: { id: string }[] = await em.execute(
    'select id from web_hook where created_by = ? order by id for update',
    [userId],
  );
  const ids = made.map(({ id }) => id);
  const whole = await verifiedRows(em, WEBHOOK_ROWS, ids);
  await endHooks(em, ids, 'erased', { caller: 'system' });
  await em.execute(`update web_hook set name = 'Erased' where created_by = ?`, [userId]);
  await signRows(em, WEBHOOK_ROWS, [...whole]);
  return ids.length;
}

/** What a person gets of the hooks that they made, first ones first. `?`: the account */
export const HOOKS_MADE_BY = `select id, name, url, created_at as "createdAt", disabled_at as "disabledAt" from web_hook
  where created_by = ? order by created_at, id`;
