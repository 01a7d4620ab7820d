import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ROUTES } from '../../support/declaredRoutes.ts';
import { STAGES } from '../../../server/domain/lot/stages.ts';
import { REST_BASE, serveRest } from '../../../server/platform/rest/restServer.ts';
import { LOSS_PLACE, lotInput, settledLot } from '../../support/seeds.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().min(1),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), required: z.boolean() })),
  responses: z.record(z.string(), z.unknown()),
});
const document = z.looseObject({
  openapi: z.literal('3.1.0'),
  info: z.looseObject({ title: z.literal('Manam-Trace'), version: z.string() }),
  servers: z.tuple([z.object({ url: z.literal('/api/v1') })]),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  components: z.looseObject({
    schemas: z.record(z.string(), z.unknown()),
    responses: z.record(z.string(), z.unknown()),
  }),
});

let app: TestApp;
let admin: Person;
let described: z.infer<typeof document>;

beforeAll(async () => {
  app = await createTestApp({ env: { CONTACT: 'store' } });
  admin = await app.person('admin');
  described = document.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());
});
afterAll(() => app.stop());

/** Every path of `/api/v1` as the mount registers it, in the document's form. */
function mountedPaths(): string[] {
  const paths = new Set<string>();
  const probe = fastify();
  probe.addHook('onRoute', ({ url }) => void paths.add(url));
  serveRest(probe, {
    config: app.app.config,
    ...app.app.composed,
    routes: ROUTES,
    identify: async () => ({ kind: 'anonymous' }),
    infoOf: () => ({ requestId: 'probe', address: '127.0.0.1', gdprConsent: false }),
    spend: async () => undefined,
  });
  return [...paths].map((url) => url.slice(REST_BASE.length).replace(/:(\w+)/g, '{$1}'));
}

