import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { REFUSED, REQUEST } from '../../../server/domain/messages/refusalMessages.ts';
import { LedgerAway, type Ledger } from '../../../server/domain/ledger/ledger.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { HealthService } from '../../../server/modules/monitoring/healthService.ts';
import { restClient, type RestAnswer } from '../../support/restClient.ts';
import { CLEAR_PLACE, eventually, lotInput, settled, settledLot } from '../../support/seeds.ts';
import { ScriptedMonitor } from '../../support/satelliteWorld.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { newLot } from '../../support/newLot.ts';
import { until } from '../../support/until.ts';
import { NONE_GIVEN } from '../../support/optionalFields.ts';

const PUBLIC_FORM =
  'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)';

let app: TestApp;
let grace: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' });
  auditor = await app.person('auditor');
});
afterAll(async () => {
  await app.stop();
});

/** Another server on the same database, with settings of its own. */
async function withServer(
  options: Omit<Parameters<typeof createTestApp>[0] & object, 'database'>,
  work: (other: TestApp) => Promise<void>,
): Promise<void> {
  const other = await createTestApp({ ...options, database: app.databaseUrl });
  try {
    await work(other);
  } finally {
    await other.stop();
  }
}

const failure = (answer: RestAnswer) => [answer.status, answer.body.error, answer.body.message];

