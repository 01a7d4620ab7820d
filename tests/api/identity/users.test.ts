import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PermissionTable, Role } from '../../../server/domain/access/permissions.ts';
import { ACCOUNTS } from '../../../server/modules/identity/signedIdentity.ts';
import { fileOf } from '../../support/lotFiles.ts';
import { graphqlClient } from '../../support/graphqlClient.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { USER_APIS } from '../../support/userApi.ts';
import { resign } from '../../support/sealed.ts';

/** One server for each permission table, on one database. */
const servers: Partial<Record<PermissionTable, TestApp>> = {};
let server: TestApp;
let admin: Person;
let auditor: Person;

beforeAll(async () => {
  server = await createTestApp();
  servers.merged = server;
  for (const table of ['A', 'B'] as const) {
    servers[table] = await createTestApp({
      database: server.databaseUrl,
      env: { PERMISSION_TABLE: table, ROLE: 'web' },
    });
  }
  admin = await server.person('admin', { name: 'Asha Admin' });
  auditor = await server.person('auditor', { name: 'Elena Quispe' });
});

afterAll(async () => {
  await servers.B?.stop();
  await servers.A?.stop();
  await server?.stop();
});

const ROLES = ['farmer', 'processor', 'auditor', 'admin'] as const;
const fresh = (role: Role): Record<string, unknown> => ({
  username: `new-${randomUUID().slice(0, 8)}`,
  name: 'Joseph Wemin',
  role,
  email: 'joseph@example.org',
  farmId: role === 'farmer' ? 'farm007' : '',
  password: 'a-long-password',
});

/** Sees somebody through another server's eyes: the same tokens, another permission table. */
function at(table: PermissionTable, person: Person): Person {
  const url = servers[table]?.url ?? '';
  return { ...person, rest: restClient(url, person.accessToken), graphql: graphqlClient(url, person.accessToken) };
}

async function mayLogIn(username: string, password: string): Promise<boolean> {
  return (await server.rest.send('POST', '/auth/login', { username, password })).status === 200;
}

const stillIn = async ({ accessToken }: Person): Promise<boolean> =>
  (await restClient(server.url, accessToken).get('/auth/validate')).status === 200;

