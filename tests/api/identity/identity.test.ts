import { randomUUID } from 'node:crypto';
import { decodeJwt, decodeProtectedHeader } from 'jose';
import { verify } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ACCOUNTS } from '../../../server/modules/identity/signedIdentity.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { resign } from '../../support/sealed.ts';

// Passwords are checked as ever; here it is counted how often.
vi.mock('@node-rs/argon2', { spy: true });

let server: TestApp;

beforeAll(async () => {
  server = await createTestApp();
});
afterAll(async () => {
  await server?.stop();
});

interface Tokens {
  accessToken: string;
  refreshToken: string;
}
type Answer = { kind: 'tokens'; tokens: Tokens } | { kind: 'refused'; message: string; retryAfter: number | null };

const SESSION = '__typename ... on Session { accessToken refreshToken } ... on Failure { message }';

/** The same calls over REST and over GraphQL. */
const TRANSPORTS = {
  REST: {
    async login(username: string, password: string): Promise<Answer> {
      return ofRest(await server.rest.send('POST', '/auth/login', { username, password }));
    },
    async refresh(refreshToken: string, attemptId?: string): Promise<Answer> {
      return ofRest(await server.rest.send('POST', '/auth/refresh', { refreshToken, attemptId }));
    },
    async whoami(accessToken: string): Promise<string | null> {
      const { status, data } = await restClient(server.url, accessToken).get('/auth/validate');
      expect(status).toBe(data === undefined ? 401 : 200);
      return data?.user.username ?? null;
    },
    async logout(accessToken: string, refreshToken: string): Promise<boolean | null> {
      const { data } = await restClient(server.url, accessToken).send('POST', '/auth/logout', { refreshToken });
      return data?.loggedOut ?? null;
    },
  },
  GraphQL: {
    async login(username: string, password: string): Promise<Answer> {
      const { data } = await server.graphql.run(
        `mutation ($username: String!, $password: String!) { answer: login(username: $username, password: $password) {
          ${SESSION} ... on TooManyAttempts { retryAfterSeconds } } }`,
        { username, password },
      );
      return ofGraphql(data.answer);
    },
    async refresh(refreshToken: string, attemptId?: string): Promise<Answer> {
      const { data } = await server.graphql.run(
        `mutation ($refreshToken: String!, $attemptId: String) {
          answer: refreshSession(refreshToken: $refreshToken, attemptId: $attemptId) { ${SESSION} } }`,
        { refreshToken, attemptId },
      );
      return ofGraphql(data.answer);
    },
    async whoami(accessToken: string): Promise<string | null> {
      const { data, errors } = await graphqlClient(server.url, accessToken).run('{ me { username } }');
      if (data?.me === null) expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
      return data?.me?.username ?? null;
    },
    async logout(accessToken: string, refreshToken: string): Promise<boolean | null> {
      const { data } = await graphqlClient(server.url, accessToken).run(
        'mutation ($token: String!) { logout(refreshToken: $token) { loggedOut } }',
        { token: refreshToken },
      );
      return data?.logout?.loggedOut ?? null;
    },
  },
};

function ofRest({ status, data, body, headers }: Awaited<ReturnType<typeof server.rest.get>>): Answer {
  if (status === 200)
    return { kind: 'tokens', tokens: { accessToken: data.access_token, refreshToken: data.refresh_token } };
  expect(status).toBe(headers.has('retry-after') ? 429 : 401);
  expect(body.error).toBe(status === 429 ? 'Too many requests' : 'Unauthorized');
  const retryAfter = headers.get('retry-after');
  return { kind: 'refused', message: body.message ?? '', retryAfter: retryAfter === null ? null : Number(retryAfter) };
}

function ofGraphql(answer: ReturnType<typeof JSON.parse>): Answer {
  const { __typename: type, accessToken, refreshToken, message, retryAfterSeconds } = answer;
  if (type === 'Session') return { kind: 'tokens', tokens: { accessToken, refreshToken } };
  return { kind: 'refused', message, retryAfter: retryAfterSeconds ?? null };
}

function tokensOf(answer: Answer): Tokens {
  if (answer.kind !== 'tokens') throw new Error(answer.message);
  return answer.tokens;
}

const refused = (message: string) => ({ kind: 'refused', message, retryAfter: null });
const ENDED = refused('Your session has ended. Please log in again.');
const WRONG = refused('Invalid username or password');