describe('the document', () => {
  it('names every mounted path and no other', () => {
    expect(Object.keys(described.paths).sort()).toEqual(mountedPaths().sort());
    expect(Object.keys(described.paths).length).toBeGreaterThan(40);
  });

  it('names exactly the methods that each path takes', async () => {
    for (const [path, operations] of Object.entries(described.paths)) {
      const methods = Object.keys(operations).map((method) => method.toUpperCase());
      const other = ['DELETE', 'PUT', 'PATCH', 'POST', 'GET'].find((method) => !methods.includes(method)) ?? 'TRACE';
      const answer = await app.rest.send(other, path.replace(/\{\w+\}/g, 'LOT1'));
      expect([path, answer.status]).toEqual([path, 405]);
      expect([path, answer.headers.get('allow')?.split(', ').sort()]).toEqual([path, methods.sort()]);
    }
  });

  it('has one id for each operation, and only references that lead somewhere', () => {
    const ids = Object.values(described.paths).flatMap((operations) =>
      Object.values(operations).map((one) => one.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
    const text = JSON.stringify(described);
    const references = [...text.matchAll(/"\$ref":"#\/components\/(schemas|responses)\/([^"]+)"/g)];
    expect(references.length).toBeGreaterThan(100);
    for (const [, kind, name] of references) {
      const found = kind === 'schemas' ? described.components.schemas : described.components.responses;
      expect(Object.keys(found)).toContain(name);
    }
    expect(text).not.toContain('#/$defs');
  });

  it('says who may call, what a call takes and what it answers', () => {
    const list = described.paths['/lots']?.get;
    expect(list?.security).toEqual([{ bearer: [] }]);
    expect(list?.parameters).toContainEqual({
      name: 'limit',
      in: 'query',
      required: false,
      allowEmptyValue: true,
      schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
    });
    expect(list?.parameters.find(({ name }) => name === 'status')).toMatchObject({
      schema: { enum: [...STAGES] },
    });
    expect(described.paths['/lots/public/{lotId}']?.get?.security).toEqual([]);
    const write = described.paths['/lots/{id}']?.patch;
    expect(write?.parameters.map(({ name }) => name)).toEqual(['id', 'If-Match', 'Idempotency-Key']);
    expect(write?.requestBody).toMatchObject({
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/LotPatch' } } },
    });
    expect(described.paths['/auth/login']?.post?.parameters).toEqual([]);
    const statuses = (call: { responses: object } | undefined): string => Object.keys(call?.responses ?? {}).join(' ');
    expect(statuses(list)).toBe('200 400 401 403 404 410 429 500 503');
    expect(statuses(write)).toBe('200 400 401 403 404 409 413 415 429 500 503');
    expect(statuses(described.paths['/lots/public/{lotId}']?.get)).toBe('200 304 400 403 404 410 429 500 503');
    expect(described.components.schemas.NewLot).toMatchObject({
      properties: { weight: { type: 'number', maximum: 10_000 }, farmerName: { type: 'string', maxLength: 120 } },
      additionalProperties: false,
    });
  });

  it('gives defaults that a call could also send', () => {
    const defaults = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.values(operations).flatMap(({ parameters }) =>
        parameters.flatMap(({ name, schema }) => {
          const form = z.looseObject({}).parse(schema);
          return 'default' in form ? [{ of: `${path} ${name}`, form, value: form.default }] : [];
        }),
      ),
    );
    expect(defaults.map((one) => one.of)).toContain('/lots/import dryRun');
    const wrong = defaults.filter(({ form, value }) => !z.fromJSONSchema(form).safeParse(value).success);
    expect(wrong.map(({ of, value }) => [of, value])).toEqual([]);
  });

  it('gives every operation that answers data a schema for it', () => {
    const without = ROUTES.filter(({ answer, files }) => answer === undefined && files === undefined);
    expect(without.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
  });
});

describe('the schema of a body', () => {
  /** What the document says of a JSON body. */
  function describedBody(method: string, path: string): z.ZodType {
    const body = z
      .looseObject({ content: z.looseObject({ 'application/json': z.object({ schema: z.looseObject({}) }) }) })
      .parse(described.paths[path]?.[method.toLowerCase()]?.requestBody);
    return z.fromJSONSchema(body.content['application/json'].schema);
  }

  const search = { searchType: 'lot', found: true };
  const contact = { firstName: 'Maria', lastName: 'Kaupa', email: 'maria@kaupa.example', company: 'Kaupa Cocoa' };
  const user = { username: 'x', name: 'Asha Nair', role: 'processor', password: 'correct-horse-1' };
  const key = { name: 'Kaupa Exports', role: 'auditor' };
  const login = { username: 'nobody', password: 'correct-horse-1' };

  it.each<[path: string, body: Record<string, unknown>, taken: boolean]>([
    ['/analytics/search', { ...search, responseTime: 40, sessionId: 's', searchValue: 'LOT701' }, true],
    ['/analytics/search', { ...search, responseTime: null, sessionId: null, searchValue: null }, true],
    ['/analytics/search', { ...search, responseTime: -1 }, false],
    ['/analytics/search', { ...search, sessionId: 's'.repeat(201) }, false],
    ['/analytics/search', { ...search, searchValue: 7 }, false],
    ['/contact', contact, true],
    ['/contact', { ...contact, message: 'Line one\nline two' }, true],
    ['/contact', { ...contact, email: 'maria' }, false],
    ['/contact', { ...contact, email: 'i~@kaupa.example' }, false],
    ['/contact', { ...contact, company: ` ${'K'.repeat(120)}` }, false],
    ['/contact', { ...contact, company: ' \t ' }, false],
    ['/contact', { ...contact, firstName: 'Bell\u0007' }, false],
    ['/contact', { ...contact, message: 'Nul\u0000' }, false],
    ['/monitoring/errors', { message: 'It broke' }, true],
    ['/monitoring/errors', { message: '' }, false],
    ['/monitoring/errors', { message: ' \n ' }, false],
    ['/monitoring/errors', { message: '\u0000' }, false],
    ['/auth/login', login, true],
    ['/auth/login', { ...login, username: '' }, false],
    ['/auth/login', { ...login, username: '  ' }, false],
    ['/keys', key, true],
    ['/keys', { ...key, name: 'Ōkawa 🍫' }, true],
    ['/keys', { ...key, farmId: 'farm001' }, true],
    ['/keys', { ...key, farmId: 'farm 1' }, false],
    ['/keys', { ...key, role: 'farmer' }, false],
    ['/keys', { ...key, name: ' ' }, false],
    ['/keys', { ...key, name: 'two\nlines' }, false],
    ['/keys', { ...key, name: 'Bell\u0007' }, false],
    ['/users', { ...user, username: 'asha.nair' }, true],
    ['/users', { ...user, username: 'grower', role: 'farmer', farmId: 'farm001' }, true],
    ['/users', { ...user, username: 'grower.too', role: 'farmer' }, false],
    ['/users', { ...user, username: 'grower.too', email: 'i~@kaupa.example' }, false],
    ['/users', user, false],
    ['/users', { ...user, username: 'asha.too', name: 'Del\u007f' }, false],
  ])('of POST %s says of %j what the server says', async (path, body, taken) => {
    const answer = await admin.rest.send('POST', path, body);
    expect([answer.status === 400, describedBody('POST', path).safeParse(body).success]).toEqual([!taken, taken]);
  });

  it('asks for the lot id where the call does', () => {
    expect(described.paths['/lots/public/search']?.get?.parameters).toMatchObject([{ name: 'lotId', required: true }]);
    for (const path of ['', '/certificate', '/proof', '/blockchain']) {
      expect(described.paths[`/lots/public/{lotId}${path}`]?.get?.parameters[0]).toMatchObject({
        name: 'lotId',
        schema: { pattern: expect.stringContaining('[Ll][Oo][Tt]') },
      });
    }
  });

  it('names files by their media type alone', () => {
    const types = Object.values(described.paths).flatMap((operations) =>
      Object.values(operations).flatMap(({ responses }) =>
        Object.keys(z.looseObject({ content: z.looseObject({}).default({}) }).parse(responses['200'] ?? {}).content),
      ),
    );
    expect(types).toContain('application/pdf');
    expect(types.filter((type) => type.includes(';'))).toEqual([]);
  });

  it('has no classes that only some regular expressions know', () => {
    expect(JSON.stringify(described)).not.toMatch(/\\\\[pP]\{/);
  });
});

describe('answers', () => {
  /** The data against the schema that its route declares. */
  function expectHolds(method: string, path: string, answer: RestAnswer): void {
    const route = ROUTES.find((one) => one.method === method && one.path === path);
    if (route?.answer === undefined) throw new Error(`${method} ${path} declares no answer`);
    expect([path, answer.status]).toEqual([path, route.status ?? 200]);
    const parsed = route.answer.safeParse(answer.data);
    expect([path, parsed.success ? [] : parsed.error.issues]).toEqual([path, []]);
  }

  it('of sign-in are what they say', async () => {
    const { username, password } = admin;
    const login = await app.rest.send('POST', '/auth/login', { username, password });
    expectHolds('POST', '/auth/login', login);
    const refreshed = await app.rest.send('POST', '/auth/refresh', { refreshToken: login.data.refresh_token });
    expectHolds('POST', '/auth/refresh', refreshed);
    expectHolds('GET', '/auth/validate', await admin.rest.get('/auth/validate'));
    expectHolds('GET', '/auth/sessions', await admin.rest.get('/auth/sessions'));
    const refreshToken = refreshed.data.refresh_token;
    expectHolds('POST', '/auth/logout', await admin.rest.send('POST', '/auth/logout', { refreshToken }));
  });

  it('of lots, their ledger and their alerts are what they say', async () => {
    expectHolds('POST', '/lots', await admin.rest.send('POST', '/lots', lotInput()));
    const { latitude, longitude } = LOSS_PLACE;
    const { id, lotId } = await settledLot(app, admin, { latitude, longitude });
    const { rest } = admin;
    expectHolds('GET', '/lots', await rest.get('/lots?limit=5'));
    expectHolds('GET', '/lots/:id', await rest.get(`/lots/${id}`));
    expectHolds('GET', '/lots/next-id', await rest.get('/lots/next-id'));
    expectHolds('GET', '/lots/stats', await rest.get('/lots/stats'));
    expectHolds('GET', '/lots/analytics', await rest.get('/lots/analytics'));
    expectHolds('GET', '/lots/admin/stats', await rest.get('/lots/admin/stats'));
    expectHolds('PATCH', '/lots/:id', await rest.send('PATCH', `/lots/${id}`, { weight: 48 }));
    const stage = { currentProcess: 'fermented', processDetails: 'Six days in boxes', operatorName: 'Ines Duarte' };
    expectHolds('PATCH', '/lots/:id/process', await rest.send('PATCH', `/lots/${id}/process`, stage));
    const check = await rest.send('PATCH', `/lots/${id}/satellite`, { latitude, longitude });
    expectHolds('PATCH', '/lots/:id/satellite', check);
    expectHolds('GET', '/lots/:id/history', await rest.get(`/lots/${id}/history`));
    expectHolds('GET', '/lots/:id/trail', await rest.get(`/lots/${id}/trail`));
    expectHolds('GET', '/lots/:id/compliance', await rest.get(`/lots/${id}/compliance`));
    expectHolds('GET', '/lots/:id/blockchain', await rest.get(`/lots/${id}/blockchain`));
    expectHolds('GET', '/lots/:id/provenance', await rest.get(`/lots/${id}/provenance`));
    expectHolds('GET', '/lots/:id/audit-trail-blockchain', await rest.get(`/lots/${id}/audit-trail-blockchain`));
    expectHolds('POST', '/lots/:id/verify-integrity', await rest.send('POST', `/lots/${id}/verify-integrity`));
    expectHolds('GET', '/lots/by-lot-id/:lotId/qrcode', await rest.get(`/lots/by-lot-id/${lotId}/qrcode`));
    for (const path of ['/alerts', '/alerts/satellite', '/alerts/recent', '/alerts/stats'] as const) {
      expectHolds('GET', path, await rest.get(path));
    }
    const alerts = (await rest.get('/alerts?status=active')).data.alerts;
    expect(alerts.length).toBeGreaterThan(0);
    const [{ id: alertId }] = alerts;
    expectHolds('PUT', '/alerts/:id/acknowledge', await rest.send('PUT', `/alerts/${alertId}/acknowledge`));
    expectHolds(
      'PUT',
      '/alerts/:id/resolve',
      await rest.send('PUT', `/alerts/${alertId}/resolve`, { note: 'Shade tree fell' }),
    );
    expectHolds('GET', '/lots/public/search', await app.rest.get(`/lots/public/search?lotId=${lotId}`));
    expectHolds('GET', '/lots/public/:lotId', await app.rest.get(`/lots/public/${lotId}`));
    expectHolds('GET', '/lots/public/:lotId/blockchain', await app.rest.get(`/lots/public/${lotId}/blockchain`));
    expectHolds('GET', '/lots/public/:lotId/provenance', await app.rest.get(`/lots/public/${lotId}/provenance`));
    const verify = await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`);
    expectHolds('POST', '/lots/public/:lotId/verify-integrity', verify);
    expectHolds('GET', '/lots/public/health', await app.rest.get('/lots/public/health'));
    expectHolds('DELETE', '/lots/:id', await rest.send('DELETE', `/lots/${id}`));
  });

  it('of the dashboard and of health are what they say', async () => {
    for (const path of [
      '/dashboard/stats',
      '/dashboard/recent-activity',
      '/health',
      '/blockchain/health',
      '/ledger/roots',
      '/ledger/head',
    ]) {
      expectHolds('GET', path, await admin.rest.get(path));
    }
  });
});

describe('the page', () => {
  it('loads its scripts and the document from this site alone, and has no inline script', async () => {
    const answer = await fetch(`${app.url}/api/v1/docs`);
    const html = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('content-disposition')).toBe('inline; filename="docs.html"');
    const loaded = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address);
    expect(loaded).toEqual([
      '/mark.svg',
      '/reference.css',
      '/redoc.js',
      '/reference.js',
      '/',
      '/mark.svg',
      'openapi.json',
    ]);
    expect(html.match(/<script[^>]*>/g)?.every((script) => script.includes(' src="/'))).toBe(true);
    expect(html).not.toMatch(/javascript:|https?:\/\/|onclick=|<script[^>]*>[^<]/i);
    expect(html).toContain('<html lang="en">');
  });
});