describe.each(USER_APIS)('accounts over $name', (api) => {
  it('are added, listed, changed and disabled by an admin', async () => {
    const added = await api.create(admin, fresh('farmer'));
    expect(added).toMatchObject({
      kind: 'done',
      value: { name: 'Joseph Wemin', role: 'farmer', email: 'joseph@example.org', farmId: 'FARM007', disabled: false },
    });
    const { id, username } = added.value;
    expect(JSON.stringify(added.value)).not.toMatch(/password|argon/i);
    expect(await mayLogIn(username, 'a-long-password')).toBe(true);

    const changed = await api.change(admin, id, { name: 'Joseph W.', email: '', role: 'processor' });
    expect(changed.value).toMatchObject({ id, username, name: 'Joseph W.', email: '', role: 'processor' });
    expect(changed.value.farmId).toBe('FARM007');

    const found = await api.list(admin, { search: username.toUpperCase() });
    expect(found.value.users).toEqual([changed.value]);

    expect((await api.change(admin, id, { disabled: true })).value.disabled).toBe(true);
    expect(await mayLogIn(username, 'a-long-password')).toBe(false);
    expect((await api.list(admin, { search: username, disabled: false })).value.users).toEqual([]);
    expect((await api.list(admin, { search: username, disabled: true })).value.users).toHaveLength(1);
    expect((await api.change(admin, id, { disabled: false })).value.disabled).toBe(false);
    expect(await mayLogIn(username, 'a-long-password')).toBe(true);
  });

  it('come in pages, by user name, by role', async () => {
    const names = ['b', 'C', 'a'].map((letter) => `page-${api.name}-${letter}`);
    for (const username of names) await api.create(admin, { ...fresh('processor'), username });
    const page = await api.list(admin, { search: `page-${api.name}`, role: 'processor', page: 1, limit: 2 });
    expect(page.value.users.map(({ username }) => username)).toEqual([names[2], names[0]]);
    expect(page.value.pagination).toEqual({ total: 3, page: 1, totalPages: 2, hasNext: true, hasPrev: false });
    expect((await api.list(admin, { search: `page-${api.name}`, role: 'auditor' })).value.users).toEqual([]);
  });

  it('are searched for what was typed, not for a pattern', async () => {
    expect((await api.list(admin, { search: '%' })).value.users).toEqual([]);
    expect((await api.list(admin, { search: 'Asha' })).value.users).toMatchObject([{ id: admin.userId }]);
  });

  it('are found however the letters of a name are composed', async () => {
    const name = `Zoë ${randomUUID()}`;
    const { value } = await api.create(admin, { ...fresh('processor'), name });
    for (const search of [name.normalize('NFC'), name.normalize('NFD')]) {
      expect((await api.list(admin, { search })).value.users).toMatchObject([{ id: value.id }]);
    }
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['a short name', { username: 'ab' }, 'username'],
    ['an empty name', { name: '  ' }, 'name'],
    ['no address', { email: 'nobody' }, 'email'],
    ['a short password', { password: '1234567' }, 'password'],
    ['a farmer without a farm', { farmId: '' }, 'farmId'],
    ['a farm that is none', { farmId: 'FARM 1' }, 'farmId'],
  ])('are not added with %s', async (_, wrong, field) => {
    const told = await api.create(admin, { ...fresh('farmer'), ...wrong });
    expect(told).toMatchObject({ kind: 'invalid', fields: [field] });
  });

  it('have names of their own, compared without case', async () => {
    const told = await api.create(admin, { ...fresh('processor'), username: admin.username.toUpperCase() });
    expect(told).toMatchObject({
      kind: 'taken',
      message: `Username ${admin.username.toUpperCase()} is already taken`,
    });
  });

  it('that do not exist are not found', async () => {
    for (const id of [randomUUID(), 'LOT701']) {
      expect(await api.change(admin, id, { name: 'Nobody' })).toMatchObject({ kind: 'not found' });
      expect(await api.setPassword(admin, id, 'another-password')).toMatchObject({ kind: 'not found' });
    }
  });

  it('stay a farmer only with a farm', async () => {
    const { value } = await api.create(admin, fresh('processor'));
    expect(await api.change(admin, value.id, { role: 'farmer' })).toMatchObject({
      kind: 'invalid',
      fields: ['farmId'],
    });
    expect((await api.change(admin, value.id, { role: 'farmer', farmId: 'farm009' })).value.farmId).toBe('FARM009');
  });

  it('get another password, which ends every session', async () => {
    const person = await server.person('processor');
    const socket = await openSocket(server.url, person.accessToken);
    expect(await api.setPassword(admin, person.userId, 'short')).toMatchObject({ kind: 'invalid' });
    expect(await stillIn(person)).toBe(true);
    expect((await api.setPassword(admin, person.userId, 'a-new-password')).kind).toBe('done');
    expect(await socket.closed).toEqual({ code: 4403, reason: 'Signed out' });
    await until(async () => !(await stillIn(person)), 'the session to end');
    const again = await server.rest.send('POST', '/auth/refresh', { refreshToken: person.refreshToken });
    expect(again.status).toBe(401);
    expect(await mayLogIn(person.username, person.password)).toBe(false);
    expect(await mayLogIn(person.username, 'a-new-password')).toBe(true);
  });

  it('change at the next request: role and farm hold for a session that goes on', async () => {
    const person = await server.person('farmer');
    const socket = await openSocket(server.url, person.accessToken);
    expect((await socket.run('{ me { role } }')).data).toEqual({ me: { role: 'farmer' } });
    await api.change(admin, person.userId, { role: 'processor', farmId: 'FARM042' });
    const now = await until(async () => {
      const { data } = await person.rest.get('/auth/validate');
      return data?.user.role === 'processor' && data.user;
    }, 'the new role');
    expect(now.farmId).toBe('FARM042');
    expect((await socket.run('{ me { role } }')).data).toEqual({ me: { role: 'processor' } });
    await socket.close();
  });
});

/** The roles that a role may manage, by table. */
const REACH: Record<PermissionTable, Partial<Record<Role, readonly Role[]>>> = {
  merged: { auditor: ['farmer', 'processor'], admin: ROLES },
  A: { auditor: ROLES },
  B: { auditor: ROLES },
};
const MATRIX = (['merged', 'A', 'B'] as const).flatMap((table) =>
  ROLES.flatMap((manager) => USER_APIS.map((api) => ({ table, manager, api, transport: api.name }))),
);

