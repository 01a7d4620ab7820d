import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Rate } from '../../platform/rate-limits/rate.ts';
import type { Database } from '../../platform/database/database.ts';
import { logEvent } from '../../platform/change-feed/eventLog.ts';
import { PreparedStatement } from '../../platform/database/preparedStatement.ts';
import { pleaseLogIn, Refused } from '../../platform/errors/refusal.ts';
import { newSignatures } from '../../platform/row-signatures/signedRows.ts';
import type { SignedFacts } from '../../platform/row-signatures/signedKinds.ts';
import { AccessTokens } from './accessTokens.ts';
import { audit } from '../../platform/audit-log/audit.ts';
import {
  requirePerson,
  type Caller,
  type PersonCaller,
  type RequestInfo,
  type UserCaller,
} from '../../platform/access/caller.ts';
import { CallerCache } from './callerCache.ts';
import { auditEnded } from './endSessions.ts';
import { deviceOf } from './userAgent.ts';
import { isApiKey, KeyReader } from './keyReader.ts';
import { LoginLimits } from './loginLimits.ts';
import { USERNAME } from '../../domain/access/accountInput.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { verifyPassword } from './passwords.ts';
import {
  newRefreshToken,
  openSuccessor,
  REFRESH_TOKEN_MS,
  refreshTokenHash,
  SAME_ATTEMPT_MS,
  signSuccessor,
} from './refreshTokens.ts';
import { ACCOUNTS, newTokenFacts, REFRESH_TOKENS, sessionFacts, SESSIONS } from './signedIdentity.ts';
import { loginInput, logoutInput, refreshInput } from './sessionInput.ts';
import { limitConcurrency } from '../../platform/concurrency/limitConcurrency.ts';
import type { StoredRow } from '../../platform/database/tableRow.ts';
import { instantText } from '../../platform/row-signatures/instantSql.ts';

/** What a person holds after login or refresh. */
export interface SessionTokens {
  user: PersonCaller;
  accessToken: string;
  accessTokenExpiresAt: Date;
  refreshToken: string;
}

/** Logins in work at a time, per process: argon2id takes a core and 19 MiB for each. */
const LOGINS_AT_ONCE = 2;

/** What a login brings: its address for the limits, its device for the session, the rest for the audit table. */
export type LoginInfo = Pick<RequestInfo, 'address'> & Partial<RequestInfo>;

interface UserRow extends StoredRow<'app_user', 'id' | 'username' | 'name' | 'role' | 'email' | 'farm_id'> {
  account_facts: SignedFacts;
  account_seal: string | null;
}

/** With the session that the account is asked for. */
interface SessionRow extends UserRow {
  session_id: string;
  session_facts: SignedFacts;
  session_seal: string | null;
}

interface PresentedToken extends SessionRow {
  token_facts: SignedFacts;
  token_seal: string | null;
  dead: boolean;
  used: boolean;
  attempt_id: StoredRow<'refresh_token'>['attempt_id'];
  recent: boolean | null;
  successor_sealed: StoredRow<'refresh_token'>['successor_sealed'];
}

const USER_COLUMNS = `u.id, u.username, u.name, u.role, u.email, u.farm_id, ${ACCOUNTS.facts('u')} as account_facts,
  u.seal as account_seal`;
const SESSION_COLUMNS = `s.id as session_id, ${SESSIONS.facts('s')} as session_facts, s.seal as session_seal`;

const PRESENTED = new PreparedStatement<PresentedToken>(
  `select ${USER_COLUMNS}, ${SESSION_COLUMNS}, ${REFRESH_TOKENS.facts('t')} as token_facts, t.seal as token_seal,
     t.used_at is not null as used, t.attempt_id, t.used_at >= $1 as recent,
     t.successor_sealed, s.ended_at is not null or u.disabled_at is not null or t.expires_at <= $2 as dead
   from refresh_token t join session s on s.id = t.session_id join app_user u on u.id = s.user_id
   where t.hash = $3`,
);

/** Signs people in and out and identifies callers. Times come from `clock`. */
export class IdentityService {
  readonly #database: Database;
  readonly #clock: () => Date;
  readonly #accessTokens: AccessTokens;
  readonly #limits: LoginLimits;
  readonly #callers: CallerCache<PersonCaller>;
  readonly #keys: KeyReader;
  readonly #signIns: Rate | null;
  readonly #logins = limitConcurrency(LOGINS_AT_ONCE);

