import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PersonCaller } from '../../../server/platform/access/caller.ts';
import type { Database } from '../../../server/platform/database/database.ts';
import { IdentityService, type SessionTokens } from '../../../server/modules/identity/identityService.ts';
import { LoginLimits } from '../../../server/modules/identity/loginLimits.ts';
import { refreshTokenHash } from '../../../server/modules/identity/refreshTokens.ts';
import { ACCOUNTS } from '../../../server/modules/identity/signedIdentity.ts';
import { UserService, type UserView } from '../../../server/modules/identity/userService.ts';
import { Refused, type RefusalKind } from '../../../server/platform/errors/refusal.ts';
import { createDatabase } from '../../support/database.ts';
import { connectAsProgram, resign } from '../../support/sealed.ts';

const SECRET = 'a secret of at least thirty-two characters';
const PASSWORD = 'dried-in-the-sun';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let now = Date.parse('2026-03-14T12:00:00Z');
const clock = () => new Date(now);
const pass = (ms: number) => (now += ms);

let testDatabase: Awaited<ReturnType<typeof createDatabase>>;
let database: Database;
let otherDatabase: Database;
/** two processes on one database */
let identity: IdentityService;
let elsewhere: IdentityService;
let users: UserService;
let count = 0;

beforeAll(async () => {
  testDatabase = await createDatabase();
  database = await connectAsProgram(testDatabase.url, { poolSize: 10 });
  otherDatabase = await connectAsProgram(testDatabase.url, { poolSize: 10 });
  identity = new IdentityService({ database, secret: SECRET, clock });
  elsewhere = new IdentityService({ database: otherDatabase, secret: SECRET, clock });
  users = new UserService({ database });
});

afterAll(async () => {
  await database?.close();
  await otherDatabase?.close();
  await testDatabase?.drop();
});

/** An account and an address that no other test uses. */
async function newPerson({ demo = false } = {}): Promise<{ user: UserView; address: string }> {
  count += 1;
  const user = await users.addUser({
    username: `Kila-${count}`,
    name: 'Maria Kila',
    role: 'farmer',
    email: 'kila@example.org',
    farmId: 'farm001',
    password: PASSWORD,
    demo,
  });
  return { user, address: `203.0.113.${count}` };
}

async function loggedIn(): Promise<SessionTokens & { address: string }> {
  const { user, address } = await newPerson();
  return { ...(await identity.login(user.username, PASSWORD, { address })), address };
}

/** Kind of the refusal, or 'done'. */
async function outcome(work: Promise<unknown>): Promise<RefusalKind | 'done'> {
  try {
    await work;
    return 'done';
  } catch (error) {
    if (error instanceof Refused) return error.refusal.kind;
    throw error;
  }
}

async function sessionRow(user: PersonCaller): Promise<{ ended_at: Date | null; end_reason: string | null } | null> {
  return database.row('select ended_at, end_reason from session where id = $1', [user.via.sessionId]);
}

async function eventsOf(userId: string): Promise<string[]> {
  const rows = await database.rows<{ kind: string }>(
    `select kind from event_log where topic = 'user' and user_id = $1 order by 1`,
    [userId],
  );
  return rows.map(({ kind }) => kind);
}

describe('login', () => {
  it('gives an access token of 15 minutes that tells who calls', async () => {
    const { user, address } = await newPerson();
    const tokens = await identity.login(`  ${user.username.toLowerCase()} `, PASSWORD, { address });
    expect(tokens.accessTokenExpiresAt).toEqual(new Date(now + 15 * MINUTE));
    expect(await elsewhere.tokenExpiry(tokens.accessToken)).toEqual(tokens.accessTokenExpiresAt);
    expect(await elsewhere.authenticate(tokens.accessToken, '127.0.0.1')).toEqual({
      kind: 'user',
      userId: user.id,
      username: user.username,
      name: 'Maria Kila',
      role: 'farmer',
      email: 'kila@example.org',
      farmId: 'FARM001',
      via: tokens.user.via,
    });
  });

  it('answers the same for a wrong password, an unknown name and a name that nobody can have', async () => {
    const { user, address } = await newPerson();
    for (const [username, password] of [
      [user.username, 'dried-in-the-rain'],
      ['nobody-here', PASSWORD],
      ["x' or true --\0", PASSWORD],
    ] as const) {
      expect(await outcome(identity.login(username, password, { address }))).toBe('invalid-credentials');
    }
    expect(await outcome(identity.login('', PASSWORD, { address }))).toBe('invalid');
    expect(await outcome(identity.login(user.username, '', { address }))).toBe('invalid');
  });

  it('keeps the refresh token as a keyed hash alone', async () => {
    const { refreshToken, user } = await loggedIn();
    const rows = await database.rows<{ hash: Buffer }>('select hash from refresh_token where session_id = $1', [
      user.via.sessionId,
    ]);
    const kept = database.seals.keyedHash('refresh-token', refreshTokenHash(refreshToken));
    expect(rows.map(({ hash }) => hash)).toEqual([kept]);
  });
});

