import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let grace: Person;
let kofi: Person;
let lot: LotView;

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001' });
  kofi = await app.person('farmer', { farmId: 'FARM002' });
  lot = await settledLot(app, grace);
});
afterAll(() => app.stop());

const read = async (path: string, known: string | null, by: Person = grace) => {
  const headers = { authorization: `Bearer ${by.accessToken}`, ...(known === null ? {} : { 'if-none-match': known }) };
  const response = await fetch(`${app.url}/api/v1${path}`, { headers });
  return { status: response.status, etag: response.headers.get('etag') ?? '', body: await response.text() };
};

it.each([
  ['/lots/{id}', () => `/lots/${lot.id}`],
  ['/lots/by-lot-id/{id}', () => `/lots/by-lot-id/${lot.lotId}`],
  ['/lots/public/{lotId}', () => `/lots/public/${lot.lotId}`],
])('GET %s answers 304 while nothing that it shows has changed', async (_, path) => {
  const first = await read(path(), null);
  expect([first.status, first.etag]).toEqual([200, expect.stringMatching(/^(W\/)?"[\w-]+"$/)]);
  for (const known of [first.etag, `"other", ${first.etag}`, '*']) {
    expect(await read(path(), known)).toEqual({ status: 304, etag: first.etag, body: '' });
  }
  expect((await read(path(), '"other"')).status).toBe(200);
  // A check changes no version, but what is shown.
  await app.app.database.pool.query(`update lot set satellite_at = satellite_at - interval '31 days' where id = $1`, [
    lot.id,
  ]);
  const second = await read(path(), first.etag);
  expect([second.status, second.etag === first.etag]).toEqual([200, false]);
});

it('is 404 for those who may not see the lot, whatever they know', async () => {
  expect((await read(`/lots/${lot.id}`, '*', kofi)).status).toBe(404);
});