describe.each(MATRIX)('in table $table, a $manager over $transport', ({ table, manager, api }) => {
  const reach = REACH[table][manager] ?? [];
  let by: Person;
  beforeEach(async () => {
    by = at(table, await server.person(manager));
  });

  it(`lists ${reach.join(', ') || 'nobody'}`, async () => {
    const told = await api.list(by, { limit: 100 });
    expect(told.kind).toBe(reach.length > 0 ? 'done' : 'forbidden');
    if (reach.length === 0) return;
    for (const role of ROLES) {
      const ofRole = await api.list(by, { role });
      expect(ofRole.value.users.length > 0).toBe(reach.includes(role));
    }
  });

  it('adds, changes and gives passwords within that reach alone', async () => {
    for (const role of ROLES) {
      const within = reach.includes(role) ? 'done' : 'forbidden';
      expect((await api.create(by, fresh(role))).kind).toBe(within);
      const target = await server.person(role);
      expect((await api.change(by, target.userId, { name: 'Other Name' })).kind).toBe(within);
      expect((await api.setPassword(by, target.userId, 'a-new-password')).kind).toBe(within);
      expect((await api.change(by, target.userId, { disabled: true })).kind).toBe(within);
    }
  });

  it('makes nobody what is out of reach', async () => {
    const target = await server.person('farmer');
    for (const role of ['processor', 'auditor', 'admin'] as const) {
      const told = await api.change(by, target.userId, { role });
      expect(told.kind).toBe(reach.includes(role) ? 'done' : 'forbidden');
    }
  });
});

describe.each(USER_APIS)("one's own account over $name", (api) => {
  it('is not changed in role by who is no admin, whatever the table', async () => {
    for (const table of ['merged', 'A', 'B'] as const) {
      const person = await server.person('auditor');
      expect((await api.change(at(table, person), person.userId, { role: 'admin' })).kind).toBe('forbidden');
    }
  });

  it('may be demoted by an admin while there is another', async () => {
    const second = await server.person('admin');
    expect((await api.change(second, second.userId, { role: 'processor' })).value.role).toBe('processor');
  });
});

describe('what nobody may send', () => {
  it('a field that is not offered is refused', async () => {
    const demo = await admin.rest.send('POST', '/users', { ...fresh('processor'), demo: true });
    expect(demo).toMatchObject({ status: 400 });
    const hash = await admin.rest.send('PATCH', `/users/${auditor.userId}`, { passwordHash: 'x' });
    expect(hash.status).toBe(400);
  });

  it.each(['role=boss', 'disabled=yes', 'page=0', 'limit=101', 'other=1', `search=${'x'.repeat(101)}`])(
    'the filter %s is refused',
    async (query) => {
      expect((await admin.rest.get(`/users?${query}`)).status).toBe(400);
    },
  );

  it('and nobody at all may call without signing in', async () => {
    const anonymous: Person = { ...admin, rest: server.rest, graphql: server.graphql };
    for (const api of USER_APIS) {
      expect((await api.list(anonymous, {})).kind).toBe('unauthenticated');
      expect((await api.create(anonymous, fresh('admin'))).kind).toBe('unauthenticated');
      expect((await api.change(anonymous, admin.userId, { role: 'farmer' })).kind).toBe('unauthenticated');
      expect((await api.setPassword(anonymous, admin.userId, 'a-new-password')).kind).toBe('unauthenticated');
    }
  });

  it('a demo account stays disabled outside of demos: its password is public', async () => {
    const person = await server.person('processor');
    await server.app.database.rows('update app_user set demo = true, disabled_at = now() where id = $1', [
      person.userId,
    ]);
    await resign(server.app.database, ACCOUNTS, person.userId);
    const told = await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: false });
    expect(told.status).toBe(409);
    expect(await mayLogIn(person.username, person.password)).toBe(false);
  });
});

