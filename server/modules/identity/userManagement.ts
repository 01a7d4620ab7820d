import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { boundedTotal, type TotalCache } from '../../platform/database/boundedTotal.ts';
import type { Database } from '../../platform/database/database.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { likePattern } from '../../platform/database/likePattern.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { pageOf, type Pagination } from '../../domain/public/publicRoutes.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { mayManageUser, ROLES, type Grant, type PermissionTable, type Role } from '../../domain/access/permissions.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { isStorable, STORABLE_PATTERN } from '../../domain/text/validText.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { forbidden, invalid, notFound, Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import {
  requireGrant,
  requirePerson,
  type Caller,
  type PersonCaller,
  type RequestInfo,
} from '../../platform/access/caller.ts';
import { HANDED_RESET_HOURS, RESET_MINUTES } from '../../domain/access/invitationInput.ts';
import type { AccountMail } from './accountMail.ts';
import { endSessions } from './endSessions.ts';
import type { PasswordResets } from './passwordResets.ts';
import { FARMER_NEEDS_FARM, type CreatedUser, type UserChange } from '../../domain/access/accountInput.ts';
import { hashPassword } from './passwords.ts';
import { ACCOUNTS } from './signedIdentity.ts';
import { UserEntity, type User } from './user.ts';
import type { UserService } from './userService.ts';

/** A staff account as those see it who manage accounts. */
export interface ManagedUser {
  id: string;
  username: string;
  name: string;
  role: Role;
  email: string;
  /** upper-case; empty when the user belongs to no farm */
  farmId: string;
  disabled: boolean;
  createdAt: Date;
  updatedAt: Date;
}

/** Filters of the list of accounts. */
export const userFilter = {
  role: z.enum(ROLES, encodeMessage(CALL.role({ field: 'role', choices: ROLES }))).optional(),
  disabled: z.boolean(encodeMessage(CALL.flag({ field: 'disabled' }))).optional(),
  search: z
    .string()
    .max(100, encodeMessage(CALL.tooLong({ field: 'search', most: 100 })))
    .trim()
    .refine(isStorable, encodeMessage(CALL.searchNoAccount({})))
    .meta({ pattern: STORABLE_PATTERN, description: 'Looks in user names and names' })
    .optional(),
};

export const userListing = z.object({ ...userFilter, page: z.int().min(1), limit: z.int().min(1).max(100) });
export type UserListing = z.output<typeof userListing>;

type ManagedRow = Omit<User, 'passwordHash' | 'demo' | 'disabledAt' | 'version'> & { disabled: boolean };

const COLUMNS = `id, username, name, role, email, farm_id as "farmId", disabled_at is not null as disabled,
  created_at as "createdAt", updated_at as "updatedAt"`;

/** Staff accounts in the hands of those who manage them (docs/spec/access-and-accounts.md, 'Managing users'). */
export class UserManagement {
  readonly #database: Database;
  readonly #users: UserService;
  readonly #permissions: PermissionTable;
  readonly #demo: boolean;
  readonly #mail: AccountMail;
  readonly #resets: Pick<PasswordResets, 'link'>;
  readonly #totals: TotalCache = new Map();

  /** @param parts.demo whether demo accounts, whose passwords are public, may be enabled */
  constructor(parts: {
    database: Database;
    users: UserService;
    permissionTable: PermissionTable;
    demo: boolean;
    mail: AccountMail;
    resets: Pick<PasswordResets, 'link'>;
  }) {
    this.#mail = parts.mail;
    this.#resets = parts.resets;
    this.#database = parts.database;
    this.#users = parts.users;
    this.#permissions = parts.permissionTable;
    this.#demo = parts.demo;
  }

  /**
   * One page of the accounts that the caller may manage, by user name.
   * @throws Refused unauthenticated, forbidden
   */
  async list(
    caller: Caller,
    { page, limit, ...filter }: UserListing,
  ): Promise<{ users: ManagedUser[]; pagination: Pagination }> {
    const { grant } = this.#manager(caller);
    const { where, values } = condition(grant, filter);
    const [rows, total] = await Promise.all([
      this.#database.rows<ManagedRow & { facts: SignedFacts; seal: string | null }>(
        `select ${COLUMNS}, ${ACCOUNTS.facts('app_user')} as facts, seal from app_user where ${where} order by lower(username), id
         limit $${values.length + 1} offset $${values.length + 2}`,
        [...values, limit, (page - 1) * limit],
      ),
      boundedTotal(this.#database, this.#totals, `from app_user where ${where}`, values),
    ]);
    // Rows are shown as they are; health and log report those that were changed outside of the program.
    const users = rows.map(({ facts, seal, ...user }) => {
      this.#database.seals.holds('account', user.id, facts, seal);
      return user;
    });
    return { users, pagination: pageOf(total, page, limit) };
  }