describe('the envelope', () => {
  it('holds the data of a success, its request id and time', async () => {
    const { body, headers } = await grace.rest.get('/lots/next-id');
    expect(Object.keys(body).sort()).toEqual(['data', 'requestId', 'success', 'timestamp']);
    expect(body.success).toBe(true);
    expect(headers.get('x-request-id')).toBe(body.requestId);
  });

  it('holds class, text and status of a failure, and its fields when input was refused', async () => {
    const { body } = await grace.rest.get('/lots?order=up');
    expect(body).toEqual({
      success: false,
      error: 'Validation failed',
      message: 'order must be one of: asc, desc',
      said: REFUSED.invalid({ fields: ['order'], first: 'order must be one of: asc, desc' }),
      statusCode: 400,
      details: [{ field: 'order', message: 'order must be one of: asc, desc' }],
      requestId: expect.any(String),
      timestamp: expect.any(String),
    });
    expect(Object.keys((await grace.rest.get('/lots/LOTNOBODY')).body)).not.toContain('details');
  });

  it('takes a request id that is well formed, and makes one otherwise', async () => {
    const idFor = async (id: string) => (await app.rest.get('/health', { 'x-request-id': id })).body.requestId;
    expect(await idFor('partner-2026.03_1')).toBe('partner-2026.03_1');
    for (const id of ['short', 'has space in it', 'x'.repeat(65), '<script>alert(1)</script>', '']) {
      expect(await idFor(id)).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);
    }
    const [first, second] = await Promise.all([app.rest.get('/health'), app.rest.get('/health')]);
    expect(first.body.requestId).not.toBe(second.body.requestId);
  });

  it('is kept for every error before a route: 400, 404, 405, 413, 415', async () => {
    const post = (body: string, type = 'application/json') =>
      grace.rest.send('POST', '/lots', body, { 'content-type': type });
    expect(failure(await grace.rest.get('/nothing-here'))).toEqual([
      404,
      'Not found',
      'The requested resource was not found.',
    ]);
    for (const path of ['/lots/%zz', `/lots/${'x'.repeat(300)}`]) {
      expect(failure(await grace.rest.get(path))).toEqual([404, 'Not found', 'The requested resource was not found.']);
    }
    for (const body of ['{"lotId": ', '{"__proto__": {"role": "admin"}}', '{"constructor": {"prototype": {}}}']) {
      expect(failure(await post(body))).toEqual([
        400,
        'Validation failed',
        'Could not read the request: its body is not valid JSON',
      ]);
    }
    for (const body of ['[]', '"LOT1"', '7'])
      expect(failure(await post(body))).toEqual([400, 'Validation failed', 'Send a JSON object']);
    expect(failure(await post(JSON.stringify({ farmerName: 'x'.repeat(1024 * 1024) })))).toEqual([
      413,
      'Payload too large',
      'The request body is larger than 1 MB',
    ]);
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
      expect(failure(await post('lotId=LOT1', type))).toEqual([
        415,
        'Unsupported media type',
        'Send the body as application/json',
      ]);
    }
  });

  it('answers another method on a known path with 405 and the ones that it takes', async () => {
    for (const [method, path, allowed] of [
      ['PUT', '/lots', ['GET', 'POST']],
      ['POST', '/lots/LOT1', ['DELETE', 'GET', 'PATCH']],
      ['DELETE', '/lots/public/LOT1', ['GET']],
      ['GET', '/lots/LOT1/verify-integrity', ['POST']],
      ['GET', '/auth/login', ['POST']],
      ['OPTIONS', '/lots', ['GET', 'POST']],
    ] as const) {
      const answer = await app.rest.send(method, path);
      expect(failure(answer).slice(0, 2)).toEqual([405, 'Method not allowed']);
      expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(allowed);
    }
  });

  it('answers an address outside of the version with 404, and with no page', async () => {
    for (const path of ['/api', '/api/', '/api/lots', '/api/v2/lots', '/api/v1lots']) {
      const answer = await fetch(app.url + path, { headers: { accept: 'text/html' } });
      expect([path, answer.status]).toEqual([path, 404]);
      expect(await answer.json()).toMatchObject({ success: false, error: 'Not found', statusCode: 404 });
    }
  });

  it('answers what cannot be read as HTTP, and ends its connection', async () => {
    const head = 'host: localhost\r\n';
    for (const [request, status, message] of [
      [`GET /${'a'.repeat(20_000)} HTTP/1.1\r\n${head}\r\n`, 431, 'The URL and headers are too long'],
      [`MAKE / HTTP/1.1\r\n${head}\r\n`, 400, 'Could not read the request'],
      [`POST /api/v1/lots HTTP/1.1\r\n${head}content-length: two\r\n\r\n`, 400, 'Could not read the request'],
    ] as const) {
      const answer = await sent(request);
      const [headers = '', body = ''] = answer.split('\r\n\r\n');
      expect(headers).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
      expect(headers).toContain('x-content-type-options: nosniff');
      expect(JSON.parse(body)).toMatchObject({ success: false, message, statusCode: status });
    }
  });

  it('passes over an expectation that it does not know', async () => {
    const answer = await sent(
      'GET /api/v1/health HTTP/1.1\r\nhost: localhost\r\nexpect: wonders\r\nconnection: close\r\n\r\n',
    );
    const [headers = '', body = ''] = answer.split('\r\n\r\n');
    expect(headers).toMatch(/^HTTP\/1.1 200 /);
    expect(headers).toContain('x-content-type-options: nosniff');
    expect(body).toContain('"success":true');
  });

  it('answers a page that is asked for under conditions, or in part', async () => {
    // Pages are built with the client; `npm test` builds before it comes here.
    if (!existsSync(join(packageRoot, 'dist', 'client', 'index.html'))) {
      process.stdout.write('The client is not built, so its pages are not looked at\n');
      return;
    }
    const page = (headers: Record<string, string>) => fetch(`${app.url}/admin`, { headers });
    const etag = (await page({})).headers.get('etag') ?? '';
    expect((await page({ 'if-match': etag })).status).toBe(200);
    for (const [name, value] of [
      ['if-match', '"another"'],
      ['if-unmodified-since', 'Thu, 01 Jan 1970 00:00:00 GMT'],
    ] as const) {
      const answer = await page({ [name]: value });
      expect([answer.status, await answer.json()]).toMatchObject([
        412,
        { success: false, error: 'Precondition failed' },
      ]);
    }
    for (const range of ['bytes=99999999-', 'bytes=x', 'bytes=0-3']) {
      const answer = await page({ range });
      expect([range, answer.status, await answer.text()]).toEqual([range, 200, expect.stringContaining('</html>')]);
    }
  });

  it.each(['/api/v1/auth/login', '/api/v1/monitoring/errors', '/graphql'])(
    'reaches a client that sends a too large body to its end, piece by piece, before it looks at the answer: %s',
    async (path) => {
      const { hostname, port } = new URL(app.url);
      const piece = 'x'.repeat(0x40000);
      const forms = [
        { header: `content-length: ${8 * piece.length}`, before: '', after: '', end: '' },
        { header: 'transfer-encoding: chunked', before: '40000\r\n', after: '\r\n', end: '0\r\n\r\n' },
      ];
      for (const { header, before, after, end } of forms) {
        const socket = connect(Number(port), hostname);
        const broken = vi.fn<(error: Error) => void>();
        socket.on('error', broken);
        socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${header}\r\n\r\n`);
        for (let pieces = 0; pieces < 8; pieces += 1) {
          socket.write(before + piece + after);
          // As long as a line takes for a piece.
          await app.rest.get('/health');
        }
        socket.write(end);
        const answer = socket.destroyed ? '' : await textOf(socket);
        expect(broken).not.toHaveBeenCalled();
        expect(answer).toMatch(/^HTTP\/1.1 413 /);
        expect(answer).toContain('The request body is larger than');
      }
    },
  );

  /** All that the server sends for these bytes until it ends the connection. */
  async function sent(request: string): Promise<string> {
    const { hostname, port } = new URL(app.url);
    const socket = connect(Number(port), hostname);
    socket.write(request);
    return textOf(socket);
  }

  it('refuses JSON of more levels than any call takes, over GraphQL too', async () => {
    const deep = (levels: number) => `{"farmId":${'['.repeat(levels)}${']'.repeat(levels)}}`;
    const posted = async (path: string, body: string) => {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${grace.accessToken}` };
      const answer = await fetch(app.url + path, { method: 'POST', headers, body });
      return [answer.status, (await answer.json()) as unknown];
    };
    const message = 'Could not read the request: its JSON has more than 64 levels';
    for (const levels of [64, 5_000]) {
      expect(await posted('/api/v1/lots', deep(levels))).toMatchObject([400, { error: 'Validation failed', message }]);
    }
    expect(await posted('/graphql', deep(5_000))).toEqual([
      400,
      { errors: [{ message, extensions: { code: 'BAD_REQUEST', said: REQUEST.deepJson({ levels: 64 }) } }] },
    ]);
    expect(await posted('/api/v1/lots', deep(63))).toMatchObject([400, { details: expect.any(Array) }]);
  });

  it('lets nobody on the way keep an answer', async () => {
    const authorization = `Bearer ${grace.accessToken}`;
    for (const path of ['/api/v1/lots', '/api/v1/nothing', '/api/v1/health', '/graphql?query={me{name}}']) {
      const headers = { authorization, 'apollo-require-preflight': 'true' };
      const answer = await fetch(app.url + path, { headers });
      expect([path, answer.headers.get('cache-control')]).toEqual([path, 'no-store']);
    }
  });

  it('names the field of a value that has another form than it takes', async () => {
    for (const [method, path, body, field, message] of [
      ['GET', '/lots?search=a&search=b', undefined, 'search', 'search must be a string'],
      ['PATCH', '/lots/LOT1/process', { qualityChecks: [] }, 'qualityChecks', 'qualityChecks must be a JSON object'],
      ['PUT', '/alerts/bulk-update-status', { alertIds: [7] }, 'alertIds.0', 'alertIds.0 must be a string'],
      ['POST', '/batch', { requests: [7] }, 'requests.0', 'requests.0 must be a JSON object'],
      ['POST', '/auth/login', [], '', 'Send a JSON object'],
    ] as const) {
      const answer = await grace.rest.send(method, path, body);
      expect([path, answer.status]).toEqual([path, 400]);
      expect(answer.body.details).toContainEqual({ field, message });
      expect(JSON.stringify(answer.body)).not.toContain('Invalid input');
    }
    const metric = await app.rest.send('POST', '/monitoring/metrics', {});
    expect(failure(metric)[2]).toBe('Send one measurement with name and value, or a list of them as metrics');
  });

  it('takes a JSON content type without a body, as clients send it', async () => {
    const lot = await settledLot(app, grace);
    const empty = { 'content-type': 'application/json' };
    expect((await app.rest.send('POST', `/lots/public/${lot.lotId}/verify-integrity`, '', empty)).status).toBe(200);
    expect((await grace.rest.send('DELETE', `/lots/${lot.id}`, '', empty)).status).toBe(200);
  });

  it('says 401 without a good token and 403 without the right', async () => {
    const bad = restClient(app.url, 'not.a.token');
    for (const anonymous of [app.rest, bad]) {
      for (const path of ['/lots', '/lots/LOT1', '/lots/stats', '/dashboard/stats', '/lots/LOT1/blockchain']) {
        expect(failure(await anonymous.get(path))).toEqual([401, 'Unauthorized', 'Please log in to continue.']);
      }
      expect((await anonymous.send('POST', '/lots', lotInput())).status).toBe(401);
    }
    expect(failure(await auditor.rest.send('POST', '/lots', lotInput()))).toEqual([
      403,
      'Forbidden',
      'You do not have permission to perform this action.',
    ]);
  });
});

