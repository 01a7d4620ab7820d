import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { CLEAR_PLACE, LOSS_PLACE, registered, SEA_PLACE, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** Locations of active alerts and states of the lots, for callers who may see them. */
let app: TestApp;
let auditor: Person;
let grace: Person;
let stranger: Person;
let processor: Person;

const place = ({ latitude, longitude }: { latitude: number; longitude: number }) => ({ latitude, longitude });

beforeAll(async () => {
  app = await createTestApp();
  [auditor, processor, grace, stranger] = await Promise.all([
    app.person('auditor'),
    app.person('processor'),
    app.person('farmer', { farmId: 'FARM001' }),
    app.person('farmer', { farmId: 'FARM009' }),
  ]);
});
afterAll(() => app.stop());

const PLACES = `{ alertPlaces { elsewhere places { farmId latitude longitude count severity newestLotId newestAt } } }`;
const WATCHED = '{ watchedLots { total compliant pending neverChecked lastCheckedAt } }';

async function asked(by: Person, query: string) {
  const { data, errors } = await by.graphql.run(query);
  expect(errors).toEqual([]);
  return data.alertPlaces ?? data.watchedLots;
}

describe('before there are lots', () => {
  it('there are no places, and nothing was checked', async () => {
    expect(await asked(auditor, PLACES)).toEqual({ places: [], elsewhere: 0 });
    expect(await asked(auditor, WATCHED)).toEqual({
      total: 0,
      compliant: 0,
      pending: 0,
      neverChecked: 0,
      lastCheckedAt: null,
    });
  });
});

describe('with lots of two farms', () => {
  let clear: { id: string; lotId: string };
  let lost: { id: string; lotId: string };
  let atSea: { id: string; lotId: string };

  beforeAll(async () => {
    clear = await settledLot(app, processor, { farmId: 'FARM001', ...place(CLEAR_PLACE) });
    lost = await settledLot(app, processor, { farmId: 'FARM002', ...place(LOSS_PLACE) });
    atSea = await settledLot(app, processor, { farmId: 'FARM002', ...place(SEA_PLACE) });
    await raiseSmoke(app.app.database, clear.id, { severity: 'low', at: new Date('2026-03-01T00:00:00Z') });
    await raiseSmoke(app.app.database, clear.id, { severity: 'medium', at: new Date('2026-03-02T00:00:00Z') });
  });

  it('places are farms, with how many alerts, the gravest and the newest; alerts without a place are where their lot is', async () => {
    const { places, elsewhere } = await asked(auditor, PLACES);
    expect(elsewhere).toBe(0);
    expect(places).toMatchObject([
      {
        farmId: 'FARM001',
        count: 2,
        severity: 'medium',
        ...place(CLEAR_PLACE),
        newestLotId: clear.lotId,
        newestAt: '2026-03-02T00:00:00.000Z',
      },
      { farmId: 'FARM002', count: 1, severity: 'high', ...place(LOSS_PLACE), newestLotId: lost.lotId },
    ]);
  });

  it('lots are counted by how they stand', async () => {
    expect(await asked(auditor, WATCHED)).toMatchObject({ total: 3, compliant: 1, pending: 1, neverChecked: 1 });
    const { lastCheckedAt } = await asked(auditor, WATCHED);
    const { satelliteTimestamp } = (await auditor.rest.get(`/lots/${lost.id}`)).data.lot;
    expect(lastCheckedAt).toBe(satelliteTimestamp);
  });

  it('a farmer is told of their own farm alone', async () => {
    expect((await asked(grace, PLACES)).places.map(({ farmId }: { farmId: string }) => farmId)).toEqual(['FARM001']);
    expect(await asked(grace, WATCHED)).toMatchObject({ total: 1, compliant: 1, pending: 0 });
    expect(await asked(stranger, PLACES)).toEqual({ places: [], elsewhere: 0 });
    expect(await asked(stranger, WATCHED)).toMatchObject({ total: 0, lastCheckedAt: null });
    for (const query of [PLACES, WATCHED]) {
      const { errors } = await app.graphql.run(query);
      expect(errors.map(({ extensions }) => extensions?.code)).toEqual(['UNAUTHENTICATED']);
    }
  });

  it('alerts are listed by farm and by lot, over REST and GraphQL, and never another one than is in sight', async () => {
    const { data } = await auditor.rest.get('/alerts?farmId=farm002&status=active');
    expect(data.alerts.map(({ lot }: { lot: object }) => lot)).toEqual([
      { lotId: lost.lotId, farmId: 'FARM002', farmerName: 'Grace Kila' },
    ]);
    const run = async (by: Person) =>
      (await by.graphql.run('{ alerts(filter: { farmId: "FARM002" }) { alerts { lot { farmId } } } }')).data.alerts;
    expect(await run(auditor)).toEqual({ alerts: [{ lot: { farmId: 'FARM002' } }] });
    expect(await run(grace)).toEqual({ alerts: [] });
    const ofLot = async (by: Person, lotId: string) =>
      (await by.rest.get(`/alerts?lotId=${lotId}`)).data.alerts.map((alert: { lotId: string }) => alert.lotId);
    expect(await ofLot(auditor, lost.lotId.toLowerCase())).toEqual([lost.lotId]);
    expect(await ofLot(auditor, lost.id)).toEqual([lost.lotId]);
    expect(new Set(await ofLot(auditor, clear.lotId))).toEqual(new Set([clear.lotId]));
    expect(await ofLot(grace, lost.lotId)).toEqual([]);
    expect((await auditor.rest.get('/alerts?lotId=701')).body.details).toMatchObject([
      { field: 'lotId', message: 'lotId must be the ID of a lot' },
    ]);
    const refused = await auditor.rest.get('/alerts?farmId=a%20b');
    expect(refused.status).toBe(400);
    expect(refused.body.details).toMatchObject([{ field: 'farmId', message: 'farmId must be the ID of a farm' }]);
  });

  it('an alert that is answered, and one of a deleted lot, is at no place any more', async () => {
    const [alert] = (await auditor.rest.get('/alerts?farmId=FARM002')).data.alerts;
    await auditor.rest.send('PUT', `/alerts/${alert.id}/acknowledge`);
    const admin = await app.person('admin');
    await admin.rest.send('DELETE', `/lots/${clear.id}`);
    expect(await asked(auditor, PLACES)).toEqual({ places: [], elsewhere: 0 });
    expect(await asked(auditor, WATCHED)).toMatchObject({ total: 2 });
  });

  it('an alert whose place was erased is counted, and at no place', async () => {
    await raiseSmoke(app.app.database, atSea.id);
    await app.app.database.pool.query('update lot set lat_micro = null, lon_micro = null where id = $1', [atSea.id]);
    expect(await asked(auditor, PLACES)).toEqual({ places: [], elsewhere: 1 });
  });
});

it('a lot that waits for its first check was never checked', async () => {
  const before = await asked(processor, WATCHED);
  await registered(processor, { farmId: 'FARM003', ...place(SEA_PLACE) });
  expect(await asked(processor, WATCHED)).toMatchObject({
    total: before.total + 1,
    pending: before.pending + 1,
    neverChecked: before.neverChecked + 1,
  });
});