  /**
   * Adds an account.
   * @throws Refused unauthenticated, forbidden, username-taken
   */
  async create(caller: Caller, values: CreatedUser, info: RequestInfo): Promise<ManagedUser> {
    const { manager, grant } = this.#manager(caller);
    if (!mayManageUser(grant, values.role)) throw outOfReach();
    const { id } = await this.#users.addUser(values, { caller: manager, info });
    return this.#read(id);
  }

  /**
   * Changes an account. A change of role or farm takes effect with the user's next request; disabling ends all
   * sessions. An admin may demote or disable themselves too, while another enabled admin exists; other managers never
   * change their own role.
   * @param values those that change nothing write nothing
   * @throws Refused unauthenticated, forbidden, invalid (a farmer without a farm), not-found, last-admin, conflict (a demo account outside demos,
   *   an account that was changed outside of the program)
   */
  async change(caller: Caller, id: string, values: UserChange, info: RequestInfo): Promise<ManagedUser> {
    const { manager, grant } = this.#manager(caller);
    const now = new Date();
    await this.#database.write(async (em) => {
      const { user, otherAdmins } = await this.#lock(em, manager, grant, id);
      const before = { role: user.role, disabled: user.disabledAt !== null };
      const role = values.role ?? user.role;
      const disabled = values.disabled ?? before.disabled;
      if (!mayManageUser(grant, role)) throw outOfReach();
      if (user.id === manager.userId && role !== before.role && manager.role !== 'admin') throw outOfReach();
      if (role === 'farmer' && (values.farmId ?? user.farmId) === '') throw invalid(FARMER_NEEDS_FARM);
      const wasAdmin = before.role === 'admin' && !before.disabled;
      if (wasAdmin && (role !== 'admin' || disabled) && otherAdmins === 0) throw new Refused({ kind: 'last-admin' });

      if (before.disabled && !disabled && user.demo && !this.#demo) throw publicPassword();

      const fields = (['name', 'email', 'farmId'] as const).filter(
        (field) => values[field] !== undefined && values[field] !== user[field],
      );
      if (fields.length === 0 && role === before.role && disabled === before.disabled) return;
      for (const field of fields) user[field] = values[field] ?? '';
      user.role = role;
      if (disabled !== before.disabled) user.disabledAt = disabled ? now : null;
      user.updatedAt = now;
      await em.flush();
      await signRows(em, ACCOUNTS, [user.id]);

      const line = { caller: manager, target: { kind: 'user', id: user.id }, info };
      if (fields.length > 0) await audit(em, { ...line, action: 'user.changed', details: { fields } });
      if (role !== before.role) {
        await audit(em, { ...line, action: 'user.role-changed', details: { from: before.role, to: role } });
      }
      if (disabled !== before.disabled) {
        await audit(em, { ...line, action: disabled ? 'user.disabled' : 'user.enabled' });
      }
      // A session that was refused while its user was disabled must not come back to life with them.
      if (disabled && !before.disabled) await endSessions(em, user.id, 'user-disabled', now);
      await logEvent(em, {
        topic: 'user',
        kind: disabled && !before.disabled ? 'disabled' : 'changed',
        userId: user.id,
      });
    });
    return this.#read(id);
  }

  /**
   * Gives an account another password and ends all its sessions.
   * @throws Refused unauthenticated, forbidden, not-found, conflict (an account that was changed past the program)
   */
  async setPassword(
    caller: Caller,
    id: string,
    { newPassword }: { newPassword: string },
    info: RequestInfo,
  ): Promise<ManagedUser> {
    const { manager, grant } = this.#manager(caller);
    const passwordHash = await hashPassword(newPassword);
    const now = new Date();
    await this.#database.write(async (em) => {
      const { user } = await this.#lock(em, manager, grant, id);
      user.passwordHash = passwordHash;
      user.updatedAt = now;
      await em.flush();
      await signRows(em, ACCOUNTS, [user.id]);
      await endSessions(em, user.id, 'password-set', now);
      await audit(em, { caller: manager, action: 'user.password-set', target: { kind: 'user', id: user.id }, info });
      await logEvent(em, { topic: 'user', kind: 'password-set', userId: user.id });
    });
    return this.#read(id);
  }

  /**
   * Makes a link by which somebody sets a new password themselves; nothing ends before it is used.
   * @returns the link, this once; null where it is mailed
   * @throws Refused unauthenticated, forbidden, not-found, conflict (a disabled account; no mail is sent here, or there is no address)
   */
  async resetLink(
    caller: Caller,
    id: string,
    { byMail }: { byMail: boolean },
    info: RequestInfo,
  ): Promise<{ link: string | null }> {
    const { manager, grant } = this.#manager(caller);
    if (byMail && !this.#mail.offered) throw new Refused({ kind: 'conflict', said: REFUSED.noMail({}) });
    const until = new Date(Date.now() + (byMail ? RESET_MINUTES : HANDED_RESET_HOURS * 60) * 60_000);
    const userId = await this.#database.write(async (em) => {
      const { user } = await this.#lock(em, manager, grant, id);
      if (user.disabledAt !== null) throw new Refused({ kind: 'conflict', said: REFUSED.accountDisabled({}) });
      if (byMail && user.email === '') throw new Refused({ kind: 'conflict', said: REFUSED.noAddress({}) });
      if (byMail) await this.#mail.send(em, { kind: 'reset', userId: user.id, until: until.toISOString() });
      const line = { target: { kind: 'user', id: user.id }, info, details: { byMail } };
      await audit(em, { caller: manager, action: 'user.reset-link-made', ...line });
      return user.id;
    });
    return { link: byMail ? null : await this.#resets.link({ id: userId, until, madeBy: manager.userId }) };
  }

  /** @throws Refused unauthenticated; forbidden, also for every partner key */
  #manager(caller: Caller): { manager: PersonCaller; grant: Grant } {
    const manager = requirePerson(caller);
    return { manager, grant: requireGrant(this.#permissions, caller, 'manage_users').grant };
  }

  /**
   * Locks an account within the manager's limits until the transaction ends, and counts the other enabled admins. Those
   * are locked too, all in the order of their ids: a transaction that removes the next one waits, and then counts
   * again. The manager's own right is checked again too, because it may just have been revoked. An account with an
   * invalid signature does not count and is not changed: a change would sign it.
   * @throws Refused not-found, forbidden, conflict
   */
  async #lock(
    em: EntityManager,
    manager: PersonCaller,
    grant: Grant,
    id: string,
  ): Promise<{ user: User; otherAdmins: number }> {
    if (!isUuid(id)) throw notFound('User');
    const locked: { id: string; role: Role; enabled: boolean }[] = await em.execute(
      `select id, role, disabled_at is null as enabled from app_user
       where (id in (?, ?) or (role = 'admin' and disabled_at is null)) and erased_at is null
       order by id for no key update`,
      [id, manager.userId],
    );
    const whole = await verifiedRows(
      em,
      ACCOUNTS,
      locked.map((row) => row.id),
    );
    const self = locked.find((row) => row.id === manager.userId);
    if (self === undefined || self.role !== manager.role || !self.enabled || !whole.has(self.id)) throw forbidden();
    const target = locked.find((row) => row.id === id.toLowerCase());
    if (target === undefined) throw notFound('User');
    if (!mayManageUser(grant, target.role)) throw outOfReach();
    if (!whole.has(target.id)) throw changedFromOutside();
    const otherAdmins = locked.filter(
      (row) => row.role === 'admin' && row.enabled && row.id !== target.id && whole.has(row.id),
    ).length;
    return { user: await em.findOneOrFail(UserEntity, { id: target.id }), otherAdmins };
  }

  async #read(id: string): Promise<ManagedUser> {
    const user = await this.#database.row<ManagedRow>(`select ${COLUMNS} from app_user where id = $1`, [id]);
    if (user === null) throw notFound('User');
    return user;
  }
}

function publicPassword(): Refused {
  return new Refused({ kind: 'conflict', said: REFUSED.demoAccount({}) });
}

function changedFromOutside(): Refused {
  return new Refused({ kind: 'conflict', said: REFUSED.accountChanged({}) });
}

function outOfReach(): Refused {
  return forbidden(REFUSED.otherAccounts({}));
}

/** One text for each shape of filter, so that it can be prepared. */
function condition(
  grant: Grant,
  filter: { role?: Role; disabled?: boolean; search?: string },
): { where: string; values: unknown[] } {
  const values: unknown[] = [ROLES.filter((role) => mayManageUser(grant, role))];
  const parts = ['role = any($1)', 'erased_at is null'];
  if (filter.role !== undefined) {
    values.push(filter.role);
    parts.push(`role = $${values.length}`);
  }
  if (filter.disabled !== undefined) parts.push(`disabled_at is ${filter.disabled ? 'not null' : 'null'}`);
  if (filter.search) {
    values.push(likePattern(filter.search));
    parts.push(`(username ilike $${values.length} or name ilike $${values.length})`);
  }
  return { where: parts.join(' and '), values };
}