describe('security headers', () => {
  it('have the server for map pictures that the operator named, by its origin alone', async () => {
    const env = { MAP_TILES_URL: 'https://tiles.example/{z}/{x}/{y}.png?key=7', MAP_TILES_ATTRIBUTION: '© Tiles' };
    const mapped = await createTestApp({ env });
    try {
      const policyOf = async (path: string): Promise<string> =>
        (await fetch(mapped.url + path)).headers.get('content-security-policy') ?? '';
      const own = await policyOf('/admin');
      expect(own).toContain("img-src 'self' data: blob: https://tiles.example;");
      expect(own).toMatch(/connect-src 'self' ws:\/\/\S+ wss:\/\/\S+ https:\/\/tiles\.example;/);
      expect(own.match(/tiles\.example/g)).toHaveLength(2);
      const looking = await mapped.person('auditor', { name: 'Otto Audit' });
      const { data } = await looking.graphql.run('{ mapTiles { url attribution } }');
      expect(data.mapTiles).toEqual({ url: env.MAP_TILES_URL, attribution: '© Tiles' });
    } finally {
      await mapped.stop();
    }
  });

  it.each(['/api/v1/health', '/api/v1/nothing', '/admin', '/%zz', '/graphql?query={health{status}}'])(
    'stand on %s',
    async (path) => {
      const { headers } = await fetch(app.url + path);
      const policy = headers.get('content-security-policy') ?? '';
      expect(policy.split(';').map((part) => part.trim())).toEqual([
        "default-src 'self'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        `connect-src 'self' ws://${new URL(app.url).host} wss://${new URL(app.url).host}`,
        "worker-src 'self' blob:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ]);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
      expect(headers.get('x-frame-options')).toBe('DENY');
      const features = (headers.get('permissions-policy') ?? '').split(', ').map((part) => part.split('='));
      expect(features.filter(([, allowed]) => allowed !== '()')).toEqual(
        ['camera', 'geolocation', 'screen-wake-lock', 'clipboard-write'].map((name) => [name, '(self)']),
      );
      for (const denied of ['microphone', 'payment', 'usb', 'clipboard-read', 'fullscreen']) {
        expect(features).toContainEqual([denied, '()']);
      }
      expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('x-powered-by')).toBeNull();
      expect(headers.get('access-control-allow-origin')).toBeNull();
    },
  );

  it.each(['/', '/verify', '/verify/LOT701', '/manam-proof.js'])('let %s be shown in no frame', async (path) => {
    const { headers } = await fetch(app.url + path);
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('permissions-policy')).toContain('microphone=()');
  });
});

