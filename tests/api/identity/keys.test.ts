import { createHash, randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { graphqlClient, type GraphqlClient } from '../../support/graphqlClient.ts';
import { newLot } from '../../support/newLot.ts';
import { restClient, type RestClient } from '../../support/restClient.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

let server: TestApp;
/** the same database, another process; few requests a minute */
let second: TestApp;
let admin: Person;
const logged: string[] = [];

const LIMIT = 20;

beforeAll(async () => {
  const log = pino(
    { level: 'trace' },
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        logged.push(chunk.toString());
        done();
      },
    }),
  );
  server = await createTestApp({ surroundings: { log } });
  second = await createTestApp({
    database: server.databaseUrl,
    env: { ROLE: 'web', STAFF_RATE_LIMIT: String(LIMIT) },
  });
  admin = await server.person('admin');
});

afterAll(async () => {
  await second?.stop();
  await server?.stop();
});

interface KeyRow {
  id: string;
  name: string;
  prefix: string;
  role: string;
  farmId: string;
  createdBy: string;
  lastUsedAt: string | null;
  revokedAt: string | null;
}

interface Partner {
  id: string;
  key: string;
  rest: RestClient;
  graphql: GraphqlClient;
}

async function partner(input: Record<string, unknown> = { name: 'Kakao Trade', role: 'processor' }): Promise<Partner> {
  const { status, data } = await admin.rest.send('POST', '/keys', input);
  expect(status).toBe(201);
  const { key, partnerKey } = data;
  return { id: partnerKey.id, key, rest: restClient(server.url, key), graphql: graphqlClient(server.url, key) };
}

async function listed(id: string): Promise<KeyRow | undefined> {
  const { data } = await admin.rest.get('/keys?limit=100');
  return data.keys.find((key: KeyRow) => key.id === id);
}

