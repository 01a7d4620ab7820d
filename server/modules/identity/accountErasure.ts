import { randomBytes } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { ROLES } from '../../domain/access/permissions.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { removeSignedRows, signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { hashPassword } from './passwords.ts';
import { ACCOUNTS, PARTNER_KEYS, SESSIONS } from './signedIdentity.ts';

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
 * ends: what others write in their names ends first, or waits. Taken before any lot is locked, accounts in the order of
 * their ids and then keys (docs/architecture.md, 'Lock order').
 * @param actor account in whose name the erasure is written; held still as well
 * @returns null when there is none
 * @throws Refused last-admin when no other admin would remain
 */
export async function lockAccount(
  em: EntityManager,
  userId: string,
  actor: string | null = null,
): Promise<Account | null> {
  const before = await readAccount(em, userId);
  if (before === null) return null;
  // Other admins must not lose the role meanwhile; writes in their names continue.
  const modes = new Map((await adminsBeside(em, before)).map((id) => [id, 'no key update']));
  if (actor !== null && !modes.has(actor)) modes.set(actor, 'key share');
  modes.set(userId, 'update');
  for (const [id, mode] of [...modes].sort()) await em.execute(`select 1 from app_user where id = ? for ${mode}`, [id]);
  await em.execute('select 1 from api_key where created_by = ? order by id for update', [userId]);
  // Read again under the lock.
  const account = await readAccount(em, userId);
  if (account !== null && isAdmin(account) && (await adminsBeside(em, account)).length === 0) {
    throw new Refused({ kind: 'last-admin' });
  }
  return account;
}

function isAdmin({ role, disabled }: Account): boolean {
  return role === 'admin' && !disabled;
}

/** The remaining admins if an admin is erased, as the program knows them; empty for other accounts. */
async function adminsBeside(em: EntityManager, account: Account): Promise<string[]> {
  if (!isAdmin(account)) return [];
  const rows: { id: string }[] = await em.execute(
    `select id from app_user where role = 'admin' and disabled_at is null and id <> ?`,
    [account.id],
  );
  const whole = await verifiedRows(
    em,
    ACCOUNTS,
    rows.map(({ id }) => id),
  );
  return [...whole];
}

/** The accounts of a farm that were not erased; one that was moved there past the program is none of them. */
export async function accountsOfFarm(em: EntityManager, farmId: string): Promise<Account[]> {
  const found = accounts.parse(
    await em.execute(`select ${COLUMNS} from app_user where farm_id = ? and erased_at is null order by id`, [farmId]),
  );
  const whole = await verifiedRows(
    em,
    ACCOUNTS,
    found.map(({ id }) => id),
  );
  return found.filter(({ id }) => whole.has(id));
}

/**
 * Empties a locked account and ends its sessions and the partner keys that it made. The row and its id stay, because
 * history refers to them. A row that was changed outside of the program is emptied as well, and stays unsigned.
 * @returns the names of the fields that were erased
 */
export async function eraseAccount(em: EntityManager, userId: string, at: Date): Promise<string[]> {
  // The password is unknown, and checking it takes as long as any other.
  const unusable = await hashPassword(randomBytes(32).toString('base64url'));
  const wholeAccount = await verifiedRows(em, ACCOUNTS, [userId]);
  const made: { id: string }[] = await em.execute('select id from api_key where created_by = ?', [userId]);
  const wholeKeys = await verifiedRows(
    em,
    PARTNER_KEYS,
    made.map(({ id }) => id),
  );
  await em.execute(
    `update app_user set username = ?, name = '', email = '', farm_id = '', password_hash = ?,
       disabled_at = coalesce(disabled_at, ?), erased_at = ?, updated_at = ?, version = version + 1
     where id = ?`,
    [`erased-${randomBytes(6).toString('hex')}`, unusable, at, at, at, userId],
  );
  await removeSignedRows(em, SESSIONS, { condition: 'user_id = $1', value: userId });
  const keys: { id: string }[] = await em.execute(
    `update api_key set name = 'Erased', revoked_at = coalesce(revoked_at, ?) where created_by = ? returning id`,
    [at, userId],
  );
  await signRows(em, ACCOUNTS, [...wholeAccount]);
  await signRows(em, PARTNER_KEYS, [...wholeKeys]);
  for (const { id } of keys) await logEvent(em, { topic: 'key', kind: 'revoked', keyId: id });
  await logEvent(em, { topic: 'user', kind: 'erased', userId });
  return ['username', 'name', 'email', 'farmId', 'password', 'sessions', ...(keys.length > 0 ? ['partnerKeys'] : [])];
}

/** What a person gets of their own account. `?`: the account */
export const ACCOUNT_OF = `select id, username, name, role, email, farm_id as "farmId", demo, disabled_at as "disabledAt",
      created_at as "createdAt", updated_at as "updatedAt" from app_user where id = ?`;

/** What a person gets of their sessions, first ones first. `?`: the account */
export const SESSIONS_OF = `select s.id, s.created_at as "createdAt", s.last_used_at as "lastUsedAt", s.device, s.ended_at as "endedAt",
      s.end_reason as "endReason", count(t.hash)::int as "refreshTokens", max(t.expires_at) as "lastTokenExpiresAt"
    from session s left join refresh_token t on t.session_id = s.id where s.user_id = ? group by s.id order by s.created_at`;

/** What a person gets of the partner keys that they made, first ones first. `?`: the account */
export const KEYS_MADE_BY = `select id, name, prefix, role, farm_id as "farmId", created_at as "createdAt", last_used_at as "lastUsedAt",
      revoked_at as "revokedAt" from api_key where created_by = ? order by created_at`;
