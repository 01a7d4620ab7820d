import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEAR_PLACE, LOSS_PLACE, registered, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/* The farms that somebody sees: those with lots and those with plots, by page, found by a part of their id. */

let app: TestApp;
let processor: Person;
let grace: Person;

beforeAll(async () => {
  app = await createTestApp();
  [processor, grace] = await Promise.all([
    app.person('processor'),
    app.person('farmer', { farmId: 'LIST-TWO', name: 'Grace Kila' }),
  ]);
  for (const farmId of ['LIST-ONE', 'LIST-TWO', 'LIST-TWO', 'OTHER_1']) await registered(processor, { farmId });
  await plotOf('LIST-TWO', 'River');
  await plotOf('LIST-NEW', 'First');
});
afterAll(async () => {
  await app.stop();
});

let placed = 0;
async function plotOf(farmId: string, name: string) {
  placed += 1;
  const coordinates = [CLEAR_PLACE.longitude + 1e-6, Number((CLEAR_PLACE.latitude + placed / 100 + 1e-6).toFixed(6))];
  const { status, data } = await processor.rest.send('POST', `/farms/${farmId}/plots`, {
    name,
    geometry: { type: 'Point', coordinates: coordinates.map((one) => Number(one.toFixed(6))) },
    areaHa: 1,
  });
  expect(status).toBe(201);
  return data.plot;
}

const list = async (by: Pick<Person, 'rest'>, query = '') => (await by.rest.get(`/farms${query}`)).data;

const UNREGISTERED = {
  registered: false,
  name: '',
  village: '',
  country: '',
  farmers: [],
  compliantLots: expect.any(Number),
  detectedLots: 0,
};
const at = (n: number) => ({
  latitude: Number((CLEAR_PLACE.latitude + n / 100 + 1e-6).toFixed(6)),
  longitude: Number((CLEAR_PLACE.longitude + 1e-6).toFixed(6)),
});
const ids = async (by: Pick<Person, 'rest'>, query: string): Promise<string[]> =>
  (await list(by, query)).farms.map(({ farmId }: { farmId: string }) => farmId);

describe('the list of farms', () => {
  it('has those with lots and those with plots, with most lots first', async () => {
    expect((await list(processor, '?search=list-')).farms).toEqual([
      { ...UNREGISTERED, farmId: 'LIST-TWO', lots: 2, plots: 1, areaHa: 1, ...at(1) },
      {
        ...UNREGISTERED,
        farmId: 'LIST-ONE',
        lots: 1,
        plots: 0,
        areaHa: 0,
        latitude: CLEAR_PLACE.latitude,
        longitude: CLEAR_PLACE.longitude,
      },
      { ...UNREGISTERED, farmId: 'LIST-NEW', lots: 0, plots: 1, areaHa: 1, ...at(2) },
    ]);
  });

  it('is cut into pages, also behind its end', async () => {
    expect(await list(processor, '?search=LIST&limit=2&page=2')).toMatchObject({
      farms: [{ farmId: 'LIST-NEW' }],
      pagination: { total: 3, totalPages: 2, hasNext: false, hasPrev: true },
    });
    expect(await list(processor, '?search=LIST&limit=2&page=9')).toMatchObject({
      farms: [],
      pagination: { total: 3, totalPages: 2 },
    });
  });

  it('takes what would be a wildcard as it is', async () => {
    expect((await list(processor, '?search=OTHER_')).farms).toHaveLength(1);
    expect((await list(processor, '?search=LIST_')).farms).toEqual([]);
    expect((await list(processor, '?search=%25')).farms).toEqual([]);
  });

  it('is a farmer’s own farm alone, and nobody’s without a session', async () => {
    expect((await list(grace)).farms).toEqual([expect.objectContaining({ farmId: 'LIST-TWO', lots: 2, plots: 1 })]);
    expect((await list(grace, '?search=LIST-NEW')).farms).toEqual([]);
    expect((await app.rest.get('/farms')).status).toBe(401);
    const { data } = await grace.graphql.run('{ farms { farms { farmId } pagination { total } } }');
    expect(data.farms).toEqual({ farms: [{ farmId: 'LIST-TWO' }], pagination: { total: 1 } });
  });

  it('finds farms of the register by name, village and farmer, and others by the farmers of their lots', async () => {
    const farm = { farmId: 'BOOK-1', name: 'Zebra hill', village: 'Malalamai', farmers: [{ name: 'Otto Buchner' }] };
    expect((await processor.rest.send('POST', '/farms', farm)).status).toBe(201);
    await registered(processor, { farmId: 'BOOK-2', farmerName: 'Petra Buchner' });
    expect((await list(processor, '?search=zebr')).farms).toEqual([
      {
        ...UNREGISTERED,
        farmId: 'BOOK-1',
        registered: true,
        name: 'Zebra hill',
        village: 'Malalamai',
        farmers: ['Otto Buchner'],
        compliantLots: 0,
        lots: 0,
        plots: 0,
        areaHa: 0,
        latitude: null,
        longitude: null,
      },
    ]);
    expect(await ids(processor, '?search=lalama')).toEqual(['BOOK-1']);
    expect(await ids(processor, '?search=buchner')).toEqual(['BOOK-2', 'BOOK-1']);
    expect(await ids(processor, '?search=buchner&sort=farmId')).toEqual(['BOOK-1', 'BOOK-2']);
    expect(await ids(processor, '?search=book&sort=name')).toEqual(['BOOK-1', 'BOOK-2']);
    expect(await ids(processor, '?search=book&show=unregistered')).toEqual(['BOOK-2']);
    expect(await ids(processor, '?search=list-&show=withoutPlots')).toEqual(['LIST-ONE']);
    expect(await ids(processor, '?show=detected')).toEqual([]);
    expect((await processor.rest.get('/farms?show=lost')).status).toBe(400);
    expect(await ids(grace, '?search=buchner')).toEqual([]);
    const { data } = await processor.graphql.run(
      '{ farms(search: "buchner", show: unregistered, sort: name) { farms { farmId registered } } }',
    );
    expect(data.farms.farms).toEqual([{ farmId: 'BOOK-2', registered: false }]);
  });

  it('says how many lots of a farm lost forest', async () => {
    const { id } = await settledLot(app, processor, {
      farmId: 'LOSS-1',
      latitude: LOSS_PLACE.latitude,
      longitude: LOSS_PLACE.longitude,
    });
    expect((await processor.rest.get(`/lots/${id}`)).data.lot.deforestationStatus).toBe('Deforestation Detected');
    expect((await list(processor, '?show=detected')).farms).toEqual([
      expect.objectContaining({ farmId: 'LOSS-1', detectedLots: 1, compliantLots: 0 }),
    ]);
  });

  it('says of a farm out of sight that it is not there', async () => {
    const { status, body } = await grace.rest.get('/farms/LIST-ONE/plots');
    expect(status).toBe(404);
    expect(body).toMatchObject({ message: 'Farm not found', said: { code: 'not_found.farm' } });
  });
});