describe('a partner', () => {
  it('walks from the key that an admin makes to the one that is refused', async () => {
    const made = await admin.rest.send('POST', '/keys', { name: 'Kakao Trade GmbH', role: 'processor' });
    expect(made.status).toBe(201);
    expect(made.headers.get('cache-control')).toBe('no-store');
    const { key, partnerKey } = made.data;
    expect(key).toMatch(/^mtk_[\w-]{43}$/);
    expect(partnerKey).toMatchObject({
      name: 'Kakao Trade GmbH',
      prefix: key.slice(0, 10),
      role: 'processor',
      farmId: '',
      createdBy: admin.userId,
      lastUsedAt: null,
      revokedAt: null,
    });

    const rest = restClient(server.url, key);
    expect((await rest.get('/auth/validate')).data.user).toMatchObject({
      id: partnerKey.id,
      name: 'Kakao Trade GmbH',
      role: 'processor',
    });
    const lot = await rest.send('POST', '/lots', newLot());
    expect(lot.status).toBe(201);
    const moved = await graphqlClient(server.url, key).run(
      `mutation ($id: ID!, $input: UpdateProcessInput!) { updateProcess(id: $id, input: $input) { __typename } }`,
      { id: lot.data.lot.id, input: { currentProcess: 'fermented', processDetails: 'Five days in boxes' } },
    );
    expect(moved.data).toMatchObject({ updateProcess: { __typename: 'ProcessUpdated' } });
    const socket = await openSocket(server.url, key);
    const elsewhere = await openSocket(second.url, key);
    const stream = socket.begin('subscription { lotChanged { kind lotId } }');
    expect((await socket.run('{ me { name role permissions } }')).data.me).toMatchObject({
      name: 'Kakao Trade GmbH',
      role: 'processor',
      permissions: expect.arrayContaining(['create_lot', 'edit_lot']),
    });
    await rest.send('PATCH', `/lots/${lot.data.lot.id}`, { weight: 61 });
    expect((await stream.next()).data.lotChanged.lotId).toBe(lot.data.lot.lotId);

    const { data: history } = await admin.rest.get(`/lots/${lot.data.lot.id}/history`);
    const byPartner = history.history.filter(({ actor }: { actor: string }) => actor === 'Kakao Trade GmbH');
    expect(byPartner.length).toBeGreaterThanOrEqual(3);
    const events = await server.app.database.rows<{ actor_id: string | null; actor_role: string }>(
      `select distinct actor_id, actor_role from lot_event where lot_id = $1 and actor_role <> 'system'`,
      [lot.data.lot.id],
    );
    expect(events).toEqual([{ actor_id: null, actor_role: 'processor' }]);

    const shown = await listed(partnerKey.id);
    expect(shown?.lastUsedAt).toEqual(expect.any(String));
    expect(JSON.stringify(shown)).not.toContain(key.slice(10));

    const began = performance.now();
    expect((await admin.rest.send('DELETE', `/keys/${partnerKey.id}`)).data).toEqual({ revoked: true });
    expect((await socket.closed).code).toBe(4403);
    expect((await elsewhere.closed).code).toBe(4403);
    for (const { url } of [server, second]) {
      const now = restClient(url, key);
      await until(async () => (await now.get('/lots')).status === 401, 'the key to be refused');
    }
    expect(performance.now() - began).toBeLessThan(5_000);
    const { errors } = await graphqlClient(server.url, key).run('{ me { name } }');
    expect(errors).toMatchObject([{ extensions: { code: 'UNAUTHENTICATED' } }]);
    expect((await listed(partnerKey.id))?.revokedAt).toEqual(expect.any(String));
  });

  it("has the rights of the role alone: a farmer's key sees its own farm", async () => {
    const grower = await partner({ name: 'Grower app', role: 'farmer', farmId: 'farm001' });
    const own = await grower.rest.send('POST', '/lots', newLot({ farmId: 'FARM001' }));
    expect(own.status).toBe(201);
    expect((await grower.rest.send('POST', '/lots', newLot({ farmId: 'FARM002' }))).status).toBe(403);
    const other = await admin.rest.send('POST', '/lots', newLot({ farmId: 'FARM002' }));
    expect((await grower.rest.get(`/lots/${other.data.lot.id}`)).status).toBe(404);
    const reader = await partner({ name: 'Audit desk', role: 'auditor' });
    expect((await reader.rest.get(`/lots/${other.data.lot.id}`)).status).toBe(200);
    expect((await reader.rest.send('POST', '/lots', newLot())).status).toBe(403);
  });

  it.each(['processor', 'auditor'] as const)('with a %s key reaches no users, keys or passwords', async (role) => {
    const { rest, graphql } = await partner({ name: 'Curious', role });
    const target = await server.person('farmer');
    const calls: [string, string, unknown?][] = [
      ['GET', '/users'],
      ['POST', '/users', { username: 'sneaky', name: 'S', role: 'farmer', farmId: 'F1', password: 'long-enough' }],
      ['PATCH', `/users/${target.userId}`, { disabled: true }],
      ['POST', `/users/${target.userId}/password`, { newPassword: 'long-enough' }],
      ['GET', '/keys'],
      ['POST', '/keys', { name: 'More', role: 'auditor' }],
      ['DELETE', `/keys/${randomUUID()}`],
      ['POST', '/auth/password', { currentPassword: 'x', newPassword: 'long-enough' }],
      ['GET', '/auth/sessions'],
      ['DELETE', `/auth/sessions/${randomUUID()}`],
      ['POST', '/auth/logout', { refreshToken: target.refreshToken }],
    ];
    for (const [method, path, body] of calls) {
      expect([method, path, (await rest.send(method, path, body)).status]).toEqual([method, path, 403]);
    }
    const queries = [
      '{ users { pagination { total } } }',
      `mutation { createUser(input: { username: "sneaky", name: "S", role: processor, password: "long-enough" }) { __typename } }`,
      `mutation { updateUser(id: "${target.userId}", input: { disabled: true }) { __typename } }`,
      `mutation { setUserPassword(id: "${target.userId}", newPassword: "long-enough") { __typename } }`,
      '{ partnerKeys { pagination { total } } }',
      'mutation { createPartnerKey(input: { name: "More", role: auditor }) { key } }',
      `mutation { revokePartnerKey(id: "${randomUUID()}") { __typename } }`,
      'mutation { changePassword(currentPassword: "x", newPassword: "long-enough") { __typename } }',
      '{ mySessions { id } }',
      `mutation { endSession(id: "${randomUUID()}") { __typename } }`,
    ];
    for (const query of queries) {
      const { errors } = await graphql.run(query);
      expect([query, errors[0]?.extensions?.code]).toEqual([query, 'FORBIDDEN']);
    }
    expect((await target.rest.get('/auth/validate')).status).toBe(200);
  });

  it('is limited by the key, and takes nothing from others', async () => {
    const [busy, calm] = [
      await partner({ name: 'Busy', role: 'auditor' }),
      await partner({ name: 'Calm', role: 'auditor' }),
    ];
    const statuses: number[] = [];
    for (let i = 0; i < LIMIT + 3; i++) {
      statuses.push((await restClient(second.url, busy.key).get('/auth/validate')).status);
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(LIMIT);
    const late = await restClient(second.url, busy.key).get('/auth/validate');
    expect(late.status).toBe(429);
    expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await restClient(second.url, calm.key).get('/auth/validate')).status).toBe(200);
  });

  it('writes down its use once a minute at most', async () => {
    const { id, rest } = await partner();
    await rest.get('/auth/validate');
    const first = (await listed(id))?.lastUsedAt;
    await server.app.database.rows(`update api_key set last_used_at = now() - interval '30 seconds' where id = $1`, [
      id,
    ]);
    const before = (await listed(id))?.lastUsedAt;
    servicesOf(server.app).identity.forget(id);
    await rest.get('/auth/validate');
    expect((await listed(id))?.lastUsedAt).toBe(before);
    await server.app.database.rows(`update api_key set last_used_at = now() - interval '61 seconds' where id = $1`, [
      id,
    ]);
    servicesOf(server.app).identity.forget(id);
    await rest.get('/auth/validate');
    expect(Date.parse((await listed(id))?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(first ?? ''));
  });
});

