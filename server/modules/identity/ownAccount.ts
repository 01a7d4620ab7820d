import type { EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../platform/database/database.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { isUuid } from '../../domain/lot/lotId.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import { notFound, pleaseLogIn, Refused } from '../../platform/errors/refusal.ts';
import { signRows, verifiedRows } from '../../platform/row-signatures/signedRows.ts';
import { requirePerson, type Caller, type PersonCaller, type RequestInfo } from '../../platform/access/caller.ts';
import { auditEnded, endSessions } from './endSessions.ts';
import { LoginLimits } from './loginLimits.ts';
import type { EmailChange, PasswordChange } from '../../domain/access/accountInput.ts';
import { hashPassword, verifyPassword } from './passwords.ts';
import { REFRESH_TOKEN_MS } from './refreshTokens.ts';
import { ACCOUNTS } from './signedIdentity.ts';
import { limitConcurrency } from '../../platform/concurrency/limitConcurrency.ts';

/** An open session of one's own. */
export interface SessionView {
  id: string;
  createdAt: Date;
  /** when its tokens were last renewed */
  lastUsedAt: Date;
  /** such as 'Firefox on Windows', from the sign-in; null if neither is known */
  device: string | null;
  /** the one that asks */
  current: boolean;
}

/** Changes in work at a time, per process, besides logins: each hashes two passwords. */
const CHANGES_AT_ONCE = 1;
/** Lists are never more than one page (docs/spec/rest-api.md, 'Lists'). */
const SESSIONS_SHOWN = 100;

/** A person's own password and sessions. Partner keys have neither. */
export class OwnAccount {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #limits: LoginLimits;
  readonly #changes = limitConcurrency(CHANGES_AT_ONCE);

  /** @param parts.secret AUTH_SECRET, as for logins; failures here count together with failed logins */
  constructor(parts: { database: Database; secret: string; clock: () => Date }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#limits = new LoginLimits(parts);
  }

  /**
   * Changes the caller's password and ends their other sessions.
   * @throws Refused unauthenticated, forbidden, wrong-password, too-many-requests
   */
  async changePassword(
    caller: Caller,
    { currentPassword, newPassword }: PasswordChange,
    info: RequestInfo,
  ): Promise<void> {
    const person = requirePerson(caller);
    const { userId, via } = person;
    await this.#change(person, currentPassword, info, {
      column: 'password_hash',
      value: () => hashPassword(newPassword),
      finish: async (em, now) => {
        await endSessions(em, userId, 'password-changed', now, via.sessionId);
        await audit(em, { caller: person, action: 'password.changed', target: { kind: 'user', id: userId }, info });
        await logEvent(em, { topic: 'user', kind: 'password-changed', userId });
      },
    });
  }

  /**
   * Changes the caller's mail address. It takes the password, because links to new passwords go there.
   * @throws Refused unauthenticated, forbidden, wrong-password, too-many-requests
   */
  async changeEmail(caller: Caller, { currentPassword, email }: EmailChange, info: RequestInfo): Promise<void> {
    const person = requirePerson(caller);
    const { userId } = person;
    await this.#change(person, currentPassword, info, {
      column: 'email',
      value: async () => email,
      finish: async (em) => {
        const line = { target: { kind: 'user', id: userId }, info, details: { fields: ['email'] } };
        await audit(em, { caller: person, action: 'user.changed', ...line });
        await logEvent(em, { topic: 'user', kind: 'changed', userId });
      },
    });
  }

  /** Writes one column of the caller's account, once the password was right. */
  async #change(
    person: PersonCaller,
    currentPassword: string,
    info: RequestInfo,
    change: {
      column: 'password_hash' | 'email';
      value: () => Promise<string>;
      finish: (em: EntityManager, now: Date) => Promise<void>;
    },
  ): Promise<void> {
    const target = { kind: 'user', id: person.userId };
    await this.#changes(async () => {
      const reservation = await this.#limits.reserve(person.username, info.address);
      const user = await this.#database.row<{ password_hash: string }>(
        'select password_hash from app_user where id = $1 and disabled_at is null',
        [person.userId],
      );
      if (user === null) throw pleaseLogIn();
      if (!(await verifyPassword(user.password_hash, currentPassword))) {
        await this.#database.write((em) =>
          audit(em, { caller: person, action: 'password.change-failed', target, info }),
        );
        throw new Refused({ kind: 'wrong-password' });
      }
      const value = await change.value();
      const now = this.#clock();
      await this.#database.write(async (em) => {
        // Signed again below, only if the row matched its signature before.
        await em.execute('select 1 from app_user where id = ? for no key update', [person.userId]);
        if (!(await verifiedRows(em, ACCOUNTS, [person.userId])).has(person.userId)) throw pleaseLogIn();
        // The password may have been changed by others, or the account disabled, meanwhile.
        const changed: unknown[] = await em.execute(
          `update app_user set ${change.column} = ?, updated_at = ?, version = version + 1
           where id = ? and password_hash = ? and disabled_at is null returning id`,
          [value, now, person.userId, user.password_hash],
        );
        if (changed.length === 0) throw new Refused({ kind: 'wrong-password' });
        await signRows(em, ACCOUNTS, [person.userId]);
        await em.execute('delete from login_failure where id = ?', [reservation]);
        await change.finish(em, now);
      });
    });
  }

  /** The caller's open sessions, last used first. @throws Refused unauthenticated, forbidden */
  async sessions(caller: Caller): Promise<SessionView[]> {
    const { userId, via } = requirePerson(caller);
    // Without a new token for so long, the last refresh token has expired.
    const renewable = new Date(this.#clock().getTime() - REFRESH_TOKEN_MS);
    return this.#database.rows<SessionView>(
      `select id, created_at as "createdAt", last_used_at as "lastUsedAt", device, id = $2 as current from session
       where user_id = $1 and ended_at is null and last_used_at > $3
       order by last_used_at desc, id limit ${SESSIONS_SHOWN}`,
      [userId, via.sessionId, renewable],
    );
  }

  /** Ends one of the caller's sessions. @throws Refused unauthenticated, forbidden, not-found */
  async endSession(caller: Caller, id: string, info: RequestInfo): Promise<void> {
    const person = requirePerson(caller);
    if (!isUuid(id)) throw notFound('Session');
    const now = this.#clock();
    await this.#database.writeFromReserve(async (em) => {
      const [ended]: { id: string }[] = await em.execute(
        `update session set ended_at = ?, end_reason = 'ended-by-owner', seal = null
         where id = ? and user_id = ? and ended_at is null returning id`,
        [now, id, person.userId],
      );
      if (ended === undefined) throw notFound('Session');
      await auditEnded(em, [ended]);
      await audit(em, { caller: person, action: 'session.ended', target: { kind: 'session', id: ended.id }, info });
      await logEvent(em, { topic: 'user', kind: 'session-ended', userId: person.userId });
    });
  }

  /** Ends all of the caller's sessions, this one too. @returns how many. @throws Refused unauthenticated, forbidden */
  async endAllSessions(caller: Caller, info: RequestInfo): Promise<number> {
    const person = requirePerson(caller);
    return this.#database.writeFromReserve(async (em) => {
      const ended = await endSessions(em, person.userId, 'ended-by-owner', this.#clock());
      const target = { kind: 'user', id: person.userId };
      await audit(em, { caller: person, action: 'session.ended', target, info });
      await logEvent(em, { topic: 'user', kind: 'session-ended', userId: person.userId });
      return ended;
    });
  }
}