describe('a disabled user', () => {
  it('is refused on every process within seconds, and their idle sockets are closed', async () => {
    const person = await server.person('processor');
    const other = servers.A?.url ?? '';
    const sockets = await Promise.all([server.url, other].map((url) => openSocket(url, person.accessToken)));
    const bystander = await openSocket(server.url, auditor.accessToken);
    const second = restClient(other, person.accessToken);
    expect((await second.get('/auth/validate')).status).toBe(200);

    const began = performance.now();
    await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: true });
    for (const socket of sockets) expect(await socket.closed).toEqual({ code: 4403, reason: 'Signed out' });
    await until(async () => (await second.get('/auth/validate')).status === 401, 'the other process to refuse');
    expect(performance.now() - began).toBeLessThan(5_000);

    expect((await bystander.run('{ me { role } }')).errors).toEqual([]);
    await bystander.close();
    const back = await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: false });
    expect(back.data.user.disabled).toBe(false);
    const again = await server.rest.send('POST', '/auth/refresh', { refreshToken: person.refreshToken });
    expect(again.status).toBe(401);
  });

  it('is shut out at once also while a long transaction, such as an import, holds back all other news', async () => {
    const person = await server.person('processor');
    const importing = await server.app.database.pool.connect();
    try {
      await importing.query('begin');
      await importing.query('select pg_current_xact_id()');
      const socket = await openSocket(server.url, person.accessToken);
      const closed: number[] = [];
      void socket.closed.then(({ code }) => closed.push(code));
      await admin.rest.send('PATCH', `/users/${person.userId}`, { disabled: true });
      await until(async () => closed.length > 0, 'the socket to be closed');
      expect(closed).toEqual([4403]);
    } finally {
      await importing.query('rollback');
      importing.release();
    }
  });

  it('who logs out of one session keeps the socket of another', async () => {
    const person = await server.person('farmer');
    const { data } = await server.rest.send('POST', '/auth/login', person);
    const [first, second] = await Promise.all([
      openSocket(server.url, person.accessToken),
      openSocket(server.url, data.access_token),
    ]);
    await person.rest.send('POST', '/auth/logout', { refreshToken: person.refreshToken });
    expect((await first.closed).code).toBe(4403);
    expect((await second.run('{ me { role } }')).errors).toEqual([]);
    await second.close();
  });
});

describe('what began before an admin changed the account', () => {
  const newPassword = 'from-the-admin';
  const replaced = (id: string) => admin.rest.send('POST', `/users/${id}/password`, { newPassword });
  const disabled = (id: string) => admin.rest.send('PATCH', `/users/${id}`, { disabled: true });

  /** Answers of a change and of a call that began while it was written, but not committed: its audit line has to wait. */
  async function overtaken(change: () => Promise<RestAnswer>, call: () => Promise<RestAnswer>): Promise<RestAnswer[]> {
    const { database } = server.app;
    const answers: Promise<RestAnswer>[] = [];
    await whileLocked(database, 'lock table audit_entry in share mode', async () => {
      for (const begin of [change, call]) {
        answers.push(begin());
        await until(async () => (await waitingForLocks(database)) === answers.length, 'the call to wait');
      }
    });
    return Promise.all(answers);
  }

  it.each([
    ['replaced the password', replaced],
    ['disabled the account', disabled],
  ])('is no login any more once the admin %s', async (_, change) => {
    const { userId, username, password } = await server.person('processor');
    const login = () => server.rest.send('POST', '/auth/login', { username, password });
    const [changed, answer] = await overtaken(() => change(userId), login);
    expect([changed?.status, answer?.status]).toEqual([200, 401]);
    const open = 'select 1 from session where user_id = $1 and ended_at is null';
    expect(await server.app.database.rows(open, [userId])).toEqual([]);
  });

  it('is no change to another account any more once the admin took that right away', async () => {
    const [second, person] = await Promise.all([server.person('admin'), server.person('processor')]);
    const demoted = () => admin.rest.send('PATCH', `/users/${second.userId}`, { role: 'processor' });
    const late = () => second.rest.send('PATCH', `/users/${person.userId}`, { role: 'admin' });
    const [changed, answer] = await overtaken(demoted, late);
    expect([changed?.status, answer?.status]).toEqual([200, 403]);
    expect((await person.rest.get('/auth/validate')).data.user.role).toBe('processor');
  });

  it('does not put the own new password over that of the admin', async () => {
    const { userId, username, password, rest } = await server.person('processor');
    const own = () => rest.send('POST', '/auth/password', { currentPassword: password, newPassword: 'from-myself' });
    const [changed, answer] = await overtaken(() => replaced(userId), own);
    expect([changed?.status, answer?.status]).toEqual([200, 400]);
    expect(await mayLogIn(username, newPassword)).toBe(true);
  });
});

