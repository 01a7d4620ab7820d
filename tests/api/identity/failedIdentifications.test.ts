import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

const LIMIT = 5;

let app: TestApp;
let admin: Person;
/** how often the database was asked for a key, and for a session */
let lookups: number;
let sessions: number;

beforeEach(async () => {
  app = await createTestApp({ env: { PUBLIC_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '1' } });
  admin = await app.person('admin');
  lookups = 0;
  sessions = 0;
  const { database } = app.app;
  const row = database.row.bind(database);
  database.row = async <Row extends object>(text: string, values?: readonly unknown[]) => {
    if (text.includes('from api_key')) lookups += 1;
    if (text.includes('from session')) sessions += 1;
    return row<Row>(text, values);
  };
});
afterEach(() => app.stop());

const unknownKey = (): string => `mtk_${randomBytes(32).toString('base64url')}`;
const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
/** One of its offices: they share it. */
const OFFICE = '192.0.2.7';

async function call(token: string, address: string): Promise<RestAnswer> {
  return restClient(app.url, token).get('/alerts/stats', from(address));
}

async function partnerKey(): Promise<{ id: string; key: string }> {
  const { data } = await admin.rest.send('POST', '/keys', { name: 'Trader', role: 'auditor' });
  return { id: data.partnerKey.id, key: data.key };
}

function statuses(answers: readonly RestAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describe('keys that nobody has', () => {
  it('come to the database as often as their address may fail, however many come at once', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => call(unknownKey(), OFFICE)));
    expect(lookups).toBe(LIMIT);
    expect(statuses(answers)).toEqual({ 401: LIMIT, 429: 60 - LIMIT });
    for (const { status, headers } of answers) {
      if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    for (let i = 0; i < 10; i += 1) await call(unknownKey(), OFFICE);
    expect(lookups).toBe(LIMIT);
  });

  it('nor over GraphQL, nor over sockets, nor over all of them together', async () => {
    const post = async (): Promise<number> => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${unknownKey()}`, ...from(OFFICE) };
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ query: '{ __typename }' }),
      });
      return response.status;
    };
    const closes = Array.from({ length: 8 }, () => socketCloses(unknownKey()));
    const answers = await Promise.all([...Array.from({ length: 8 }, post), call(unknownKey(), OFFICE)]);
    const codes = await Promise.all(closes);
    expect(lookups).toBe(LIMIT);
    expect(answers).toContain(429);
    // The token ended, or it could not be asked whose it is.
    expect(codes.filter((code) => ![4403, 1013].includes(code))).toEqual([]);
    expect(codes).toContain(1013);
  });

  it("that come again and again are remembered as nobody's for a while", async () => {
    const key = unknownKey();
    await Promise.all(Array.from({ length: 4 }, () => call(key, OFFICE)));
    expect(lookups).toBe(1);
  });

  it('are counted for their own address', async () => {
    await Promise.all(Array.from({ length: 20 }, () => call(unknownKey(), OFFICE)));
    expect((await call(unknownKey(), '198.51.100.9')).status).toBe(401);
    expect((await call((await partnerKey()).key, '198.51.100.9')).status).toBe(200);
  });
});

describe('an address that has failed too often', () => {
  const fail = async (): Promise<void> => {
    await Promise.all(Array.from({ length: 20 }, () => call(unknownKey(), OFFICE)));
  };

  it('is still let in with sessions, and with keys that were good before', async () => {
    const { id, key } = await partnerKey();
    expect((await call(key, OFFICE)).status).toBe(200);
    await fail();
    // Read again, as happens every two seconds.
    servicesOf(app.app).identity.forget(id);
    expect((await call(key, OFFICE)).status).toBe(200);
    expect((await call(admin.accessToken, OFFICE)).status).toBe(200);
    const socket = await openSocket(app.url, key);
    await socket.close();
  });

  it('is told to come back with a key that was not seen before, and a revoked one counts as none', async () => {
    const [seen, unseen] = [await partnerKey(), await partnerKey()];
    expect((await call(seen.key, OFFICE)).status).toBe(200);
    await fail();
    const later = await call(unseen.key, OFFICE);
    expect([later.status, Number(later.headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await admin.rest.send('DELETE', `/keys/${seen.id}`)).status).toBe(200);
    servicesOf(app.app).identity.forget(seen.id);
    const before = lookups;
    await call(seen.key, OFFICE);
    servicesOf(app.app).identity.forget(seen.id);
    await call(seen.key, OFFICE);
    expect(lookups - before).toBe(1);
  });
});

describe('keys that are good', () => {
  it('cost their address nothing, however many there are', async () => {
    const keys = [];
    for (let i = 0; i < 4 * LIMIT; i += 1) keys.push(await partnerKey());
    for (const { key } of keys) expect((await call(key, OFFICE)).status).toBe(200);
    expect((await call(unknownKey(), OFFICE)).status).toBe(401);
  });
});

describe('access tokens that we did not sign', () => {
  it('never come to the database, and count as calls of nobody', async () => {
    const [header, claims] = admin.accessToken.split('.');
    const forged = (): string => `${header}.${claims}.${randomBytes(32).toString('base64url')}`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(forged(), OFFICE)));
    expect(sessions).toBe(0);
    expect(statuses(answers)).toEqual({ 401: LIMIT, 429: 12 - LIMIT });
  });
});

/** The code that a socket is closed with which says this key. */
async function socketCloses(key: string): Promise<number> {
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws', {
    headers: from(OFFICE),
  });
  await once(socket, 'open');
  const closed = once(socket, 'close');
  socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }));
  const [code]: number[] = await closed;
  return code ?? 0;
}