  /**
   * @param parts.secret AUTH_SECRET, the same in all processes
   * @param parts.failures limit of unknown partner keys for an address; unlimited by default
   * @param parts.signIns limit of sign-ins of an account, with renewals; unlimited by default
   */
  constructor(parts: {
    database: Database;
    secret: string;
    clock: () => Date;
    failures?: Rate | null;
    signIns?: Rate | null;
  }) {
    this.#database = parts.database;
    this.#clock = parts.clock;
    this.#accessTokens = new AccessTokens(parts.secret, parts.clock);
    this.#limits = new LoginLimits(parts);
    this.#callers = new CallerCache(parts.clock);
    this.#keys = new KeyReader({ ...parts, failures: parts.failures ?? null });
    this.#signIns = parts.signIns ?? null;
  }

  /**
   * Starts a session. An unknown name, a wrong password and a disabled user have the same answer and the same response
   * time.
   * @throws Refused invalid, invalid-credentials, too-many-requests (then also with the right password)
   */
  async login(username: string, password: string, info: LoginInfo): Promise<SessionTokens> {
    const input = parseInput(loginInput, { username, password });
    // The reservation is made with a slot in hand: so few are open at a time that many right logins at once, which hold
    // theirs until the password is checked, cannot fill the limit.
    return this.#logins(async () => {
      const reservation = await this.#limits.reserve(input.username, info.address);
      const user = await this.#userByName(input.username);
      const correct = await verifyPassword(user?.password_hash ?? null, input.password);
      if (user !== null && correct) this.#signIns?.count(user.id);
      const session = user !== null && correct ? await this.#start(user, reservation, info) : null;
      if (session === null) {
        await this.#auditFailure(user?.id ?? null, info);
        throw wrongCredentials();
      }
      return session;
    });
  }

  /**
   * Exchanges a refresh token for new tokens. A reused one ends its session: it may be stolen. Only the same attempt
   * within 60 s gets the same successor, until that one is used: its answer was lost.
   * @param attemptId the client's id of the attempt, unchanged in retries
   * @throws Refused invalid, session-ended, too-many-requests
   */
  async refresh(refreshToken: string, attemptId?: string | null, info?: RequestInfo): Promise<SessionTokens> {
    const input = parseInput(refreshInput, { refreshToken, attemptId });
    const now = this.#clock();
    const exchanged = await this.#database.writeFromReserve(async (em) => {
      const presented = await this.#lockToken(em, input.refreshToken, now);
      if (presented === null || presented.dead) return null;
      if (!presented.used) this.#signIns?.count(presented.id);
      const successor = presented.used
        ? repeated(presented, input.refreshToken, input.attemptId ?? null)
        : await this.#rotate(em, presented, input.refreshToken, input.attemptId ?? null, now);
      if (successor === null) {
        await this.#end(em, presented.session_id, presented.id, 'refresh-token-reused', now);
        // The token was presented by its owner or by somebody who copied it.
        const target = { kind: 'session', id: presented.session_id };
        await audit(em, { caller: { kind: 'anonymous' }, action: 'session.ended-by-reuse', target, info });
      }
      return { presented, successor };
    });
    if (exchanged === null) throw sessionEnded();
    const { presented, successor } = exchanged;
    if (successor === null) {
      this.forget(presented.id);
      throw sessionEnded();
    }
    return this.#tokens(callerOf(presented, presented.session_id), successor);
  }

  /**
   * Ends the session of a refresh token, if it is the caller's.
   * @returns whether that session has ended; false for a token that is unknown or someone else's
   * @throws Refused unauthenticated, invalid, forbidden for a partner key
   */
  async logout(caller: Caller, refreshToken: string, info?: RequestInfo): Promise<boolean> {
    const person = requirePerson(caller);
    const { userId } = person;
    const input = parseInput(logoutInput, { refreshToken });
    const now = this.#clock();
    const ended = await this.#database.writeFromReserve(async (em) => {
      const presented = await this.#lockToken(em, input.refreshToken, now);
      if (presented === null || presented.id !== userId) return false;
      if (await this.#end(em, presented.session_id, userId, 'logout', now)) {
        const target = { kind: 'session', id: presented.session_id };
        await audit(em, { caller: person, action: 'session.logout', target, info });
      }
      return true;
    });
    this.forget(userId);
    return ended;
  }

  /**
   * The caller of an access token or a partner key. An ended session, a disabled user or a revoked key is rejected
   * within two seconds, sooner if `forget` is called. Access tokens with a wrong signature are rejected without the
   * database; unknown keys are limited by address.
   * @param address from which the token came
   * @throws Refused unauthenticated; too-many-requests (an unknown key from an address that has tried too many)
   */
  async authenticate(token: string, address: string): Promise<UserCaller> {
    if (isApiKey(token)) return this.#keys.authenticate(token, address);
    const { userId, sessionId } = await this.#accessTokens.verify(token);
    const caller = await this.#callers.get(sessionId, userId, () => this.#readCaller(userId, sessionId));
    if (caller === null) throw pleaseLogIn();
    return caller;
  }

  /** When an access token expires: sockets are closed then. Null for a partner key. @throws Refused unauthenticated */
  async tokenExpiry(token: string): Promise<Date | null> {
    return isApiKey(token) ? null : (await this.#accessTokens.verify(token)).expiresAt;
  }

  /**
   * Reads a user or a partner key again at the next request: called for each event of topic 'user' and 'key'.
   * @param subject id of the user or the key
   */
  forget(subject: string): void {
    this.#callers.forget(subject);
    this.#keys.forget();
  }

  async #userByName(username: string): Promise<(UserRow & { password_hash: string }) | null> {
    if (!USERNAME.test(username)) return null;
    const row = await this.#database.row<UserRow & { password_hash: string }>(
      `select ${USER_COLUMNS}, u.password_hash from app_user u where lower(u.username) = lower($1)`,
      [username],
    );
    return row !== null && this.#isWhole(row) ? row : null;
  }

  #isWhole(user: UserRow): boolean {
    return this.#database.seals.holds('account', user.id, user.account_facts, user.account_seal);
  }

  /** Whether both the account and the session are as the program made them. */
  #isWholeSession(row: SessionRow): boolean {
    const whole = this.#database.seals.holds('session', row.session_id, row.session_facts, row.session_seal);
    return this.#isWhole(row) && whole;
  }

  async #readCaller(userId: string, sessionId: string): Promise<PersonCaller | null> {
    const row = await this.#database.row<SessionRow>(
      `select ${USER_COLUMNS}, ${SESSION_COLUMNS} from session s join app_user u on u.id = s.user_id
       where s.id = $1 and u.id = $2 and s.ended_at is null and u.disabled_at is null`,
      [sessionId, userId],
    );
    return row === null || !this.#isWholeSession(row) ? null : callerOf(row, sessionId);
  }

  /** Null for a disabled user, and for one who got another password meanwhile. */
  async #start(
    user: UserRow & { password_hash: string },
    reservation: string,
    info: LoginInfo,
  ): Promise<SessionTokens | null> {
    const now = this.#clock();
    const sessionId = randomUUID();
    const refreshToken = newRefreshToken();
    const caller = callerOf(user, sessionId);
    const started = await this.#database.writeFromReserve(async (em) => {
      // Checked only here: the user may also have been disabled, or got another password, while this one was hashed.
      const unchanged: unknown[] = await em.execute(
        'select 1 from app_user where id = ? and password_hash = ? and disabled_at is null for share',
        [user.id, user.password_hash],
      );
      if (unchanged.length === 0) return false;
      await em.execute(
        'insert into session (id, user_id, created_at, last_used_at, device, seal) values (?, ?, ?, ?, ?, ?)',
        [
          sessionId,
          user.id,
          now,
          now,
          deviceOf(info.userAgent),
          this.#database.seals.seal('session', sessionId, sessionFacts(user.id)),
        ],
      );
      await this.#insertToken(em, sessionId, refreshToken, now);
      await em.execute('delete from login_failure where id = ?', [reservation]);
      await audit(em, { caller, action: 'session.login', target: { kind: 'session', id: sessionId }, info });
      return true;
    });
    return started ? this.#tokens(caller, refreshToken) : null;
  }

  /** The same work with and without such an account, so that its time reveals nothing. */
  async #auditFailure(userId: string | null, info: LoginInfo): Promise<void> {
    const target = userId === null ? undefined : { kind: 'user', id: userId };
    await this.#database.writeFromReserve((em) =>
      audit(em, { caller: { kind: 'anonymous' }, action: 'session.login-failed', target, info }),
    );
  }

  /** The stored hash of a refresh token, by which it is found. */
  #hashOf(refreshToken: string): Buffer {
    return this.#database.seals.keyedHash('refresh-token', refreshTokenHash(refreshToken));
  }

  /**
   * What is known of a refresh token; null for an unknown one, and where the token, its session or its account is not as the
   * program made it. Its session's row is locked until the transaction ends: whatever happens to the tokens of one session
   * happens one after the other.
   */
  async #lockToken(em: EntityManager, refreshToken: string, now: Date): Promise<PresentedToken | null> {
    const hash = this.#hashOf(refreshToken);
    await em.execute(
      'select 1 from session where id = (select session_id from refresh_token where hash = ?) for update',
      [hash],
    );
    // Read by a separate statement, so that it sees the changes of the transaction that held the lock before.
    const [row] = await PRESENTED.run(em, [new Date(now.getTime() - SAME_ATTEMPT_MS), now, hash]);
    // An ended session has no row signature, and no token is issued for it.
    if (row === undefined || row.dead) return row ?? null;
    const { seals } = this.#database;
    const whole = seals.holds('refresh-token', hash.toString('hex'), row.token_facts, row.token_seal);
    return this.#isWholeSession(row) && whole ? row : null;
  }

  /** Marks a token as used and makes its successor. */
  async #rotate(
    em: EntityManager,
    { session_id: sessionId, token_facts, token_seal }: PresentedToken,
    refreshToken: string,
    attemptId: string | null,
    now: Date,
  ): Promise<string> {
    const successor = newRefreshToken();
    // A caller with this token has received it, so its predecessors are not answered again.
    await em.execute(
      'update refresh_token set successor_sealed = null where session_id = ? and successor_sealed is not null',
      [sessionId],
    );
    const hash = this.#hashOf(refreshToken);
    const used = {
      identity: hash.toString('hex'),
      facts: { ...token_facts, usedAt: instantText(now), attemptId },
      seal: token_seal,
    };
    const [sealed] = await newSignatures(em, REFRESH_TOKENS, [used]);
    await em.execute(
      'update refresh_token set used_at = ?, attempt_id = ?, successor_sealed = ?, seal = ? where hash = ?',
      [now, attemptId, attemptId === null ? null : signSuccessor(refreshToken, successor), sealed?.seal ?? null, hash],
    );
    await this.#insertToken(em, sessionId, successor, now);
    await em.execute('delete from refresh_token where session_id = ? and expires_at <= ?', [sessionId, now]);
    await em.execute('update session set last_used_at = ? where id = ?', [now, sessionId]);
    return successor;
  }

  async #insertToken(em: EntityManager, sessionId: string, refreshToken: string, now: Date): Promise<void> {
    const hash = this.#hashOf(refreshToken);
    const expiresAt = new Date(now.getTime() + REFRESH_TOKEN_MS);
    const facts = newTokenFacts(sessionId, expiresAt);
    await em.execute(
      'insert into refresh_token (hash, session_id, issued_at, expires_at, seal) values (?, ?, ?, ?, ?)',
      [hash, sessionId, now, expiresAt, this.#database.seals.seal('refresh-token', hash.toString('hex'), facts)],
    );
  }

  /** Ends a session and says so to all processes. @returns whether it was open until now */
  async #end(em: EntityManager, sessionId: string, userId: string, reason: string, now: Date): Promise<boolean> {
    const ended: { id: string }[] = await em.execute(
      'update session set ended_at = ?, end_reason = ?, seal = null where id = ? and ended_at is null returning id',
      [now, reason, sessionId],
    );
    await auditEnded(em, ended);
    if (ended.length > 0) await logEvent(em, { topic: 'user', kind: 'session-ended', userId });
    return ended.length > 0;
  }

  async #tokens(user: PersonCaller, refreshToken: string): Promise<SessionTokens> {
    const { token, expiresAt } = await this.#accessTokens.issue(user.userId, user.via.sessionId);
    return { user, accessToken: token, accessTokenExpiresAt: expiresAt, refreshToken };
  }
}

/** The successor that a used token already has, for the same attempt; null for anyone else: reuse. */
function repeated(presented: PresentedToken, refreshToken: string, attemptId: string | null): string | null {
  const { attempt_id, recent, successor_sealed } = presented;
  const same = attemptId !== null && attempt_id === attemptId && recent === true;
  return same && successor_sealed !== null ? openSuccessor(refreshToken, successor_sealed) : null;
}

function callerOf(row: UserRow, sessionId: string): PersonCaller {
  return {
    kind: 'user',
    userId: row.id,
    username: row.username,
    name: row.name,
    role: row.role,
    email: row.email,
    farmId: row.farm_id,
    via: { kind: 'session', sessionId },
  };
}

function wrongCredentials(): Refused {
  return new Refused({ kind: 'invalid-credentials' });
}

function sessionEnded(): Refused {
  return new Refused({ kind: 'session-ended' });
}