describe('keys', () => {
  it.each(['processor', 'auditor', 'farmer'] as const)('are not shown, made or revoked by a %s', async (role) => {
    const person = await server.person(role);
    const { id } = await partner();
    expect((await person.rest.get('/keys')).status).toBe(403);
    expect((await person.rest.send('POST', '/keys', { name: 'Mine', role: 'processor' })).status).toBe(403);
    expect((await person.rest.send('DELETE', `/keys/${id}`)).status).toBe(403);
    expect((await listed(id))?.revokedAt).toBeNull();
  });

  it('take a sign-in', async () => {
    expect((await server.rest.get('/keys')).status).toBe(401);
    expect((await server.rest.send('POST', '/keys', { name: 'Mine', role: 'auditor' })).status).toBe(401);
    expect((await server.rest.send('DELETE', `/keys/${randomUUID()}`)).status).toBe(401);
  });

  it.each<[string, Record<string, unknown>, string]>([
    ['no name', { role: 'auditor' }, 'name'],
    ['a long name', { name: 'x'.repeat(81), role: 'auditor' }, 'name'],
    ['the role of an admin', { name: 'Boss', role: 'admin' }, 'role'],
    ['no role', { name: 'Boss' }, 'role'],
    ['a farmer without a farm', { name: 'Grower', role: 'farmer' }, 'farmId'],
  ])('are not made with %s', async (_, input, field) => {
    const { status, body } = await admin.rest.send('POST', '/keys', input);
    expect([status, body.details?.map((detail) => detail.field)]).toEqual([400, [field]]);
    const { errors } = await admin.graphql.run(
      'mutation ($input: CreatePartnerKeyInput!) { createPartnerKey(input: $input) { key } }',
      { input },
    );
    expect(errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
  });

  it('are made, listed and revoked over GraphQL', async () => {
    const made = await admin.graphql.run(
      `mutation { createPartnerKey(input: { name: "Mill", role: farmer, farmId: "farm003" }) {
        key partnerKey { id name prefix role farmId createdBy lastUsedAt revokedAt } } }`,
    );
    const { key, partnerKey } = made.data.createPartnerKey;
    expect(partnerKey).toMatchObject({ name: 'Mill', role: 'farmer', farmId: 'FARM003', revokedAt: null });
    expect((await restClient(server.url, key).get('/lots')).status).toBe(200);
    const page = await admin.graphql.run(
      '{ partnerKeys(limit: 1) { keys { id lastUsedAt } pagination { page totalPages hasNext } } }',
    );
    expect(page.data.partnerKeys.keys).toEqual([{ id: partnerKey.id, lastUsedAt: expect.any(String) }]);
    expect(page.data.partnerKeys.pagination).toMatchObject({ page: 1, hasNext: true });
    const revoke = async (id: string) =>
      (await admin.graphql.run('mutation ($id: ID!) { revokePartnerKey(id: $id) { __typename } }', { id })).data
        .revokePartnerKey.__typename;
    expect(await revoke(partnerKey.id)).toBe('RevokedPartnerKey');
    expect(await revoke(partnerKey.id)).toBe('RevokedPartnerKey');
    expect(await revoke(randomUUID())).toBe('NotFound');
    await until(async () => (await restClient(server.url, key).get('/lots')).status === 401, 'the key to be refused');
  });

  it('that do not exist are not found', async () => {
    for (const id of [randomUUID(), 'first']) {
      expect((await admin.rest.send('DELETE', `/keys/${id}`)).status).toBe(404);
    }
  });

  it.each([
    ['unknown', `mtk_${'A'.repeat(43)}`],
    ['cut short', 'mtk_abc'],
    ['too long', `mtk_${'A'.repeat(44)}`],
  ])('that are %s let nobody in, and close the socket that tries', async (_, key) => {
    expect((await restClient(server.url, key).get('/lots')).status).toBe(401);
    const socket = await openSocket(server.url, key).catch(() => null);
    if (socket !== null) expect((await socket.closed).code).toBe(4403);
  });

  it('stand nowhere in the database and in no log line', async () => {
    const { key, rest, graphql } = await partner({ name: 'Secret keeper', role: 'processor' });
    const idempotent = { 'idempotency-key': randomUUID() };
    const input = { name: 'Told twice', role: 'auditor' };
    const told = await admin.rest.send('POST', '/keys', input, idempotent);
    await rest.send('POST', '/lots', newLot());
    await rest.get(`/lots/${randomUUID()}`);
    await graphql.run('{ nonsense }');
    const socket = await openSocket(server.url, key);
    await socket.run('{ me { name } }');
    await socket.close();

    const secrets = [key, told.data.key].map((clear: string) => clear.slice('mtk_'.length + 6));
    const { pool } = server.app.database;
    const { rows: tables } = await pool.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker')`,
    );
    const holds = async (text: string): Promise<string[]> => {
      const found: string[] = [];
      for (const { schema, name } of tables) {
        const { rows } = await pool.query<{ column: string }>(
          `select distinct cell.name as column from "${schema}"."${name}" row, jsonb_each_text(to_jsonb(row)) cell (name, text)
           where position($1 in cell.text) > 0 or position($2 in cell.text) > 0`,
          [text, Buffer.from(text).toString('hex')],
        );
        found.push(...rows.map(({ column }) => `${name}.${column}`));
      }
      return found;
    };
    // The search finds what is there: the hash, as it is stored, and the key's name.
    const digest = createHash('sha256').update(key).digest();
    const stored = server.app.database.seals.keyedHash('partner-key', digest);
    expect(await holds(stored.toString('hex'))).toEqual(['api_key.hash']);
    expect(await holds(digest.toString('hex'))).toEqual([]);
    expect(await holds('Secret keeper')).toContain('api_key.name');
    for (const secret of secrets) expect(await holds(secret)).toEqual([]);
    expect(logged.length).toBeGreaterThan(10);
    for (const secret of [key, told.data.key]) expect(logged.join('')).not.toContain(secret.slice(0, 24));
  });
});