describe('login', () => {
  it('answers the person and both tokens over REST, out of reach of caches', async () => {
    const { username, password, userId } = await server.person('farmer', { name: 'Maria Kaupa' });
    const { status, data, headers } = await server.rest.send('POST', '/auth/login', { username, password });
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(data).toEqual({
      user: { id: userId, username, name: 'Maria Kaupa', role: 'farmer', email: '', farmId: 'FARM001' },
      access_token: expect.any(String),
      refresh_token: expect.any(String),
    });
    const { exp = 0, iat = 0, ...claims } = decodeJwt(data.access_token);
    expect(exp - iat).toBe(15 * 60);
    expect(JSON.stringify(claims)).not.toMatch(/Maria|FARM001|farmer/);
  });

  it('answers the same over GraphQL, with the permissions', async () => {
    const { username, password, userId } = await server.person('auditor', { name: 'Elena Quispe' });
    const { data } = await server.graphql.run(
      `mutation ($username: String!, $password: String!) { login(username: $username, password: $password) { ... on Session {
        user { id username name role email farmId permissions } accessToken refreshToken accessTokenExpiresAt } } }`,
      { username, password },
    );
    expect(data.login.user).toMatchObject({ id: userId, username, name: 'Elena Quispe', role: 'auditor', farmId: '' });
    expect(data.login.user.permissions).toContain('close_alerts');
    const { exp = 0 } = decodeJwt(data.login.accessToken);
    expect(Date.parse(data.login.accessTokenExpiresAt)).toBe(exp * 1_000);
  });

  it.each([
    [{}, ['username', 'password']],
    [{ username: 'maria' }, ['password']],
    [{ username: 7, password: ['x'] }, ['username', 'password']],
    [{ username: 'maria', password: 'x'.repeat(201) }, ['password']],
  ])('names what is missing in %j', async (body, fields) => {
    const answer = await server.rest.send('POST', '/auth/login', body);
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map(({ field }) => field)).toEqual(fields);
  });
});