describe('the last enabled admin', () => {
  let house: TestApp;
  let only: Person;
  beforeAll(async () => {
    house = await createTestApp();
    only = await house.person('admin');
  });
  afterAll(async () => {
    await house?.stop();
  });

  it.each(USER_APIS)('is neither demoted nor disabled, over $name', async (api) => {
    for (const patch of [{ role: 'processor' }, { disabled: true }]) {
      const told = await api.change(only, only.userId, patch);
      expect(told).toMatchObject({ kind: 'last admin', message: 'This is the last admin. Add another admin first.' });
    }
    expect((await api.change(only, only.userId, { name: 'Still Admin' })).value.role).toBe('admin');
  });

  it('is not counted with those who are disabled', async () => {
    const second = await house.person('admin');
    expect((await only.rest.send('PATCH', `/users/${second.userId}`, { disabled: true })).status).toBe(200);
    expect((await only.rest.send('PATCH', `/users/${only.userId}`, { role: 'auditor' })).status).toBe(409);
  });

  it('is left, however two admins remove each other, or themselves, at once', async () => {
    for (let round = 0; round < 8; round++) {
      const enabled = async (): Promise<{ id: string }[]> =>
        house.app.database.rows(`select id from app_user where role = 'admin' and disabled_at is null`);
      const second = await house.person('admin');
      const patch = round % 2 === 0 ? { role: 'processor' } : { disabled: true };
      const targets = round % 4 < 2 ? [second.userId, only.userId] : [only.userId, second.userId];
      const statuses = await Promise.all(
        [only, second].map((by, i) => by.rest.send('PATCH', `/users/${targets[i]}`, patch)),
      );
      const done = statuses.filter(({ status }) => status === 200);
      expect(done).toHaveLength(1);
      const left = await enabled();
      expect(left).toHaveLength(1);
      if (left[0]?.id === second.userId) only = second;
    }
  });
});

const SESSIONS = '{ mySessions { id createdAt lastUsedAt device current } }';

describe("one's own password", () => {
  const OWN = {
    REST: async (by: Person, currentPassword: string, newPassword: string) => {
      const { status, body } = await by.rest.send('POST', '/auth/password', { currentPassword, newPassword });
      const kinds: Record<number, string> = { 200: 'PasswordChanged', 403: 'FORBIDDEN', 429: 'TooManyAttempts' };
      const wrong = body.details?.[0]?.field === 'currentPassword' ? 'WrongPassword' : 'BAD_USER_INPUT';
      return status === 400 ? wrong : kinds[status];
    },
    GraphQL: async (by: Person, currentPassword: string, newPassword: string) => {
      const { data, errors } = await by.graphql.run(
        `mutation ($currentPassword: String!, $newPassword: String!) {
          changePassword(currentPassword: $currentPassword, newPassword: $newPassword) { __typename } }`,
        { currentPassword, newPassword },
      );
      return errors[0]?.extensions?.code ?? data.changePassword.__typename;
    },
  };

  it.each(['REST', 'GraphQL'] as const)('is changed over %s, and other sessions end', async (transport) => {
    const change = OWN[transport];
    const person = await server.person('farmer');
    const { data: other } = await server.rest.send('POST', '/auth/login', person);
    const [own, otherSocket] = await Promise.all(
      [person.accessToken, other.access_token].map((token) => openSocket(server.url, token)),
    );
    expect(await change(person, person.password, '1234567')).toBe('BAD_USER_INPUT');
    expect(await change(person, 'wrong-password', 'a-new-password')).toBe('WrongPassword');
    expect(await mayLogIn(person.username, person.password)).toBe(true);
    expect(await change(person, person.password, 'a-new-password')).toBe('PasswordChanged');
    expect(await mayLogIn(person.username, person.password)).toBe(false);
    expect(await mayLogIn(person.username, 'a-new-password')).toBe(true);
    const elsewhere = restClient(server.url, other.access_token);
    await until(async () => (await elsewhere.get('/auth/validate')).status === 401, 'the other session to end');
    expect(await otherSocket?.closed).toEqual({ code: 4403, reason: 'Signed out' });
    expect((await own?.run('{ me { role } }'))?.errors).toEqual([]);
    await own?.close();
    expect(await stillIn(person)).toBe(true);
    expect((await server.rest.send('POST', '/auth/refresh', { refreshToken: person.refreshToken })).status).toBe(200);
  });

  it('cannot be guessed: wrong ones count with failed logins', async () => {
    const person = await server.person('processor');
    for (let i = 0; i < 5; i++) expect(await OWN.REST(person, `guess-${i}`, 'a-new-password')).toBe('WrongPassword');
    for (let i = 0; i < 4; i++) expect(await mayLogIn(person.username, `guess-${i}`)).toBe(false);
    expect(await OWN.GraphQL(person, 'guess', 'a-new-password')).toBe('WrongPassword');
    expect(await OWN.GraphQL(person, person.password, 'a-new-password')).toBe('TooManyAttempts');
    const told = await person.rest.send('POST', '/auth/password', {
      currentPassword: person.password,
      newPassword: 'a-new-password',
    });
    expect(told.status).toBe(429);
    expect(Number(told.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await server.rest.send('POST', '/auth/login', person)).status).toBe(429);
  });

  it('right ones do not count', async () => {
    const person = await server.person('processor');
    for (let i = 0; i < 12; i++)
      expect(await OWN.REST(person, person.password, person.password)).toBe('PasswordChanged');
  });
});

