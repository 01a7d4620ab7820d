import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restClient } from '../../support/restClient.ts';
import { lotInput, registered } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, auditor] = await Promise.all([app.person('farmer', { farmId: 'FARM001' }), app.person('auditor')]);
});
afterAll(() => app.stop());

type Call = { method: string; path: string; body?: unknown };
const batch = (by: Person, ...requests: Call[]) => by.rest.send('POST', '/batch', { requests });

describe('a batch', () => {
  it('makes its calls in order, each with its own answer', async () => {
    const input = lotInput();
    const { status, data } = await batch(
      grace,
      { method: 'POST', path: '/lots', body: input },
      { method: 'POST', path: '/lots', body: input },
      { method: 'PATCH', path: `/lots/${input.lotId}`, body: { weight: 12 } },
      { method: 'GET', path: `/lots?search=${input.lotId}&limit=1` },
      { method: 'GET', path: '/lots?order=sideways' },
      { method: 'DELETE', path: `/lots/${input.lotId}` },
      { method: 'GET', path: `/lots/${input.lotId}` },
      { method: 'PUT', path: '/lots' },
      { method: 'GET', path: '/nothing' },
    );
    expect(status).toBe(200);
    const answers: { statusCode: number; body: Record<string, ReturnType<typeof JSON.parse>> }[] = data.responses;
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409, 200, 200, 400, 200, 404, 405, 404]);
    expect(answers[0]?.body).toMatchObject({ success: true, data: { lot: { lotId: input.lotId, weight: 50 } } });
    expect(answers[1]?.body.message).toBe(`Lot ID ${input.lotId} is already taken`);
    expect(answers[3]?.body.data.lots[0]).toMatchObject({ weight: 12, version: 2 });
    expect(answers[4]?.body.details).toMatchObject([{ field: 'order', message: 'order must be one of: asc, desc' }]);
    expect(new Set(answers.map(({ body }) => body.requestId)).size).toBe(answers.length);
  });

  it('gives no call more rights than the caller has', async () => {
    const { id } = await registered(grace);
    const { data } = await batch(
      auditor,
      { method: 'PATCH', path: `/lots/${id}`, body: { weight: 1 } },
      { method: 'GET', path: `/lots/${id}` },
    );
    expect(data.responses.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([403, 200]);
    expect((await app.rest.send('POST', '/batch', { requests: [{ method: 'GET', path: '/health' }] })).status).toBe(
      401,
    );
  });

  it('keeps the consent that came with it', async () => {
    const input = lotInput();
    await grace.rest.send(
      'POST',
      '/batch',
      { requests: [{ method: 'POST', path: '/lots', body: input }] },
      { 'x-gdpr-consent': 'true' },
    );
    const row = await app.app.database.row<{ gdpr_consent: boolean }>(
      'select e.gdpr_consent from lot_event e join lot l on l.id = e.lot_id where l.lot_id = $1 and e.seq = 1',
      [input.lotId],
    );
    expect(row).toEqual({ gdpr_consent: true });
  });

  it.each([
    ['/batch', 'POST', 'A batch cannot hold another batch'],
    ['/%62atch', 'POST', 'A batch cannot hold another batch'],
    ['/batch/', 'POST', 'A batch cannot hold another batch'],
    ['/auth/login', 'POST', 'Sign-in and session calls cannot be part of a batch'],
    ['/auth/sessions', 'GET', 'Sign-in and session calls cannot be part of a batch'],
    ['/lots/import', 'POST', 'A batch cannot send files'],
    ['/lots/export', 'GET', 'A batch cannot request files'],
    ['/openapi.json', 'GET', 'A batch cannot request files'],
  ])('does not take %s', async (path, method, message) => {
    const { data } = await batch(grace, { method, path, body: {} });
    expect(data.responses[0]).toMatchObject({ statusCode: 400, body: { success: false, message } });
  });

  it.each([['/../../metrics'], ['/../../graphql?query={me{id}}'], ['/%2e%2e/%2e%2e/metrics'], ['/..']])(
    'stays under /api/v1: %s',
    async (path) => {
      const { data } = await batch(grace, { method: 'GET', path });
      expect(data.responses[0]).toMatchObject({ statusCode: 404, body: { error: 'Not found' } });
    },
  );

  it('takes one to twenty calls, each well formed', async () => {
    const one = { method: 'GET', path: '/lots/next-id' };
    expect((await batch(grace, ...Array.from({ length: 20 }, () => one))).data.responses).toHaveLength(20);
    for (const requests of [[], Array.from({ length: 21 }, () => one), undefined, {}]) {
      const answer = await grace.rest.send('POST', '/batch', { requests });
      expect([answer.status, answer.body.message]).toEqual([400, 'requests must be a list of 1 to 20 calls']);
    }
    for (const wrong of [
      { ...one, method: 'TRACE' },
      { ...one, path: 'lots' },
      { ...one, path: '/a b' },
      { ...one, headers: {} },
    ]) {
      expect((await grace.rest.send('POST', '/batch', { requests: [one, wrong] })).status).toBe(400);
    }
  });

  it('counts each of its calls against the rate', async () => {
    const other = await createTestApp({ database: app.databaseUrl, env: { STAFF_RATE_LIMIT: '4' } });
    try {
      const rest = restClient(other.url, grace.accessToken);
      const requests = Array.from({ length: 5 }, () => ({ method: 'GET', path: '/lots/next-id' }));
      const { data } = await rest.send('POST', '/batch', { requests });
      expect(data.responses.map(({ statusCode }: { statusCode: number }) => statusCode)).toEqual([
        200, 200, 200, 429, 429,
      ]);
    } finally {
      await other.stop();
    }
  });
});
