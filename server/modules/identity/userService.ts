import { randomUUID } from 'node:crypto';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import type { Role } from '../../domain/access/permissions.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import type { PersonCaller, RequestInfo } from '../../platform/access/caller.ts';
import { newUserInput, type NewUser } from '../../domain/access/accountInput.ts';
import { endSessions } from './endSessions.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { hashPassword } from './passwords.ts';
import { ACCOUNTS } from './signedIdentity.ts';
import { UserEntity, type User } from './user.ts';

/** A staff account as others may see it. */
export interface UserView {
  id: string;
  username: string;
  name: string;
  role: Role;
  email: string;
  /** upper-case; empty when the user belongs to no farm */
  farmId: string;
}

/** Manages staff accounts. Callers have checked the permission. */
export class UserService {
  readonly #database: Database;

  constructor(parts: { database: Database }) {
    this.#database = parts.database;
  }

  /**
   * Adds an account.
   * @param by who adds it; absent on the command line and for demo data
   * @throws Refused invalid; username-taken, compared without case
   */
  async addUser(input: NewUser, by?: { caller: PersonCaller; info: RequestInfo }): Promise<UserView> {
    const { password, ...values } = parseInput(newUserInput, input);
    const passwordHash = await hashPassword(password);
    const id = await this.withFreeName(values.username, () =>
      this.#database.write(async (em) => {
        const added = await this.insert(em, { ...values, passwordHash });
        const target = { kind: 'user', id: added };
        const details = { role: values.role };
        await audit(em, { caller: by?.caller ?? 'system', action: 'user.created', target, info: by?.info, details });
        return added;
      }),
    );
    const { username, name, role, email, farmId } = values;
    return { id, username, name, role, email, farmId };
  }

  /** Writes a new account, in the caller's transaction, which audits it. @returns its id */
  async insert(
    em: EntityManager,
    values: Pick<User, 'username' | 'name' | 'role' | 'email' | 'farmId' | 'demo' | 'passwordHash'>,
  ): Promise<string> {
    const id = randomUUID();
    const now = new Date();
    em.create(UserEntity, { ...values, id, disabledAt: null, createdAt: now, updatedAt: now });
    await em.flush();
    await signRows(em, ACCOUNTS, [id]);
    await logEvent(em, { topic: 'user', kind: 'added', userId: id });
    return id;
  }

  /** Runs a transaction that writes a user name. @throws Refused username-taken, compared without case */
  async withFreeName<T>(username: string, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof UniqueConstraintViolationException) throw new Refused({ kind: 'username-taken', username });
      throw error;
    }
  }

  /**
   * Disables the demo accounts, whose passwords are public, and ends their sessions (`DEMO=false`).
   * @returns how many were enabled until now
   */
  async disableDemoUsers(): Promise<number> {
    const now = new Date();
    return this.#database.write(async (em) => {
      const enabled: { id: string }[] = await em.execute(
        'select id from app_user where demo and disabled_at is null order by id for no key update',
      );
      const whole = await verifiedRows(
        em,
        ACCOUNTS,
        enabled.map(({ id }) => id),
      );
      const users: { id: string }[] = await em.execute(
        `update app_user set disabled_at = ?, updated_at = ?, version = version + 1
         where id in (
           select id from app_user where demo and disabled_at is null order by id for no key update)
         returning id`,
        [now, now],
      );
      await signRows(em, ACCOUNTS, [...whole]);
      for (const { id } of users) {
        await endSessions(em, id, 'user-disabled', now);
        await logEvent(em, { topic: 'user', kind: 'disabled', userId: id });
        await audit(em, { caller: 'system', action: 'user.disabled', target: { kind: 'user', id } });
      }
      return users.length;
    });
  }
}