describe.each(['REST', 'GraphQL'] as const)('over %s', (transport) => {
  const { login, refresh, whoami, logout } = TRANSPORTS[transport];
  const person = (): Promise<Person> => server.person('processor');

  it('a wrong password, an unknown name and a disabled account get one answer', async () => {
    const { username, password, userId } = await person();
    expect(await login(username, 'wrong-password')).toEqual(WRONG);
    expect(await login(`nobody-${randomUUID()}`, password)).toEqual(WRONG);
    expect(await login("x' or '1'='1", password)).toEqual(WRONG);
    expect((await login(username.toUpperCase(), password)).kind).toBe('tokens');
    await server.app.database.rows('update app_user set disabled_at = now() where id = $1', [userId]);
    await resign(server.app.database, ACCOUNTS, userId);
    expect(await login(username, password)).toEqual(WRONG);
  });

  it('they all take the time of one password check', async () => {
    const { username, password, userId } = await person();
    await server.app.database.rows('update app_user set disabled_at = now() where id = $1', [userId]);
    await resign(server.app.database, ACCOUNTS, userId);
    const attempts = [
      [username, password],
      [username, 'wrong-password'],
      [`nobody-${randomUUID()}`, password],
      ["x' or '1'='1", password],
    ] as const;
    for (const [name, secret] of attempts) {
      vi.mocked(verify).mockClear();
      expect(await login(name, secret)).toEqual(WRONG);
      expect([name, vi.mocked(verify).mock.calls.length]).toEqual([name, 1]);
    }
  });

  it('ten failures close an account to an address, also to the right password, and say for how long', async () => {
    const { username, password } = await person();
    onTestFinished(async () => void (await server.app.database.rows('delete from login_failure')));
    for (let i = 0; i < 10; i++) expect(await login(username, 'wrong-password')).toEqual(WRONG);
    const answer = await login(username, password);
    expect(answer).toMatchObject({
      kind: 'refused',
      message: expect.stringMatching(/^Too many failed login attempts/),
    });
    const { retryAfter } = answer.kind === 'refused' ? answer : { retryAfter: null };
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    // Of that account alone.
    const other = await person();
    expect((await login(other.username, other.password)).kind).toBe('tokens');
  });

  it('a refresh gives two new tokens, and the old refresh token ends the whole family', async () => {
    const { username, password } = await person();
    const first = tokensOf(await login(username, password));
    const second = tokensOf(await refresh(first.refreshToken));
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await whoami(second.accessToken)).toBe(username);
    const third = tokensOf(await refresh(second.refreshToken));
    expect(await refresh(first.refreshToken)).toEqual(ENDED);
    expect(await refresh(third.refreshToken)).toEqual(ENDED);
    for (const { accessToken } of [first, second, third]) expect(await whoami(accessToken)).toBeNull();
  });

  it('the same attempt gets the same successor, another one does not', async () => {
    const { username, password } = await person();
    const first = tokensOf(await login(username, password));
    const [a, b] = [
      tokensOf(await refresh(first.refreshToken, 'attempt-1')),
      tokensOf(await refresh(first.refreshToken, 'attempt-1')),
    ];
    expect(b.refreshToken).toBe(a.refreshToken);
    expect(await refresh(first.refreshToken, 'attempt-2')).toEqual(ENDED);
    expect(await refresh(a.refreshToken)).toEqual(ENDED);
  });

  it('an unknown refresh token is refused like an ended one', async () => {
    expect(await refresh('not-a-token-of-ours')).toEqual(ENDED);
  });

  it('a logout ends the session, its access token included, and no other session', async () => {
    const { username, password } = await person();
    const [here, elsewhere] = [tokensOf(await login(username, password)), tokensOf(await login(username, password))];
    expect(await whoami(here.accessToken)).toBe(username);
    expect(await logout(here.accessToken, here.refreshToken)).toBe(true);
    expect(await whoami(here.accessToken)).toBeNull();
    expect(await refresh(here.refreshToken)).toEqual(ENDED);
    expect(await whoami(elsewhere.accessToken)).toBe(username);
    expect(tokensOf(await refresh(elsewhere.refreshToken)).refreshToken).toBeTruthy();
  });

  it("a logout does not end somebody else's session", async () => {
    const [one, other] = [await person(), await person()];
    expect(await logout(one.accessToken, other.refreshToken)).toBe(false);
    expect(await whoami(other.accessToken)).toBe(other.username);
    expect(await logout('', other.refreshToken)).toBeNull();
    expect(await whoami(other.accessToken)).toBe(other.username);
  });

  it('an account that is disabled is let in no more', async () => {
    const { accessToken, refreshToken, userId, username } = await person();
    expect(await whoami(accessToken)).toBe(username);
    await server.app.database.rows('update app_user set disabled_at = now() where id = $1', [userId]);
    await resign(server.app.database, ACCOUNTS, userId);
    await until(async () => (await whoami(accessToken)) === null, 'the account to be closed');
    expect(await refresh(refreshToken)).toEqual(ENDED);
  });

  it('a token that was tampered with, signed with nothing or with another key speaks for nobody', async () => {
    const { accessToken, username } = await person();
    expect(await whoami(accessToken)).toBe(username);
    const [header = '', payload = '', signature = ''] = accessToken.split('.');
    expect(decodeProtectedHeader(accessToken)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = await person();
    const forged = [
      `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
      `${header}.${other.accessToken.split('.')[1]}.${signature}`,
      `${header}.${encoded({ ...decodeJwt(accessToken), exp: 4_102_444_800 })}.${signature}`,
      `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${encoded({ alg: 'none', typ: 'JWT' })}.${payload}.${signature}`,
      `${encoded({ alg: 'NoNe' })}.${payload}.`,
      `${header}.${payload}`,
      'mtk_0123456789',
    ];
    for (const token of forged) expect([token, await whoami(token)]).toEqual([token, null]);
    expect(await whoami(accessToken)).toBe(username);
  });
});

describe('GET /auth/validate', () => {
  it('says whose token it is', async () => {
    const { rest, userId, username, accessToken } = await server.person('admin');
    const { status, data } = await rest.get('/auth/validate');
    expect(status).toBe(200);
    expect(data).toEqual({
      user: { id: userId, username, name: 'Test admin', role: 'admin', email: '', farmId: '' },
      isValid: true,
    });
    const basic = await server.rest.get('/auth/validate', { authorization: `Basic ${accessToken}` });
    expect(basic.status).toBe(401);
  });

  it.each([undefined, 'Basic YTpi', 'Bearer', 'Bearer  ', 'bearer x y'])('refuses %s', async (authorization) => {
    const answer = await server.rest.get('/auth/validate', authorization === undefined ? {} : { authorization });
    expect(answer.status).toBe(401);
    expect(answer.body.message).toBe('Please log in to continue.');
  });
});
