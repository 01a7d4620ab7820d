import { once } from 'node:events';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../../support/database.ts';
import { newLot } from '../../support/newLot.ts';
import { restClient } from '../../support/restClient.ts';
import { openRawSocket } from '../../support/rawSocket.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

const PARTNER = 'https://partner.example';
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

let app: TestApp;
/** on the same database: behind TLS, open to one other site, closed to known bots, with few requests a minute */
let guarded: TestApp;
let processor: Person;
const logged: { requestId?: string; route?: string; statusCode?: number; msg?: string; err?: unknown }[] = [];

beforeAll(async () => {
  const log = pino(
    { level: 'info' },
    new Writable({
      write: (line: Buffer, _encoding, done) => {
        logged.push(JSON.parse(line.toString()));
        done();
      },
    }),
  );
  app = await createTestApp({ surroundings: { log } });
  guarded = await createTestApp({
    database: app.databaseUrl,
    env: {
      ROLE: 'web',
      PUBLIC_URL: 'https://trace.example',
      CORS_ORIGINS: PARTNER,
      PUBLIC_BLOCK_AUTOMATION: 'true',
      STAFF_RATE_LIMIT: '5',
    },
  });
  processor = await app.person('processor');
});
afterAll(async () => {
  await guarded?.stop();
  await app.stop();
});

describe('pages of other sites', () => {
  const preflight = (at: TestApp, origin: string, method: string) =>
    fetch(`${at.url}/api/v1/lots/LOT701`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': method,
        'access-control-request-headers': 'authorization,content-type,if-match,idempotency-key',
      },
    });

  it('may not call at all unless the operator names them', async () => {
    const { headers, status } = await preflight(app, PARTNER, 'PATCH');
    expect(headers.get('access-control-allow-origin')).toBeNull();
    expect(status).toBeGreaterThanOrEqual(400);
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])('that are named may call with %s', async (method) => {
    const { headers, status } = await preflight(guarded, PARTNER, method);
    expect([status, headers.get('access-control-allow-origin')]).toEqual([204, PARTNER]);
    expect(headers.get('access-control-allow-methods')?.split(/,\s*/)).toContain(method);
    expect(headers.get('access-control-allow-headers')).toContain('authorization');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('that are named read what a client needs of an answer', async () => {
    const { headers } = await fetch(`${guarded.url}/api/v1/health`, { headers: { origin: PARTNER } });
    expect(headers.get('access-control-allow-origin')).toBe(PARTNER);
    const exposed = headers.get('access-control-expose-headers')?.toLowerCase().split(/,\s*/) ?? [];
    for (const name of ['etag', 'retry-after', 'x-request-id', 'idempotency-replayed', 'content-disposition']) {
      expect(exposed).toContain(name);
    }
  });

  it('that are not named get no permission', async () => {
    for (const origin of ['https://partner.example.evil.example', 'http://partner.example', 'null']) {
      const { headers } = await preflight(guarded, origin, 'GET');
      expect([origin, headers.get('access-control-allow-origin')]).not.toEqual([origin, origin]);
      expect(headers.get('access-control-allow-origin')).not.toBe('*');
    }
  });
});

describe('behind TLS', () => {
  it.each(['/api/v1/health', '/api/v1/nothing', '/', '/graphql'])('%s tells browsers to stay there', async (path) => {
    const secure = await fetch(guarded.url + path);
    expect(secure.headers.get('strict-transport-security')).toMatch(/^max-age=\d{7,}/);
    // Without an https origin the header would lock people out.
    expect((await fetch(app.url + path)).headers.get('strict-transport-security')).toBeNull();
  });
});

describe('known bots', () => {
  const from = (agent: string, path: string) => guarded.rest.get(path, { 'user-agent': agent });

  it('are refused on the public calls alone, in the specified words', async () => {
    for (const path of ['/lots/public/search?lotId=LOT701', '/lots/public/LOT701', '/lots/public/LOT701/certificate']) {
      const { status, body } = await from('curl/8.5.0', path);
      expect([path, status, body.error, body.message]).toEqual([
        path,
        403,
        'Forbidden',
        'Access denied - automated access not allowed',
      ]);
      expect((await from(FIREFOX, path)).status).toBe(404);
    }
    expect((await from('curl/8.5.0', '/health')).status).toBe(200);
    const requests = [{ method: 'GET', path: '/lots/public/LOT701' }];
    const batched = restClient(guarded.url, processor.accessToken);
    for (const [agent, statusCode] of [
      ['curl/8.5.0', 403],
      [FIREFOX, 404],
    ] as const) {
      const { data } = await batched.send('POST', '/batch', { requests }, { 'user-agent': agent });
      expect([agent, data.responses[0].statusCode]).toEqual([agent, statusCode]);
    }
    expect((await app.rest.get('/lots/public/LOT701', { 'user-agent': 'curl/8.5.0' })).status).toBe(404);
  });
});

