import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { logEvent } from '../database/eventLog.ts';
import { ROLES } from '../domain/permissions.ts';
import { Refused } from '../refusal.ts';
import { hashPassword } from './passwords.ts';

const accounts = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    role: z.enum(ROLES),
    farmId: z.string(),
    disabled: z.boolean(),
  }),
);
export type Account = z.infer<typeof accounts>[number];

const COLUMNS = `id, name, email, role, farm_id as "farmId", disabled_at is not null as disabled`;

/** An account that was not erased yet; null when there is none. */
export async function readAccount(em: EntityManager, userId: string): Promise<Account | null> {
  const found = await em.execute(`select ${COLUMNS} from app_user where id = ? and erased_at is null`, [userId]);
  return accounts.parse(found)[0] ?? null;
}

/**
 * An account that was not erased yet, its row and those of the partner keys that it made locked until the transaction
 * ends: what others write in their names waits.
 * @returns null when there is none
 * @throws Refused last-admin when no other admin could go on
 */
export async function lockAccount(em: EntityManager, userId: string): Promise<Account | null> {
  const account = await readAccount(em, userId);
  if (account === null) return null;
  if (account.role === 'admin' && !account.disabled) {
    const admins: unknown[] = await em.execute(
      `select 1 from app_user where role = 'admin' and disabled_at is null order by id for update`,
    );
    if (admins.length < 2) throw new Refused({ kind: 'last-admin' });
  }
  const locked = await em.execute(`select ${COLUMNS} from app_user where id = ? and erased_at is null for update`, [
    userId,
  ]);
  await em.execute('select 1 from api_key where created_by = ? order by id for update', [userId]);
  return accounts.parse(locked)[0] ?? null;
}

/** The accounts of a farm that were not erased. */
export async function accountsOfFarm(em: EntityManager, farmId: string): Promise<Account[]> {
  return accounts.parse(
    await em.execute(`select ${COLUMNS} from app_user where farm_id = ? and erased_at is null order by id`, [farmId]),
  );
}

/**
 * Empties a locked account and ends its sessions and the partner keys that it made. The row and its id stay, for what
 * history names.
 * @returns the names of the fields that were erased
 */
export async function eraseAccount(em: EntityManager, userId: string, at: Date): Promise<string[]> {
  // Nobody knows it, and checking it takes as long as any other.
  const unusable = await hashPassword(randomBytes(32).toString('base64url'));
  await em.execute(
    `update app_user set username = ?, name = '', email = '', farm_id = '', password_hash = ?,
       disabled_at = coalesce(disabled_at, ?), erased_at = ?, updated_at = ?, version = version + 1
     where id = ?`,
    [`erased-${randomBytes(6).toString('hex')}`, unusable, at, at, at, userId],
  );
  await em.execute('delete from session where user_id = ?', [userId]);
  const keys: { id: string }[] = await em.execute(
    `update api_key set name = 'Erased', revoked_at = coalesce(revoked_at, ?) where created_by = ? returning id`,
    [at, userId],
  );
  for (const { id } of keys) await logEvent(em, { topic: 'key', kind: 'revoked', keyId: id });
  await logEvent(em, { topic: 'user', kind: 'erased', userId });
  return ['username', 'name', 'email', 'farmId', 'password', 'sessions', ...(keys.length > 0 ? ['partnerKeys'] : [])];
}
