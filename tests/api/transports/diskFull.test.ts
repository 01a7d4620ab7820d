import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST } from '../../../server/domain/messages/refusalMessages.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { restClient } from '../../support/restClient.ts';
import { lotInput, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/* What PostgreSQL says of a full disk it says here of one table: from then on nothing is written in requests but what signs in and out. */

let app: TestApp;
let admin: Person;
let grace: Person;
let lot: LotView;
let alertId: string;

beforeAll(async () => {
  app = await createTestApp({ env: { CONTACT: 'store' } });
  admin = await app.person('admin');
  grace = await app.person('farmer', { farmId: 'FARM001' });
  lot = await settledLot(app, grace);
  alertId = await raiseSmoke(app.app.database, lot.id);
  await app.app.database.rows(`create function no_room() returns trigger language plpgsql as $$ begin
    raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$`);
  await app.app.database.rows(
    'create trigger lot_no_room before insert on lot for each row execute function no_room()',
  );
});
afterAll(() => app.stop());

const at = (path: string): string =>
  path.replace('{lot}', lot.id).replace('{lotId}', lot.lotId).replace('{alert}', alertId);
const FULL = REQUEST.diskFull({});
const square = { type: 'Point', coordinates: [145.600001, -5.300001] };
const contact = { firstName: 'Ann', lastName: 'Buyer', email: 'ann@buyer.example', company: 'Buyer', message: '' };

describe('while the disk of the database is full', () => {
  it('a write that PostgreSQL has no room for is refused, and says when to try again', async () => {
    const { status, body, headers } = await grace.rest.send('POST', '/lots', lotInput());
    expect([status, body.said, headers.get('retry-after')]).toEqual([507, FULL, '60']);
  });

  it.each<[method: string, path: string, body?: unknown]>([
    ['PATCH', '/lots/{lot}', { weight: 5 }],
    ['PATCH', '/lots/{lot}/process', { currentProcess: 'drying', processDetails: 'Sun' }],
    ['DELETE', '/lots/{lot}'],
    ['PUT', '/alerts/{alert}/acknowledge', {}],
    ['POST', '/alerts/{alert}/comments', { text: 'Seen' }],
    ['POST', '/farms/FARM001/plots', { name: 'Plot', geometry: square, areaHa: 1 }],
    ['POST', '/hooks', { name: 'Hook', url: 'https://8.8.8.8/' }],
    ['POST', '/keys', { name: 'Key', role: 'auditor', farmId: '' }],
    ['GET', '/reports/compliance?startDate=2026-01-01&endDate=2026-01-02'],
    ['POST', '/contact', contact],
  ])('%s %s is refused', async (method, path, body) => {
    const answer = await admin.rest.send(method, at(path), body);
    expect([answer.status, answer.body.said]).toEqual([507, FULL]);
  });

  it('a call with an idempotency key leaves nothing of it', async () => {
    const key = randomUUID();
    const answer = await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 5 }, { 'idempotency-key': key });
    expect(answer.status).toBe(507);
    expect(await app.app.database.rows('select 1 from idempotency_key where key = $1', [key])).toEqual([]);
  });

  it('a mutation is refused, and says when to try again', async () => {
    const query = 'mutation ($id: ID!) { deleteLot(id: $id) { __typename } }';
    const { errors } = await grace.graphql.run(query, { id: lot.id });
    const extensions = { code: 'INTERNAL_SERVER_ERROR', said: FULL, retryAfterSeconds: 60 };
    expect(errors).toEqual([expect.objectContaining({ message: FULL.text, extensions })]);
  });

  it.each<[path: string]>([
    ['/lots'],
    ['/lots/{lot}'],
    ['/lots/public/{lotId}'],
    ['/dashboard/stats'],
    ['/alerts'],
    ['/alerts/{alert}'],
    ['/farms/FARM001/plots'],
    ['/hooks'],
    ['/keys'],
    ['/audit'],
    ['/health'],
    ['/auth/validate'],
  ])('GET %s is answered', async (path) => {
    expect((await admin.rest.get(at(path))).status).toBe(200);
  });

  it('people sign in and out, and their tokens are renewed', async () => {
    const login = (password: string) => app.rest.send('POST', '/auth/login', { username: grace.username, password });
    expect((await login('another-password-1')).status).toBe(401);
    const { status, data } = await login(grace.password);
    expect(status).toBe(200);
    const renewed = await app.rest.send('POST', '/auth/refresh', { refreshToken: data.refresh_token });
    expect(renewed.status).toBe(200);
    const { access_token: token, refresh_token: refreshToken } = renewed.data;
    const headers = { authorization: `Bearer ${token}` };
    expect((await app.rest.send('POST', '/auth/logout', { refreshToken }, headers)).status).toBe(200);
  });

  it('nothing was changed, and the next process writes as soon as there is room', async () => {
    await app.app.database.rows('drop trigger lot_no_room on lot');
    const second = await createTestApp({ database: app.databaseUrl });
    try {
      expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({ version: lot.version });
      const client = restClient(second.url, grace.accessToken);
      expect((await client.send('POST', '/lots', lotInput())).status).toBe(201);
    } finally {
      await second.stop();
    }
  });
});