describe('lots by plot', () => {
  const counted = async () => {
    const { plots, lotsByPlot } = (await processor.rest.get('/farms/COUNTED/plots')).data;
    return Object.fromEntries(
      plots.map(({ id, name }: { id: string; name: string }) => [
        name,
        lotsByPlot.find((one: { plotId: string }) => one.plotId === id).lots,
      ]),
    );
  };

  it('counts the lots that came from a plot, on whichever of its outlines', async () => {
    const river = await plotOf('COUNTED', 'River');
    await plotOf('COUNTED', 'Hill');
    expect(await counted()).toEqual({ Hill: 0, River: 0 });
    const place = { latitude: undefined, longitude: undefined, farmId: 'COUNTED' };
    const both = await settledLot(app, processor, { ...place, plots: ['River', 'Hill'] });
    await registered(processor, { ...place, plots: ['River'] });
    expect(await counted()).toEqual({ Hill: 1, River: 2 });
    const moved = { type: 'Point', coordinates: [river.longitude, Number((river.latitude + 0.0001).toFixed(6))] };
    expect((await processor.rest.send('PATCH', `/plots/${river.id}`, { geometry: moved, areaHa: 1 })).status).toBe(200);
    expect(await counted()).toEqual({ Hill: 1, River: 2 });
    const admin = await app.person('admin');
    await admin.rest.send('DELETE', `/lots/${both.id}`);
    expect(await counted()).toEqual({ Hill: 0, River: 1 });
  });

  it('has the worst status of these lots', async () => {
    await plotOf('STATES', 'Clear');
    await plotOf('STATES', 'Idle');
    const lostAt = { type: 'Point', coordinates: [LOSS_PLACE.longitude, LOSS_PLACE.latitude] };
    const lost = { name: 'Lost', geometry: lostAt, areaHa: 1 };
    expect((await processor.rest.send('POST', '/farms/STATES/plots', lost)).status).toBe(201);
    const place = { latitude: undefined, longitude: undefined, farmId: 'STATES' };
    const clean = await settledLot(app, processor, { ...place, plots: ['Clear'] });
    expect(clean.deforestationStatus).toBe('No Deforestation');
    const both = await settledLot(app, processor, { ...place, plots: ['Clear', 'Lost'] });
    expect(both.deforestationStatus).toBe('Deforestation Detected');
    const states = async () => {
      const { data } = await processor.graphql.run(
        '{ farmPlots(farmId: "STATES") { plots { id name } lotsByPlot { plotId lots deforestationStatus } } }',
      );
      const { plots, lotsByPlot } = data.farmPlots;
      expect((await processor.rest.get('/farms/STATES/plots')).data.lotsByPlot).toEqual(lotsByPlot);
      const names = new Map(plots.map(({ id, name }: { id: string; name: string }) => [id, name]));
      return Object.fromEntries(
        lotsByPlot.map((one: { plotId: string; deforestationStatus: string | null }) => [
          names.get(one.plotId),
          one.deforestationStatus,
        ]),
      );
    };
    const detected = 'Deforestation Detected';
    expect(await states()).toEqual({ Clear: detected, Idle: null, Lost: detected });
    const admin = await app.person('admin');
    await admin.rest.send('DELETE', `/lots/${both.id}`);
    expect(await states()).toEqual({ Clear: 'No Deforestation', Idle: null, Lost: null });
    // Each step adds a lot that is worse than those before.
    for (const status of ['Pending Review', 'Under Investigation', detected]) {
      const { id } = await settledLot(app, processor, { ...place, plots: ['Clear'] });
      await app.app.database.rows('update lot set deforestation_status = $2 where id = $1', [id, status]);
      expect(await states()).toMatchObject({ Clear: status });
    }
  });
});