describe('login limits', () => {
  it('let exactly ten of thirty wrong logins at once be checked, over two processes', async () => {
    const { user, address } = await newPerson();
    const attempts = Array.from({ length: 30 }, (_, index) =>
      outcome((index % 2 === 0 ? identity : elsewhere).login(user.username, `wrong-${index}`, { address })),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((kind) => kind === 'invalid-credentials')).toHaveLength(10);
    expect(outcomes.filter((kind) => kind === 'too-many-requests')).toHaveLength(20);
  });

  it('refuse then also the right password, until the window has passed, and from that address alone', async () => {
    const { user, address } = await newPerson();
    for (let index = 0; index < 10; index += 1) {
      await outcome(identity.login(user.username, 'dried-in-the-rain', { address }));
    }
    pass(5 * MINUTE);
    await expect(identity.login(user.username.toUpperCase(), PASSWORD, { address })).rejects.toMatchObject({
      refusal: { kind: 'too-many-requests', retryAfterSeconds: 600 },
    });
    expect(await outcome(identity.login(user.username, PASSWORD, { address: '198.51.100.7' }))).toBe('done');
    pass(10 * MINUTE);
    expect(await outcome(identity.login(user.username, PASSWORD, { address }))).toBe('done');
  });

  it('do not count right logins, however many come at once', async () => {
    const { user, address } = await newPerson();
    const attempts = Array.from({ length: 40 }, () => outcome(identity.login(user.username, PASSWORD, { address })));
    expect(new Set(await Promise.all(attempts))).toEqual(new Set(['done']));
    expect(await outcome(identity.login(user.username, PASSWORD, { address }))).toBe('done');
  });

  it('let a hundred failures of one address through, whatever the names, and clear old rows away', async () => {
    pass(15 * MINUTE);
    const limits = new LoginLimits({ database, secret: SECRET, clock });
    const attempts = Array.from({ length: 120 }, (_, index) =>
      outcome(limits.reserve(`name-${index}`, `2001:db8::${index + 1}`)),
    );
    const outcomes = await Promise.all(attempts);
    expect(outcomes.filter((kind) => kind === 'done')).toHaveLength(100);
    expect(outcomes.filter((kind) => kind === 'too-many-requests')).toHaveLength(20);
    expect(await database.row('select count(*) as rows from login_failure')).toEqual({ rows: 100 });
  });

  it('are kept of a name and an address as nobody can tell them without the secret', async () => {
    const kept = async (secret: string) => {
      const id = await new LoginLimits({ database, secret, clock }).reserve('kila', '198.51.100.44');
      return database.row<{ account: string; address: string }>(
        `select encode(account_key, 'hex') as account, encode(address_key, 'hex') as address from login_failure where id = $1`,
        [id],
      );
    };
    const [first, again, other] = [await kept(SECRET), await kept(SECRET), await kept(`${SECRET}!`)];
    expect(again).toEqual(first);
    expect(other?.account).not.toBe(first?.account);
    expect(other?.address).not.toBe(first?.address);
  });
});

