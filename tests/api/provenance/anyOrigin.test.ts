import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { settledLot } from '../../support/seeds.ts';
import { build } from '../../support/serverProcess.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** The page of another site. */
const STRANGER = 'https://chocolate.example';
const PARTNER = 'https://partner.example';

/** All that <manam-proof> asks for (docs/security.md). */
const OPEN = [
  'GET /ledger/consistency',
  'GET /ledger/head',
  'GET /ledger/roots',
  'GET /lots/public/{lotId}',
  'GET /lots/public/{lotId}/proof',
];

let app: TestApp;
/** on the same database: open to one other site, closed to known bots, with few requests a minute */
let guarded: TestApp;
let processor: Person;

beforeAll(async () => {
  await build();
  app = await createTestApp();
  guarded = await createTestApp({
    database: app.databaseUrl,
    env: { ROLE: 'web', CORS_ORIGINS: PARTNER, PUBLIC_BLOCK_AUTOMATION: 'true', PUBLIC_RATE_LIMIT: '6' },
  });
  processor = await app.person('processor');
});
afterAll(async () => {
  await guarded?.stop();
  await app.stop();
});

const asked = (headers: Headers) => [
  headers.get('access-control-allow-origin'),
  headers.get('access-control-allow-credentials'),
  headers.get('cross-origin-resource-policy'),
];
const OPENED = ['*', null, 'cross-origin'];
const CLOSED = [null, null, 'same-origin'];

describe('pages of any site', () => {
  it('may read the answers of five calls, and of no other, whatever they send along', async () => {
    const { paths } = z
      .object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) })
      .parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());
    const calls = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({ method: method.toUpperCase(), path })),
    );
    expect(calls.length).toBeGreaterThan(60);
    const requests: Record<string, string>[] = [
      {},
      { authorization: `Bearer ${processor.accessToken}`, cookie: 'session=1' },
    ];
    for (const { method, path } of calls) {
      // What ends a session, or erases its account, would change what the calls after it show.
      if (/^\/(auth|gdpr)\//.test(path)) continue;
      for (const headers of requests) {
        const answer = await fetch(`${app.url}/api/v1${path.replace(/\{\w+\}/g, 'LOT1')}`, {
          method,
          headers: { origin: STRANGER, ...headers },
        });
        await answer.body?.cancel();
        const call = `${method} ${path}`;
        expect([call, ...asked(answer.headers)]).toEqual([call, ...(OPEN.includes(call) ? OPENED : CLOSED)]);
      }
    }
  });

  it.each([
    '/api/v1/auth/validate',
    '/api/v1/gdpr/export',
    '/api/v1/nothing',
    '/graphql?query={health{status}}',
    '/metrics',
    '/admin',
    '/verify/LOT1',
    '/',
  ])('read nothing of %s', async (path) => {
    const { headers } = await fetch(app.url + path, { headers: { origin: STRANGER }, redirect: 'manual' });
    expect(asked(headers)).toEqual(CLOSED);
  });

  it.each(OPEN)('may not ask more of %s than a browser asks unasked', async (call) => {
    const address = `${app.url}/api/v1${call.slice(4).replace('{lotId}', 'LOT1')}`;
    const question = await fetch(address, {
      method: 'OPTIONS',
      headers: {
        origin: STRANGER,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
    expect(question.status).toBe(405);
    for (const method of ['OPTIONS', 'POST', 'DELETE']) {
      const { headers } = await fetch(address, { method, headers: { origin: STRANGER } });
      expect([method, headers.get('access-control-allow-origin')]).toEqual([method, null]);
    }
    const head = await fetch(address, { method: 'HEAD', headers: { origin: STRANGER } });
    expect(asked(head.headers)).toEqual(OPENED);
    expect(head.headers.get('access-control-expose-headers')).toBeNull();
  });

  it('read why they get no lot: unknown, malformed, withdrawn, blocked, too often', async () => {
    const lot = await settledLot(app, processor);
    const admin = await app.person('admin');
    await admin.rest.send('DELETE', `/lots/${lot.lotId}`);
    const from = async (at: TestApp, path: string, agent = 'Mozilla/5.0') => {
      const { status, headers } = await fetch(`${at.url}/api/v1${path}`, {
        headers: { origin: STRANGER, 'user-agent': agent },
      });
      return [status, ...asked(headers)];
    };
    for (const part of ['', '/proof']) {
      expect(await from(app, `/lots/public/LOTNOWHERE${part}`)).toEqual([404, ...OPENED]);
      expect(await from(app, `/lots/public/${lot.lotId}${part}`)).toEqual([404, ...OPENED]);
      expect(await from(app, `/lots/public/-${part}`)).toEqual([400, ...OPENED]);
      expect(await from(guarded, `/lots/public/LOTNOWHERE${part}`, 'curl/8.5.0')).toEqual([403, ...OPENED]);
    }
    for (let i = 0; i < 6; i += 1) await from(guarded, '/ledger/roots');
    for (const path of ['/lots/public/LOT1', '/lots/public/LOT1/proof', '/ledger/roots', '/ledger/head']) {
      expect([path, ...(await from(guarded, path))]).toEqual([path, 429, ...OPENED]);
    }
  });

  it('are told the same as those that the operator named, who may read headers beside', async () => {
    const { headers } = await fetch(`${guarded.url}/api/v1/ledger/roots`, { headers: { origin: PARTNER } });
    expect(asked(headers)).toEqual(OPENED);
    expect(headers.get('access-control-expose-headers')).toContain('Retry-After');
    const closed = await fetch(`${guarded.url}/api/v1/health`, { headers: { origin: PARTNER } });
    expect(closed.headers.get('access-control-allow-origin')).toBe(PARTNER);
  });
});

describe('the file of <manam-proof>', () => {
  const get = (path: string) => fetch(app.url + path, { headers: { origin: STRANGER, 'accept-encoding': 'br' } });

  it('is open to any site at an address that stays, kept for minutes, and known by its tag', async () => {
    const { status, headers } = await get('/manam-proof.js');
    expect([status, ...asked(headers)]).toEqual([200, ...OPENED]);
    expect(headers.get('content-type')).toMatch(/^(text|application)\/javascript/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cache-control')).toBe('public, max-age=300');
    expect(headers.get('vary')).toMatch(/accept-encoding/i);
    // `fetch` would add its own caching headers.
    const known = { 'if-none-match': headers.get('etag') ?? '', 'accept-encoding': 'br' };
    const again = request(`${app.url}/manam-proof.js`, { headers: known }).end();
    const [answer]: IncomingMessage[] = await once(again, 'response');
    expect([answer?.statusCode, answer?.headers['access-control-allow-origin']]).toEqual([304, '*']);
    again.destroy();
  });

  it('has the integrity that its listing names, and the listing is no other site’s', async () => {
    const listing = await get('/manam-proof.json');
    expect(asked(listing.headers)).toEqual(CLOSED);
    const { integrity, file } = z
      .object({ file: z.string(), version: z.string(), integrity: z.string() })
      .parse(await listing.json());
    const bytes = await (await get(`/${file}`)).arrayBuffer();
    const hash = Buffer.from(await crypto.subtle.digest('SHA-384', bytes)).toString('base64');
    expect(integrity).toBe(`sha384-${hash}`);
  });
});