describe('a request', () => {
  it('stands in the log by its id and its route, never by its address', async () => {
    await processor.rest.get('/lots/LOT-SECRET-1?x=1', { 'x-request-id': 'traced-0001' });
    await app.rest.get('/nothing/LOT-SECRET-2', { 'x-request-id': 'traced-0002' });
    await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'traced-0003' },
      body: JSON.stringify({ query: '{ health { status } }' }),
    });
    const lineOf = (id: string) =>
      until(async () => logged.find(({ requestId }) => requestId === id), `the line of ${id}`);
    expect(await lineOf('traced-0001')).toMatchObject({ route: '/api/v1/lots/:id', statusCode: 404 });
    expect(await lineOf('traced-0002')).toMatchObject({ statusCode: 404 });
    expect(await lineOf('traced-0003')).toMatchObject({ route: '/graphql', statusCode: 200 });
    expect(JSON.stringify(logged)).not.toContain('LOT-SECRET');
  });

  it('that the database refuses stands in the log without the values of its row', async () => {
    const { pool } = app.app.database;
    const sent = newLot({ farmerName: 'Zyxquor Vantablick' });
    await pool.query(`alter table lot add constraint refused check (farmer_name <> 'Zyxquor Vantablick')`);
    try {
      const rest = await processor.rest.send('POST', '/lots', sent, { 'x-request-id': 'refused-0001' });
      expect(rest.status).toBe(500);
      const graphql = await processor.graphql.run(
        'mutation ($input: CreateLotInput!) { createLot(input: $input) { __typename } }',
        {
          input: sent,
        },
      );
      expect(graphql.errors[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
    } finally {
      await pool.query('alter table lot drop constraint refused');
    }
    await until(async () => logged.some(({ msg }) => msg === 'A GraphQL operation failed'), 'both lines');
    const unreadable = app.app.database.rows('select $1::text::uuid', ['Zyxquor']);
    await expect(unreadable).rejects.toMatchObject({ code: '22P02', message: expect.not.stringContaining('Zyx') });
    expect(logged).toContainEqual(
      expect.objectContaining({ msg: 'Request failed', requestId: 'refused-0001', err: expect.anything() }),
    );
    const failed = JSON.stringify(logged.filter(({ err }) => err !== undefined));
    expect(failed).toContain('violates check constraint');
    expect(failed).not.toMatch(/zyxquor|145654321/i);
  });

  it('has its consent kept with a write over GraphQL as well', async () => {
    const input = newLot();
    const response = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${processor.accessToken}`,
        'x-gdpr-consent': 'true',
        'x-request-id': 'consent-0001',
      },
      body: JSON.stringify({
        query: 'mutation ($input: CreateLotInput!) { createLot(input: $input) { __typename } }',
        variables: { input },
      }),
    });
    expect(response.headers.get('x-request-id')).toBe('consent-0001');
    expect(await response.json()).toEqual({ data: { createLot: { __typename: 'LotCreated' } } });
    const row = await app.app.database.row(
      `select e.gdpr_consent, e.request_id from lot_event e join lot l on l.id = e.lot_id where l.lot_id = $1 and type = 'created'`,
      [input.lotId],
    );
    expect(row).toEqual({ gdpr_consent: true, request_id: 'consent-0001' });
  });

  it('counts against the rate over a socket too', async () => {
    const person = await app.person('processor');
    const socket = await openSocket(guarded.url, person.accessToken);
    const codes: unknown[] = [];
    for (let i = 0; i < 7; i += 1) codes.push((await socket.run('{ me { role } }')).errors[0]?.extensions?.code);
    await socket.close();
    expect(codes.slice(0, 4)).toEqual([undefined, undefined, undefined, undefined]);
    expect(codes.at(-1)).toBe('TOO_MANY_REQUESTS');
  });

  it('counts against the rate over a socket also when it is completed at once', async () => {
    const { accessToken } = await app.person('processor');
    const { socket, send, settled } = await openRawSocket(guarded.url, accessToken);
    const me = (id: string) => ({ type: 'subscribe', id, payload: { query: '{ me { role } }' } });
    for (let i = 0; i < 7; i += 1) send(me('one'), { type: 'complete', id: 'one' });
    await settled();
    const messages = once(socket, 'message');
    send(me('last'));
    const [answer] = await messages;
    socket.terminate();
    expect(String(answer)).toContain('TOO_MANY_REQUESTS');
  });
});

describe('health without a database', () => {
  it('is 503 in the envelope of a success, and says which part is away', async () => {
    const database = await createDatabase();
    const lonely = await createTestApp({ database: database.url, env: { ROLE: 'web' } });
    try {
      expect((await lonely.rest.get('/health')).status).toBe(200);
      await database.drop();
      // An answer is remembered for a second.
      const { data } = await until(async () => {
        const answer = await lonely.rest.get('/health');
        return answer.status === 503 && answer;
      }, 'health to notice');
      expect([data.status, data.database.status]).toEqual(['error', 'error']);
      expect(data).toMatchObject({ version: expect.any(String), uptimeSeconds: expect.any(Number) });
      const other = await lonely.rest.get('/lots/public/LOT701');
      expect(other.status).toBeGreaterThanOrEqual(500);
      expect(JSON.stringify(other.body)).not.toMatch(/database|postgres|test_|ECONN/i);
    } finally {
      await lonely.stop();
    }
  });
});