describe('refresh', () => {
  it('rotates: both tokens are new, and the old refresh token is used up', async () => {
    const first = await loggedIn();
    pass(14 * MINUTE);
    const second = await identity.refresh(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(second.user).toEqual(first.user);
    expect(second.accessTokenExpiresAt).toEqual(new Date(now + 15 * MINUTE));
    expect((await identity.refresh(second.refreshToken)).user).toEqual(first.user);
  });

  it('of a used token ends the whole family, everywhere', async () => {
    const first = await loggedIn();
    const second = await identity.refresh(first.refreshToken);
    const third = await identity.refresh(second.refreshToken);
    for (const process of [identity, elsewhere]) await process.authenticate(third.accessToken, '127.0.0.1');
    expect(await outcome(identity.refresh(first.refreshToken))).toBe('session-ended');
    expect(await sessionRow(first.user)).toEqual({ ended_at: clock(), end_reason: 'refresh-token-reused' });
    expect(await outcome(identity.refresh(third.refreshToken))).toBe('session-ended');
    expect(await outcome(identity.authenticate(third.accessToken, '127.0.0.1'))).toBe('unauthenticated');
    pass(2_000);
    expect(await outcome(elsewhere.authenticate(third.accessToken, '127.0.0.1'))).toBe('unauthenticated');
    expect(await eventsOf(first.user.userId)).toEqual(['added', 'session-ended']);
  });

  it('leaves other sessions of the user alone', async () => {
    const first = await loggedIn();
    const other = await identity.login(first.user.username, PASSWORD, first);
    await identity.refresh(first.refreshToken);
    await outcome(identity.refresh(first.refreshToken));
    expect(await outcome(identity.refresh(other.refreshToken))).toBe('done');
  });

  it('of the same attempt within 60 s gives the same successor and a fresh access token', async () => {
    const first = await loggedIn();
    const lost = await identity.refresh(first.refreshToken, 'attempt-1');
    pass(MINUTE);
    const again = await elsewhere.refresh(first.refreshToken, 'attempt-1');
    expect(again.refreshToken).toBe(lost.refreshToken);
    expect(again.accessTokenExpiresAt).toEqual(new Date(now + 15 * MINUTE));
    expect(await outcome(identity.refresh(again.refreshToken, 'attempt-2'))).toBe('done');
  });

  it.each<[string, (token: string) => Promise<unknown>]>([
    ['another attempt', (token) => identity.refresh(token, 'attempt-2')],
    ['no attempt', (token) => identity.refresh(token)],
    ['the same attempt after 60 s', (token) => (pass(MINUTE + 1), identity.refresh(token, 'attempt-1'))],
  ])('of a used token by %s is reuse', async (_, again) => {
    const first = await loggedIn();
    const second = await identity.refresh(first.refreshToken, 'attempt-1');
    expect(await outcome(again(first.refreshToken))).toBe('session-ended');
    expect(await outcome(identity.refresh(second.refreshToken))).toBe('session-ended');
  });

  it('of the same attempt is reuse once the successor was used: its answer had arrived', async () => {
    const first = await loggedIn();
    const second = await identity.refresh(first.refreshToken, 'attempt-1');
    const third = await identity.refresh(second.refreshToken, 'attempt-2');
    expect(await outcome(identity.refresh(first.refreshToken, 'attempt-1'))).toBe('session-ended');
    expect(await outcome(identity.refresh(third.refreshToken))).toBe('session-ended');
  });

  it('by several requests of one attempt at once gives all the same successor', async () => {
    const { refreshToken } = await loggedIn();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 === 0 ? identity : elsewhere).refresh(refreshToken, 'attempt-1'),
      ),
    );
    const successors = new Set(answers.map((answer) => answer.refreshToken));
    expect(successors.size).toBe(1);
    expect(successors).not.toContain(refreshToken);
  });

  it('by different attempts at once succeeds for one, and ends the family', async () => {
    const first = await loggedIn();
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        outcome((index % 2 === 0 ? identity : elsewhere).refresh(first.refreshToken, `attempt-${index}`)),
      ),
    );
    expect(outcomes.filter((kind) => kind === 'done')).toHaveLength(1);
    expect(outcomes.filter((kind) => kind === 'session-ended')).toHaveLength(5);
    expect(await sessionRow(first.user)).toMatchObject({ end_reason: 'refresh-token-reused' });
  });

  it('stays in order when old and new tokens of one session come at once', async () => {
    const first = await loggedIn();
    let token = first.refreshToken;
    const seen = [token];
    for (let index = 0; index < 4; index += 1) {
      token = (await identity.refresh(token, `attempt-${index}`)).refreshToken;
      seen.push(token);
    }
    const outcomes = await Promise.all(seen.map((each) => outcome(elsewhere.refresh(each, 'attempt-9'))));
    expect(outcomes.filter((kind) => kind === 'session-ended').length).toBeGreaterThanOrEqual(4);
    expect(await sessionRow(first.user)).toMatchObject({ end_reason: 'refresh-token-reused' });
  });

  it('is refused after 30 days, for an unknown token, and for an attemptId out of form', async () => {
    const { refreshToken } = await loggedIn();
    expect(await outcome(identity.refresh(refreshToken, 'no spaces'))).toBe('invalid');
    expect(await outcome(identity.refresh('unknown'))).toBe('session-ended');
    pass(30 * DAY);
    expect(await outcome(identity.refresh(refreshToken))).toBe('session-ended');
  });
});