describe('pages', () => {
  const connects = async (url: string, host?: string): Promise<string | undefined> => {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    socket.write(`GET /admin HTTP/1.1\r\nHost: ${host ?? new URL(url).host}\r\nConnection: close\r\n\r\n`);
    return /connect-src ([^;]*)/.exec(await textOf(socket))?.[1];
  };

  it('may open sockets of the host that was asked alone; what can be no host is not named', async () => {
    expect(await connects(app.url, 'trace.local:8080')).toBe("'self' ws://trace.local:8080 wss://trace.local:8080");
    expect(await connects(app.url, '[::1]:4000')).toBe("'self' ws://[::1]:4000 wss://[::1]:4000");
    for (const host of ['x; script-src *', 'a b', "'none'", '*', 'a,b', `${'a'.repeat(254)}`]) {
      expect(await connects(app.url, host)).toBe("'self'");
    }
  });

  it('may open sockets of PUBLIC_URL alone when it is set', async () => {
    await withServer({ env: { PUBLIC_URL: 'https://trace.example' } }, async (other) => {
      expect(await connects(other.url)).toBe("'self' wss://trace.example");
    });
  });
});

describe('limits', () => {
  it('let an address make its public calls a minute, then say how long to wait; people who signed in are counted apart', async () => {
    await withServer({ env: { PUBLIC_RATE_LIMIT: '5' } }, async (other) => {
      const signedIn = restClient(other.url, grace.accessToken);
      for (let i = 0; i < 5; i += 1) expect((await other.rest.get('/lots/public/search?lotId=LOTX')).status).toBe(404);
      const late = await other.rest.get('/lots/public/LOTX');
      expect(failure(late)).toEqual([
        429,
        'Too many requests',
        'Too many requests - please wait a moment and try again',
      ]);
      const seconds = Number(late.headers.get('retry-after'));
      // The minute began with the first call, some time ago.
      expect(seconds).toBeGreaterThan(30);
      expect(seconds).toBeLessThanOrEqual(60);
      // What a client writes into this header itself makes it no other client.
      expect((await other.rest.get('/lots/public/LOTX', { 'x-forwarded-for': '203.0.113.9' })).status).toBe(429);
      // Nor does a token on a public call.
      expect((await signedIn.get('/lots/public/LOTX')).status).toBe(429);
      for (let i = 0; i < 7; i += 1) expect((await signedIn.get('/lots/next-id')).status).toBe(200);
      const graphql = await other.graphql.run('{ health { status } }');
      expect([graphql.status, graphql.errors[0]?.extensions?.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    });
  });

  it('let each person make their calls a minute', async () => {
    await withServer({ env: { STAFF_RATE_LIMIT: '3' } }, async (other) => {
      const [first, second] = [grace, auditor].map(({ accessToken }) => restClient(other.url, accessToken));
      for (let i = 0; i < 3; i += 1) expect((await first?.get('/lots/next-id'))?.status).toBe(200);
      const late = await first?.get('/lots/next-id');
      expect([late?.status, late?.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      expect((await second?.get('/lots/next-id'))?.status).toBe(200);
    });
  });

  it('count the address from the right behind TRUST_PROXY proxies', async () => {
    await withServer({ env: { PUBLIC_RATE_LIMIT: '2', TRUST_PROXY: '2' } }, async (other) => {
      const from = async (forwarded: string) =>
        (await other.rest.get('/lots/public/LOTX', { 'x-forwarded-for': forwarded })).status;
      // client, then what the outer proxy adds for it, then the inner proxy: the second from the right is the client.
      expect(await from('198.51.100.1, 10.0.0.1')).toBe(404);
      expect(await from('made-up, 198.51.100.1, 10.0.0.1')).toBe(404);
      expect(await from('another, 198.51.100.1, 10.0.0.2')).toBe(429);
      expect(await from('198.51.100.1, 198.51.100.2, 10.0.0.1')).toBe(404);
    });
  });

  it.each([
    ['198.51.100.1:40001', '198.51.100.1:40002', '198.51.100.1'],
    ['[2001:db8:1:1::1]:40001', '[2001:db8:1:1::1]', '2001:db8:1:1::1'],
  ])('count an address without the port that some proxies write after it: %s', async (...addresses) => {
    await withServer({ env: { PUBLIC_RATE_LIMIT: '2', TRUST_PROXY: '1' } }, async (other) => {
      const statuses: number[] = [];
      for (const address of addresses) {
        statuses.push((await other.rest.get('/lots/public/LOTX', { 'x-forwarded-for': address })).status);
      }
      expect(statuses).toEqual([404, 404, 429]);
    });
  });

  it('count the network of an IPv6 subscriber as one address', async () => {
    const env = { PUBLIC_RATE_LIMIT: '2', TRUST_PROXY: '1' };
    await withServer({ env }, async (other) => {
      const from = async (address: string) =>
        (await other.rest.get('/lots/public/LOTX', { 'x-forwarded-for': address })).status;
      expect(await from('2001:db8:1:1::1')).toBe(404);
      expect(await from('2001:db8:1:1:a:b:c:d')).toBe(404);
      expect(await from('2001:db8:1:1::2')).toBe(429);
      expect(await from('2001:db8:1:2::1')).toBe(404);
    });
  });
});

describe('/metrics', () => {
  const metrics = async (url: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${url}/metrics`, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  it('is for this machine alone, and never through a proxy', async () => {
    const answer = await metrics(app.url);
    expect(answer.status).toBe(200);
    expect(answer.text).toContain('manam_http_request_seconds_count{');
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'x-forwarded-host', 'via']) {
      expect([name, (await metrics(app.url, { [name]: '127.0.0.1' })).status]).toEqual([name, 404]);
    }
  });

  it('takes METRICS_TOKEN, and then nothing else', async () => {
    await withServer({ env: { METRICS_TOKEN: 'scrape-me' } }, async ({ url }) => {
      expect((await metrics(url)).status).toBe(404);
      expect((await metrics(url, { authorization: 'Bearer scrape-m3' })).status).toBe(404);
      expect((await metrics(url, { authorization: `Bearer ${grace.accessToken}` })).status).toBe(404);
      const scraped = await metrics(url, { authorization: 'Bearer scrape-me', 'x-forwarded-for': '192.0.2.1' });
      expect(scraped.status).toBe(200);
    });
  });

  it('names routes by their pattern, never by what is in the address', async () => {
    await app.rest.get('/lots/public/LOT-SECRET-77');
    const { text } = await metrics(app.url);
    expect(text).toContain('/api/v1/lots/public/:lotId');
    expect(text).not.toContain('LOT-SECRET-77');
  });
});

describe('health', () => {
  it('tells each part, without login', async () => {
    const { status, data } = await app.rest.get('/health');
    expect(status).toBe(200);
    expect(data).toMatchObject({
      status: 'ok',
      database: { status: 'ok' },
      ledger: { status: 'ok', driver: 'embedded' },
      satellite: { status: 'ok', driver: 'sample' },
      queue: { pending: expect.any(Number), failed: 0 },
      jobs: { status: 'ok', waiting: expect.any(Number), exhausted: 0 },
      version: '1.0.0',
      uptimeSeconds: expect.any(Number),
    });
    expect((await app.rest.get('/lots/public/health')).data).toMatchObject({
      status: 'ok',
      message: 'Public verification works',
      said: { code: 'health.public_works' },
      systemHealth: { database: 'ok', ledger: 'ok', satellite: 'ok' },
      version: '1.0.0',
      capabilities: expect.arrayContaining(['search', 'blockchain']),
    });
    const ledger = await app.rest.get('/blockchain/health');
    expect(ledger.data).toMatchObject({ status: 'ok', driver: 'embedded', failed: 0 });
    expect(ledger.data.height).toBeGreaterThan(0);
    expect(ledger.data.peers.map((peer: { status: string }) => peer.status)).toEqual(['up', 'up']);
  });

  it('tells of jobs that nobody takes', async () => {
    const { pool } = app.app.database;
    await pool.query(`select graphile_worker.add_job('nobodys', run_at => now() - interval '11 minutes')`);
    try {
      await until(async () => (await app.rest.get('/health')).data.jobs.status === 'degraded', 'health to tell');
      const { status, data } = await app.rest.get('/health');
      expect([status, data.status, data.jobs]).toMatchObject([
        200,
        'ok',
        { message: 'Jobs have waited for ten minutes; no worker runs them', waiting: 1, exhausted: 0 },
      ]);
      await pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
      const givenUp = 'Jobs failed after all attempts';
      await until(async () => (await app.rest.get('/health')).data.jobs.message === givenUp, 'health to tell');
    } finally {
      await pool.query('delete from graphile_worker._private_jobs');
    }
    await until(async () => (await app.rest.get('/health')).data.jobs.status === 'ok', 'health to be well');
  });

  it('takes a long queue of jobs that is worked on for no trouble', async () => {
    const { database, ledger } = app.app;
    const statusWith = async (running: number) => {
      const health = new HealthService({
        database,
        ledger,
        monitor: new ScriptedMonitor(),
        outboxStats: async () => ({ pending: 0, failed: 0, oldestPendingSeconds: null }),
        jobStats: async () => ({
          working: true,
          waiting: 9_000,
          running,
          retrying: 0,
          exhausted: 0,
          oldestWaitingSeconds: 3_600,
        }),
        retentionRefused: async () => false,
        lastAudit: async () => ({ result: null, putBack: false, progress: null }),
        lastRecount: async () => null,
        diskFull: async () => false,
        permissions: 'merged',
        version: '1',
      });
      return (await health.read({ kind: 'anonymous' })).jobs.status;
    };
    expect([await statusWith(2), await statusWith(0)]).toEqual(['ok', 'degraded']);
  });

  it('says so while the disk of the database is full, and is still 200: it can be read', async () => {
    // Of a process of its own: it takes no more writes for a minute.
    await withServer({}, async (full) => {
      const { pool } = full.app.database;
      await pool.query(`create function no_room() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
      await pool.query('create trigger lot_no_room before insert on lot for each row execute function no_room()');
      try {
        const processor = await full.person('processor');
        expect((await processor.rest.send('POST', '/lots', newLot())).status).toBe(507);
      } finally {
        await pool.query('drop trigger lot_no_room on lot');
      }
      await until(async () => (await full.rest.get('/health')).data.database.status !== 'ok', 'health to look');
      const { status, data } = await full.rest.get('/health');
      expect([status, data.status, data.database]).toMatchObject([
        200,
        'ok',
        { status: 'degraded', message: 'The database disk is full; nothing can be written' },
      ]);
    });
  });

  it('is still 200 with the ledger and the satellites away, saying so inside', async () => {
    await withServer({ surroundings: { ledger: brokenLedger, monitor: AWAY_MONITOR } }, async (other) => {
      const { status, data } = await other.rest.get('/health');
      expect([status, data.status, data.ledger.status, data.satellite.status]).toEqual([
        200,
        'ok',
        'degraded',
        'degraded',
      ]);
      expect((await other.rest.get('/blockchain/health')).data.status).toBe('degraded');
    });
  });
});

const SECRET = 'select * from app_user; at /srv/manam/server/app.ts:12:3';
const AWAY_MONITOR = {
  driver: 'hansen' as const,
  source: 'hansen v1',
  read: () => Promise.reject(new Error(SECRET)),
  health: () => Promise.resolve({ status: 'down' as const, message: SECRET }),
};

/** A ledger that breaks on every call: not away, but wrong. */
function brokenLedger(_database: unknown, own: Ledger): Ledger {
  const broken = () => Promise.reject(new Error(SECRET));
  return {
    mspId: own.mspId,
    record: broken,
    readLot: broken,
    readLots: broken,
    proveLot: broken,
    head: broken,
    consistency: broken,
    countersign: broken,
    restorations: broken,
    closedHead: broken,
    registerSeed: broken,
    blocksBefore: broken,
    organisations: broken,
    ordering: broken,
    health: () => Promise.resolve({ status: 'down', driver: 'embedded', height: null, peers: [], message: SECRET }),
    close: () => own.close(),
  };
}

describe('an error inside', () => {
  it('is one plain sentence outside: no stack, SQL or path', async () => {
    const lot = await settledLot(app, grace);
    await withServer({ surroundings: { ledger: brokenLedger } }, async (other) => {
      const signedIn = restClient(other.url, grace.accessToken);
      for (const answer of [
        await other.rest.get('/ledger/roots'),
        await other.rest.get(`/lots/public/${lot.lotId}`),
        await other.rest.get(`/lots/public/${lot.lotId}/provenance`),
        await signedIn.get(`/lots/${lot.id}/blockchain`),
      ]) {
        expect(failure(answer)).toEqual([500, 'Server error', 'A server error occurred. Please try again later.']);
        expect(JSON.stringify(answer.body)).not.toMatch(/select|app_user|\.ts|\/srv|stack|Error:/);
      }
      for (const path of ['/health', '/blockchain/health', '/lots/public/health']) {
        expect(JSON.stringify((await other.rest.get(path)).body)).not.toMatch(/app_user|\/srv/);
      }
    });
  });

  it('of a ledger that is away is a 503 that says so', async () => {
    const lot = await settledLot(app, grace);
    const away = (_database: unknown, own: Ledger): Ledger => ({
      ...brokenLedger(_database, own),
      readLot: () => Promise.reject(new LedgerAway(SECRET)),
      readLots: () => Promise.reject(new LedgerAway(SECRET)),
    });
    await withServer({ surroundings: { ledger: away } }, async (other) => {
      const answer = await other.rest.get(`/lots/public/${lot.lotId}/provenance`);
      expect(failure(answer)).toEqual([
        503,
        'Service unavailable',
        'The ledger is unavailable. Please try again later.',
      ]);
    });
  });
});

describe('a write', () => {
  it('keeps the consent header and the request id that came with it', async () => {
    const send = (headers: Record<string, string>) => grace.rest.send('POST', '/lots', lotInput(), headers);
    const storedReports = async (answer: RestAnswer) =>
      app.app.database.row<{ gdpr_consent: boolean; request_id: string }>(
        "select gdpr_consent, request_id from lot_event where lot_id = $1 and type = 'created'",
        [answer.data.lot.id],
      );
    const consenting = await send({ 'x-gdpr-consent': 'true', 'x-request-id': 'harvest-0001' });
    expect(await storedReports(consenting)).toEqual({ gdpr_consent: true, request_id: 'harvest-0001' });
    const silent = await send({});
    expect(silent.status).toBe(201);
    expect(await storedReports(silent)).toEqual({ gdpr_consent: false, request_id: silent.body.requestId });
    expect(await storedReports(await send({ 'x-gdpr-consent': 'no' }))).toMatchObject({ gdpr_consent: false });
  });
});

describe('public calls', () => {
  const PERSONAL = /Grace|Kila|Ines|Duarte|FARM001|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}/;
  let open: LotView;
  let hidden: LotView;

  beforeAll(async () => {
    const processor = await app.person('processor', { name: 'Ines Duarte' });
    const story = async (changes: Record<string, unknown>): Promise<LotView> => {
      const lot = await settledLot(app, grace, { qualityScore: 88, certifications: ['Organic'], ...changes });
      await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
        currentProcess: 'fermented',
        processDetails: 'Six days in wooden boxes',
        location: 'Gum fermentary',
        operatorName: 'Ines Duarte',
        qualityChecks: { notes: 'Told to Grace Kila' },
      });
      return settled(app, lot.id);
    };
    [open, hidden] = await Promise.all([story({}), story({ isAnonymized: true })]);
  });

  it.each([
    ['/lots/public/search', 'Lot ID is required'],
    ['/lots/public/search?lotId=', 'Lot ID cannot be empty'],
    ['/lots/public/search?lotId=%20%20', 'Lot ID cannot be empty'],
    ['/lots/public/search?lotId=COFFEE1', PUBLIC_FORM],
    ['/lots/public/search?lotId=LOT', PUBLIC_FORM],
    ['/lots/public/search?lotId=LOT%27or%201=1', PUBLIC_FORM],
    [`/lots/public/search?lotId=LOT${'1'.repeat(21)}`, PUBLIC_FORM],
    [`/lots/public/search?lotId=${'9'.repeat(500)}`, PUBLIC_FORM],
    ['/lots/public/COFFEE1', PUBLIC_FORM],
    [`/lots/public/LOT${'1'.repeat(90)}`, PUBLIC_FORM],
    ['/lots/public/LOT%00', PUBLIC_FORM],
    ['/lots/public/COFFEE1/blockchain', PUBLIC_FORM],
    ['/lots/public/COFFEE1/provenance', PUBLIC_FORM],
  ])('refuse %s with the specified text', async (path, message) => {
    const answer = await app.rest.get(path);
    expect(failure(answer)).toEqual([400, 'Validation failed', message]);
    expect(answer.body.details?.[0]).toEqual({ field: 'lotId', message });
  });

  it('say in the specified words that there is no such lot', async () => {
    expect((await app.rest.get('/lots/public/search?lotId=LOTNOBODY')).body.message).toBe('Lot not found');
    expect((await app.rest.get('/lots/public/LOTNOBODY')).body.message).toBe(
      'Lot not found or not available for public verification',
    );
    for (const answer of [
      await app.rest.get('/lots/public/LOTNOBODY/blockchain'),
      await app.rest.get('/lots/public/LOTNOBODY/provenance'),
      await app.rest.send('POST', '/lots/public/LOTNOBODY/verify-integrity'),
    ]) {
      expect(failure(answer)).toEqual([404, 'Not found', 'Blockchain data not found for this lot']);
    }
  });

  it('do not know lots by their UUID', async () => {
    expect((await app.rest.get(`/lots/public/${open.id}`)).status).toBe(400);
    expect((await app.rest.get(`/lots/public/search?lotId=${open.id}`)).status).toBe(400);
  });

  it('show a lot with its place to two decimals, found in any case', async () => {
    const answer = await app.rest.get(`/lots/public/search?lotId=%20${open.lotId.toLowerCase()}%20`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.data).toEqual({
      lot: {
        lotId: open.lotId,
        kind: 'origin',
        farmId: 'FARM001',
        farmerName: 'Grace Kila',
        cacaoVariety: 'Trinitario',
        harvestDate: '2026-03-01',
        harvestUntil: null,
        currentProcess: 'fermented',
        ...NONE_GIVEN,
        qualityScore: 88,
        weight: 50,
        moistureContent: 7,
        temperature: 25,
        processDetails: 'Six days in wooden boxes',
        latitude: Math.round(CLEAR_PLACE.latitude * 100) / 100,
        longitude: Math.round(CLEAR_PLACE.longitude * 100) / 100,
        deforestationStatus: 'No Deforestation',
        satelliteTimestamp: open.satelliteTimestamp,
        sampleSatelliteData: true,
        certifications: ['Organic'],
        isAnonymized: false,
        timestamp: open.timestamp,
        updatedAt: open.updatedAt,
        blockchainHash: open.blockchainHash,
        statusDecidedBy: 'check',
        statusDecidedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        pendingReason: null,
        blockNumber: expect.any(Number),
      },
    });
    const read = await app.rest.get(`/lots/public/${open.lotId}`);
    expect(read.data.lot).toEqual(answer.data.lot);
    expect(read.data.verification).toMatchObject({
      state: 'verified',
      dataMatches: true,
      matchPercentage: 100,
      discrepancies: [],
      lastVerified: expect.any(String),
      blockchainTimestamp: expect.any(String),
    });
  });

  it('show an anonymised lot without names, farm and free text, its place to one decimal', async () => {
    const { data } = await app.rest.get(`/lots/public/${hidden.lotId}`);
    expect(data.lot).toMatchObject({
      farmId: null,
      farmerName: null,
      processDetails: null,
      latitude: Math.round(CLEAR_PLACE.latitude * 10) / 10,
      longitude: Math.round(CLEAR_PLACE.longitude * 10) / 10,
      weight: 50,
      isAnonymized: true,
    });
    for (const answer of [
      await app.rest.get(`/lots/public/search?lotId=${hidden.lotId}`),
      await app.rest.get(`/lots/public/${hidden.lotId}`),
      await app.rest.get(`/lots/public/${hidden.lotId}/blockchain`),
      await app.rest.get(`/lots/public/${hidden.lotId}/provenance`),
      await app.rest.send('POST', `/lots/public/${hidden.lotId}/verify-integrity`),
    ]) {
      expect(answer.status).toBe(200);
      const text = JSON.stringify({ ...answer.body, requestId: null });
      expect(text).not.toMatch(PERSONAL);
      expect(text).not.toMatch(/wooden boxes|fermentary|5\.2584|145\.74/);
    }
  });

  it('show a chain without names of people', async () => {
    for (const path of ['blockchain', 'provenance']) {
      const answer = await app.rest.get(`/lots/public/${open.lotId}/${path}`);
      expect(JSON.stringify({ ...answer.body, requestId: null })).not.toMatch(PERSONAL);
    }
    const { data } = await app.rest.get(`/lots/public/${open.lotId}/provenance`);
    expect(data.provenanceChain.map((entry: { action: string; user: null }) => [entry.action, entry.user])).toEqual([
      ['created', null],
      ['satellite', null],
      ['stage', null],
    ]);
    expect(data.provenanceChain[2]).toMatchObject({
      details: 'Six days in wooden boxes',
      location: 'Gum fermentary',
      verified: true,
      consensusValidated: true,
    });
  });

  it('follow a lot that becomes anonymised', async () => {
    const lot = await settledLot(app, grace);
    expect((await app.rest.get(`/lots/public/${lot.lotId}`)).data.lot.farmerName).toBe('Grace Kila');
    await grace.rest.send('PATCH', `/lots/${lot.id}`, { isAnonymized: true });
    await eventually(async () => {
      const { data } = await app.rest.get(`/lots/public/${lot.lotId}`);
      expect(data.lot.farmerName).toBeNull();
      expect(data.verification.state).toBe('verified');
    });
  });
});
