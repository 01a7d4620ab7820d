import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLEAR_PLACE, registered, settledLot } from '../../support/seeds.ts';
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

describe('the list of farms', () => {
  it('has those with lots and those with plots, with most lots first', async () => {
    expect((await list(processor, '?search=list')).farms).toEqual([
      { farmId: 'LIST-TWO', lots: 2, plots: 1 },
      { farmId: 'LIST-ONE', lots: 1, plots: 0 },
      { farmId: 'LIST-NEW', lots: 0, plots: 1 },
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
    expect((await list(grace)).farms).toEqual([{ farmId: 'LIST-TWO', lots: 2, plots: 1 }]);
    expect((await list(grace, '?search=LIST-NEW')).farms).toEqual([]);
    expect((await app.rest.get('/farms')).status).toBe(401);
    const { data } = await grace.graphql.run('{ farms { farms { farmId } pagination { total } } }');
    expect(data.farms).toEqual({ farms: [{ farmId: 'LIST-TWO' }], pagination: { total: 1 } });
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
});