describe('logout', () => {
  it('ends the session of the token', async () => {
    const { refreshToken, accessToken, user } = await loggedIn();
    await identity.authenticate(accessToken, '127.0.0.1');
    expect(await identity.logout(user, refreshToken)).toBe(true);
    expect(await outcome(identity.authenticate(accessToken, '127.0.0.1'))).toBe('unauthenticated');
    expect(await outcome(identity.refresh(refreshToken))).toBe('session-ended');
    expect(await sessionRow(user)).toEqual({ ended_at: clock(), end_reason: 'logout' });
    expect(await identity.logout(user, refreshToken)).toBe(true);
    expect(await eventsOf(user.userId)).toEqual(['added', 'session-ended']);
  });

  it("does nothing to someone else's session", async () => {
    const mine = await loggedIn();
    const theirs = await loggedIn();
    expect(await identity.logout(mine.user, theirs.refreshToken)).toBe(false);
    expect(await outcome(identity.refresh(theirs.refreshToken))).toBe('done');
    expect(await outcome(identity.logout({ kind: 'anonymous' }, mine.refreshToken))).toBe('unauthenticated');
  });
});

describe('a disabled user', () => {
  it('is refused at once where the event arrives, elsewhere within two seconds, and cannot come back', async () => {
    const { user, address } = await newPerson({ demo: true });
    const { accessToken, refreshToken, user: caller } = await identity.login(user.username, PASSWORD, { address });
    await identity.authenticate(accessToken, '127.0.0.1');
    await elsewhere.authenticate(accessToken, '127.0.0.1');
    expect(await users.disableDemoUsers()).toBe(1);
    expect(await users.disableDemoUsers()).toBe(0);
    identity.forget(user.id);
    expect(await outcome(identity.authenticate(accessToken, '127.0.0.1'))).toBe('unauthenticated');
    pass(2_000);
    expect(await outcome(elsewhere.authenticate(accessToken, '127.0.0.1'))).toBe('unauthenticated');
    expect(await outcome(identity.refresh(refreshToken))).toBe('session-ended');
    expect(await outcome(identity.login(user.username, PASSWORD, { address }))).toBe('invalid-credentials');
    expect(await eventsOf(user.id)).toEqual(['added', 'disabled']);
    expect(await sessionRow(caller)).toMatchObject({ end_reason: 'user-disabled' });
    const told = await database.rows(
      `select role, action from audit_entry where target_kind = 'user' and target_id = $1 order by id`,
      [user.id],
    );
    expect(told.slice(0, 2)).toEqual([
      { role: 'system', action: 'user.created' },
      { role: 'system', action: 'user.disabled' },
    ]);
  });
});

describe('a user disabled without the end of their sessions', () => {
  it('is refused as well', async () => {
    const { user, accessToken, refreshToken } = await loggedIn();
    await database.rows('update app_user set disabled_at = $1 where id = $2', [clock(), user.userId]);
    await resign(database, ACCOUNTS, user.userId);
    expect(await outcome(identity.authenticate(accessToken, '127.0.0.1'))).toBe('unauthenticated');
    expect(await outcome(identity.refresh(refreshToken))).toBe('session-ended');
  });
});

describe('addUser', () => {
  it('refuses a name that is taken, compared without case', async () => {
    const { user } = await newPerson();
    const again = users.addUser({
      username: user.username.toUpperCase(),
      name: 'X',
      role: 'admin',
      password: PASSWORD,
    });
    expect(await outcome(again)).toBe('username-taken');
  });
});