describe("one's own sessions", () => {
  it('are listed over both transports, the one that asks marked', async () => {
    const person = await server.person('farmer');
    const { data: other } = await server.rest.send('POST', '/auth/login', person);
    const { data } = await person.rest.get('/auth/sessions');
    expect(data.sessions).toHaveLength(2);
    expect(data.sessions.filter(({ current }: { current: boolean }) => current)).toHaveLength(1);
    expect(Object.keys(data.sessions[0]).sort()).toEqual(['createdAt', 'current', 'device', 'id', 'lastUsedAt']);
    const own = await person.graphql.run(SESSIONS);
    expect(own.data.mySessions).toEqual(data.sessions);
    const there = await graphqlClient(server.url, other.access_token).run(SESSIONS);
    const currents = (list: { id: string; current: boolean }[]) => list.filter((s) => s.current).map((s) => s.id);
    expect(currents(there.data.mySessions)).not.toEqual(currents(data.sessions));
  });

  it('tell the kind of browser and system that they began in, and nothing else of it; the export says the same', async () => {
    const person = await server.person('farmer');
    const userAgent = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0 secret-build';
    const login = await fetch(`${server.url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': userAgent },
      body: JSON.stringify({ username: person.username, password: person.password }),
    });
    expect(login.status).toBe(200);
    const { data } = await person.rest.get('/auth/sessions');
    const devices = (list: { device: string | null }[]) => list.map(({ device }) => device).sort();
    expect(devices(data.sessions)).toEqual(['Firefox on Windows', null]);
    const exported = (await fileOf(server, person, '/gdpr/export')).text;
    expect(devices(JSON.parse(exported).sessions)).toEqual(['Firefox on Windows', null]);
    expect(exported).not.toContain('secret-build');
  });

  it("end one by one, and nobody else's do", async () => {
    const person = await server.person('farmer');
    const sessions = async () => (await person.rest.get('/auth/sessions')).data.sessions;
    const others: Person[] = [];
    for (let i = 0; i < 2; i++) {
      const { data } = await server.rest.send('POST', '/auth/login', person);
      others.push({ ...person, accessToken: data.access_token });
    }
    const sockets = await Promise.all(others.map(({ accessToken }) => openSocket(server.url, accessToken)));
    const ids: string[] = (await sessions())
      .filter(({ current }: { current: boolean }) => !current)
      .map(({ id }: { id: string }) => id);
    expect((await auditor.rest.send('DELETE', `/auth/sessions/${ids[0]}`)).status).toBe(404);
    expect(await sessions()).toHaveLength(3);
    expect((await person.rest.send('DELETE', `/auth/sessions/${ids[0]}`)).data).toEqual({ ended: true });
    expect((await person.rest.send('DELETE', `/auth/sessions/${ids[0]}`)).status).toBe(404);
    expect((await person.rest.send('DELETE', '/auth/sessions/other')).status).toBe(404);
    const end = `mutation ($id: ID!) { endSession(id: $id) { __typename } }`;
    expect((await person.graphql.run(end, { id: ids[1] })).data.endSession.__typename).toBe('EndedSession');
    expect((await person.graphql.run(end, { id: ids[1] })).data.endSession.__typename).toBe('NotFound');
    for (const other of others) await until(async () => !(await stillIn(other)), 'the session to end');
    for (const socket of sockets) expect(await socket.closed).toEqual({ code: 4403, reason: 'Signed out' });
    expect(await sessions()).toMatchObject([{ current: true }]);
  });

  it('are not shown once their last token has expired', async () => {
    const person = await server.person('farmer');
    await server.rest.send('POST', '/auth/login', person);
    await server.app.database.rows(
      `update session set last_used_at = now() - interval '31 days'
       where user_id = $1 and id <> (select id from session where user_id = $1 order by created_at limit 1)`,
      [person.userId],
    );
    expect((await person.rest.get('/auth/sessions')).data.sessions).toMatchObject([{ current: true }]);
  });
});
