import type { EntityManager } from '@mikro-orm/postgresql';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import type { UserCaller } from '../../platform/access/caller.ts';

/**
 * Locks the account or partner key of the actor until the transaction ends. A caller that changes a lot does this
 * before locking the lot (docs/architecture.md, 'Lock order'): the foreign keys of history and alerts take the same
 * lock, but only once the lot is locked, when an erasure may already hold the account and wait for the lot.
 * @param actor `userId` is null for the program itself
 */
export async function holdActor(
  em: EntityManager,
  { userId, keyId }: { userId: string | null; keyId?: string },
): Promise<void> {
  if (userId !== null) await em.execute('select 1 from app_user where id = ? for key share', [userId]);
  else if (keyId !== undefined) await em.execute('select 1 from api_key where id = ? for key share', [keyId]);
}

/**
 * Statement that holds accounts still in the same way.
 * @param ids SQL of a query for their ids
 */
export const holdAccountsSql = (ids: string): string =>
  `select from app_user where id in (${ids}) order by id for key share`;

const HOLD_ACCOUNTS = new PreparedStatement(
  'select from app_user where id = any($1::uuid[]) order by id for key share',
);
const HOLD_KEYS = new PreparedStatement('select from api_key where id = any($1::uuid[]) order by id for key share');

/** The same for all actors of one transaction. */
export async function holdActors(
  em: EntityManager,
  actors: readonly { userId: string | null; keyId?: string }[],
): Promise<void> {
  const accounts = new Set(actors.map(({ userId }) => userId).filter((id) => id !== null));
  const keys = new Set(actors.flatMap(({ userId, keyId }) => (userId === null && keyId !== undefined ? [keyId] : [])));
  if (accounts.size > 0) await HOLD_ACCOUNTS.run(em, [[...accounts]]);
  if (keys.size > 0) await HOLD_KEYS.run(em, [[...keys]]);
}

/** The same for a caller. */
export async function lockCaller(em: EntityManager, { userId, via }: UserCaller): Promise<void> {
  await holdActor(em, via.kind === 'key' ? { userId, keyId: via.keyId } : { userId });
}
