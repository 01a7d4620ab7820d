import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/*
 * A farm's plots: drawn, redrawn, renamed and removed with the right permission; faults are reported with their
 * location.
 */

let app: TestApp;
/** farmer of FARM001 */
let grace: Person;
/** farmer of FARM002 */
let maria: Person;
let processor: Person;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, maria, processor, auditor] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('farmer', { farmId: 'FARM002', name: 'Maria Kaupa' }),
    app.person('processor', { name: 'Ines Duarte' }),
    app.person('auditor', { name: 'Otto Audit' }),
  ]);
});
afterAll(async () => {
  await app.stop();
});

/** About 220 by 220 m near Madang: 4.9 ha, in steps of its own width from a corner. */
function square(east = 0, north = 0, { lon = 145.600001, lat = -5.300001, side = 0.002 } = {}) {
  const [west, south] = [six(lon + east * side), six(lat + north * side)];
  const [right, top] = [six(west + side), six(south + side)];
  return {
    type: 'Polygon',
    coordinates: [
      [
        [west, south],
        [right, south],
        [right, top],
        [west, top],
        [west, south],
      ],
    ],
  };
}
const six = (value: number): number => Math.round(value * 1e6) / 1e6;

async function added(by: Person, farmId: string, body: Record<string, unknown>) {
  const { status, data } = await by.rest.send('POST', `/farms/${farmId}/plots`, body);
  expect(status).toBe(201);
  return data.plot;
}

async function refused(by: Person, farmId: string, body: Record<string, unknown>) {
  const { status, body: answer } = await by.rest.send('POST', `/farms/${farmId}/plots`, body);
  expect(status).toBe(400);
  return answer.details ?? [];
}

describe('a plot', () => {
  it('is drawn, renamed, drawn anew and removed; each step stays in its history', async () => {
    const plot = await added(grace, 'farm001', { name: 'Upper field', geometry: square() });
    expect(plot).toMatchObject({ farmId: 'FARM001', version: 1, name: 'Upper field', country: 'PG', removedAt: null });
    expect(plot.areaHa).toBeGreaterThan(4.8);
    expect(plot.areaHa).toBeLessThan(5);
    expect(plot.geometry).toEqual(square());

    const renamed = await grace.rest.send('PATCH', `/plots/${plot.id}`, { name: 'Hill field', version: 1 });
    expect(renamed.data.plot).toMatchObject({ name: 'Hill field', version: 2, areaHa: plot.areaHa });
    const larger = square(0, 0, { side: 0.003 });
    const redrawn = await grace.rest.send('PATCH', `/plots/${plot.id}`, { geometry: larger, version: 2 });
    expect(redrawn.data.plot).toMatchObject({ name: 'Hill field', version: 3, geometry: larger });

    const stale = await grace.rest.send('PATCH', `/plots/${plot.id}`, { name: 'Late', version: 2 });
    expect(stale.status).toBe(409);
    expect(stale.body.message).toContain('this plot');

    const again = await grace.rest.send('PATCH', `/plots/${plot.id}`, { geometry: larger });
    expect(again.data.plot.version).toBe(3);

    expect((await grace.rest.send('DELETE', `/plots/${plot.id}`)).data).toEqual({ removed: true });
    const { data } = await grace.rest.get(`/plots/${plot.id}`);
    expect(data.plot.removedAt).not.toBeNull();
    expect(data.history.map(({ change, version }: Record<string, unknown>) => [version, change])).toEqual([
      [4, 'removed'],
      [3, 'redrawn'],
      [2, 'renamed'],
      [1, 'added'],
    ]);
    const left = await grace.rest.get('/farms/FARM001/plots');
    expect(left.data.plots.map(({ id }: { id: string }) => id)).not.toContain(plot.id);
    // Its name and its land are free again.
    await added(grace, 'FARM001', { name: 'Hill field', geometry: larger });
  });

  it('is on the audit trail with its fields, and no name', async () => {
    const plot = await added(processor, 'FARM009', { name: 'North', geometry: square(0, 0, { lon: 145.700001 }) });
    await processor.rest.send('PATCH', `/plots/${plot.id}`, { name: 'South' });
    const entries = await app.app.database.rows<{ action: string; details: unknown }>(
      `select action, details from audit_entry where target_id = $1 and action <> 'row.version' order by at`,
      [plot.id],
    );
    expect(entries.map(({ action }) => action)).toEqual(['plot.added', 'plot.changed']);
    expect(JSON.stringify(entries)).not.toMatch(/North|South/);
  });

  it('is refused where its outline would not be kept with the others of its farm', async () => {
    const plot = await added(processor, 'FARM010', { name: 'Large', geometry: square(0, 0, { lon: 143.300001 }) });
    await app.app.database.pool.query(`update plot_version set geometry = rpad(geometry, 1200000) where plot_id = $1`, [
      plot.id,
    ]);
    const geometry = { type: 'Point', coordinates: [143.900001, -5.250001] };
    expect(await refused(processor, 'FARM010', { name: 'One more', geometry })).toMatchObject([
      { field: 'geometry', message: expect.stringContaining('too many corners') },
    ]);
  });

  it('is a point of up to 4 ha as well', async () => {
    const geometry = { type: 'Point', coordinates: [145.750001, -5.250001] };
    const plot = await added(grace, 'FARM001', { name: 'Tree garden', geometry, areaHa: 1.5 });
    expect(plot).toMatchObject({ areaHa: 1.5, geometry, latitude: -5.250001, longitude: 145.750001 });
    expect(await refused(grace, 'FARM001', { name: 'Large', geometry, areaHa: 5 })).toMatchObject([
      { field: 'geometry', message: expect.stringContaining('0.0001 to 4 ha') },
    ]);
  });
});

describe('what is wrong with a plot', () => {
  const [lon, lat] = [145.900001, -5.100001];
  const ring = (...corners: [number, number][]) => ({
    type: 'Polygon',
    coordinates: [corners.map(([x, y]) => [six(lon + x * 0.001), six(lat + y * 0.001)])],
  });

  it.each([
    ['sides that cross', ring([0, 0], [2, 2], [2, 0], [0, 2], [0, 0]), /crosses itself.+latitude -5\.099001/],
    ['an open ring', ring([0, 0], [2, 0], [2, 2], [0, 2]), /open/],
    ['a line', { type: 'LineString', coordinates: [[lon, lat]] }, /LineString/],
    ['the sea', square(0, 0, { lon: -40.000001, lat: 40.000001 }), /at sea/],
    ['latitude first', square(0, 0, { lon: -40.300001, lat: 45.600001 }), /at sea/],
  ])('is said: %s', async (_, geometry, text) => {
    const faults = await refused(maria, 'FARM002', { name: 'Broken', geometry });
    expect(faults[0]).toMatchObject({ field: 'geometry', message: expect.stringMatching(text) });
  });

  it('exchanged coordinates are suspected where the country is known', async () => {
    const geometry = { type: 'Point', coordinates: [-5.100001, 45.900001] };
    const faults = await refused(maria, 'FARM002', { name: 'Turned', geometry, country: 'PG' });
    expect(faults).toMatchObject([{ message: expect.stringContaining('at sea') }]);
    // Latitude 8, longitude -1 lies in Ghana; exchanged it is at sea.
    const ghana = { type: 'Point', coordinates: [8.100001, -1.200001] };
    const [fault] = await refused(processor, 'FARM003', { name: 'Turned', geometry: ghana, country: 'GH' });
    expect(fault).toMatchObject({ message: expect.stringContaining('may be swapped') });
    expect(fault?.message).toMatch(/latitude 8\.100001, longitude -1\.200001 would be in GH/);
  });

  it('another country than the declared one', async () => {
    const geometry = { type: 'Point', coordinates: [145.950001, -5.950001] };
    const [fault] = await refused(processor, 'FARM004', { name: 'Far', geometry, country: 'ID' });
    expect(fault).toMatchObject({ message: expect.stringContaining('declared country is ID') });
  });

  it('land of another plot: by name within the farm, by its place alone of another farm', async () => {
    const at = { lon: 144.500001, lat: -5.000001 };
    await added(maria, 'FARM002', { name: 'River field', geometry: square(0, 0, at) });
    const [own] = await refused(maria, 'FARM002', { name: 'Twin', geometry: square(0.5, 0, at) });
    expect(own).toMatchObject({ message: expect.stringContaining('of this farm') });
    expect(own?.message).toContain('River field');
    const [other] = await refused(grace, 'FARM001', { name: 'Twin', geometry: square(0.5, 0, at) });
    expect(other).toMatchObject({ message: expect.stringContaining("another farm's plot") });
    expect(other?.message).not.toMatch(/River|FARM002/);
    await added(grace, 'FARM001', { name: 'Neighbour', geometry: square(1, 0, at) });
  });

  it('a name that the farm has, an area that differs, and an unknown field', async () => {
    const at = { lon: 144.600001, lat: -5.000001 };
    await added(maria, 'FARM002', { name: 'Ridge', geometry: square(0, 0, at) });
    expect(await refused(maria, 'FARM002', { name: 'RIDGE', geometry: square(2, 0, at) })).toMatchObject([
      { field: 'name', message: 'This farm already has a plot named RIDGE.' },
    ]);
    expect(await refused(maria, 'FARM002', { name: 'Big', geometry: square(2, 0, at), areaHa: 40 })).toMatchObject([
      { message: expect.stringContaining('declared area is 40 ha') },
    ]);
    expect(await refused(maria, 'FARM002', { name: 'X', geometry: square(2, 0, at), ph: 7 })).toMatchObject([
      { field: 'ph' },
    ]);
  });

  it('is told of a geometry before it is a plot, and nothing is written', async () => {
    const { data } = await maria.rest.send('POST', '/farms/FARM002/plots/check', {
      geometry: ring([0, 0], [2, 2], [2, 0], [0, 2], [0, 0]),
    });
    expect(data.faults).toMatchObject([
      { said: { code: 'plot.crosses' }, eu: 'EUDR_COMMODITIES_PRODUCER_GEO_INVALID_GEOMETRY' },
    ]);
    const good = await maria.rest.send('POST', '/farms/FARM002/plots/check', {
      geometry: square(0, 0, { lon: 145.800001 }),
    });
    expect(good.data).toMatchObject({ country: 'PG', faults: [] });
  });
});

describe('who may', () => {
  it('farmers their own, processors all; auditors look, others see nothing', async () => {
    const plot = await added(processor, 'FARM001', {
      name: 'By Ines',
      geometry: square(0, 0, { lon: 144.700001, lat: -5.500001 }),
    });
    const body = { name: 'New', geometry: square(3, 0, { lon: 144.700001, lat: -5.500001 }) };
    expect((await auditor.rest.send('POST', '/farms/FARM001/plots', body)).status).toBe(403);
    expect((await auditor.rest.send('PATCH', `/plots/${plot.id}`, { name: 'X' })).status).toBe(403);
    const seen = await auditor.rest.get('/farms/FARM001/plots');
    expect(seen.data.mayManage).toBe(false);
    expect(seen.data.plots.map(({ id }: { id: string }) => id)).toContain(plot.id);
    for (const [method, path, sent] of [
      ['POST', '/farms/FARM001/plots', body],
      ['PATCH', `/plots/${plot.id}`, { name: 'X' }],
      ['DELETE', `/plots/${plot.id}`, undefined],
    ] as const) {
      expect((await maria.rest.send(method, path, sent)).status).toBe(404);
    }
    expect((await maria.rest.get('/farms/FARM001/plots')).status).toBe(404);
    expect((await maria.rest.get(`/plots/${plot.id}`)).status).toBe(404);
  });
});

describe('a file of plots', () => {
  const feature = (properties: object, geometry: unknown) => ({ type: 'Feature', properties, geometry });
  const collection = (...features: object[]) => JSON.stringify({ type: 'FeatureCollection', features });
  const at = { lon: 143.500001, lat: -4.000001 };
  async function imported(content: string, query = '') {
    const form = new FormData();
    form.set('file', new Blob([content], { type: 'application/geo+json' }), 'plots.geojson');
    return restClient(app.url, maria.accessToken).form(`/farms/FARM002/plots/import${query}`, form);
  }
  const names = async () =>
    (await maria.rest.get('/farms/FARM002/plots')).data.plots.map(({ name }: { name: string }) => name);

  it('is judged feature by feature, also against each other, and nothing is added while one is wrong', async () => {
    const file = collection(
      feature({ name: 'File one', ProducerCountry: 'PG', Area: 4.9 }, square(0, 0, at)),
      feature({ name: 'File two' }, square(0.5, 0, at)),
      feature({ name: 'file ONE', producercountry: 'PG', Area: '4' }, square(3, 0, at)),
      feature({ name: 'File four' }, { type: 'LineString', coordinates: [] }),
    );
    const { data } = await imported(file);
    expect(data).toMatchObject({ created: 0, total: 4, invalid: 3 });
    const said = (row: number) =>
      data.rows
        .find((one: { row: number }) => one.row === row)
        .errors.map(({ said: { code } }: { said: { code: string } }) => code);
    expect(said(1)).toEqual([]);
    expect(said(2)).toEqual(['plot.overlaps']);
    expect(said(3)).toEqual(['plot.property_case', 'plot.area_text', 'plot.same_name']);
    expect(said(4)).toEqual(['plot.other_geometry']);
    expect(await names()).not.toContain('File one');
  });

  it('is only judged in a dry run, and then added as a whole', async () => {
    const file = collection(
      feature({ name: 'File one', ProducerCountry: 'PG' }, square(0, 0, at)),
      feature({ ProductionPlace: 'Wara' }, square(1, 0, at)),
    );
    expect((await imported(file, '?dryRun=true')).data).toMatchObject({ created: 0, total: 2, invalid: 0 });
    expect(await names()).not.toContain('File one');
    expect((await imported(file)).data).toMatchObject({ created: 2, total: 2, invalid: 0 });
    expect(await names()).toEqual(expect.arrayContaining(['File one', 'Wara 2']));
  });

  it('that is none is refused as a whole', async () => {
    for (const content of ['', '{', '{"type":"Feature"}', 'lotId,farmId']) {
      const { status, body } = await imported(content);
      expect(status).toBe(400);
      expect(body.details?.[0]?.field).toBe('file');
    }
  });
});

describe('over GraphQL', () => {
  it('does the same', async () => {
    const geoJson = JSON.stringify(square(0, 0, { lon: 144.800001, lat: -5.600001 }));
    const add = await grace.graphql.run(
      `mutation ($input: AddPlotInput!) { addPlot(farmId: "FARM001", input: $input) {
        ... on PlotSaved { plot { id version areaHa geoJson } } ... on Failure { message } } }`,
      { input: { name: 'By program', geoJson } },
    );
    expect(add.errors).toEqual([]);
    const { plot } = add.data.addPlot;
    expect(JSON.parse(plot.geoJson)).toEqual(JSON.parse(geoJson));
    const change = await grace.graphql.run(
      `mutation ($id: ID!) { changePlot(id: $id, input: { name: "By Grace", version: 1 }) { ... on PlotSaved { plot { name version } } } }`,
      { id: plot.id },
    );
    expect(change.data.changePlot.plot).toEqual({ name: 'By Grace', version: 2 });
    const { data } = await grace.graphql.run('{ farmPlots(farmId: "FARM001") { mayManage plots { name } } }');
    expect(data.farmPlots.mayManage).toBe(true);
    expect(data.farmPlots.plots).toContainEqual({ name: 'By Grace' });
    const check = await grace.graphql.run(
      `{ checkPlot(farmId: "FARM001", input: { geoJson: "{" }) { faults { message } } }`,
    );
    expect(check.errors[0]?.extensions?.code).toBe('BAD_USER_INPUT');
    const gone = await maria.graphql.run(
      `mutation ($id: ID!) { removePlot(id: $id) { __typename ... on Failure { message } } }`,
      { id: plot.id },
    );
    expect(gone.data.removePlot).toEqual({ __typename: 'NotFound', message: 'Plot not found' });
  });
});

describe('a plot that was changed in the database', () => {
  it('is not shown, nothing is done with it, and health says so', async () => {
    const plot = await added(grace, 'FARM001', {
      name: 'Touched',
      geometry: square(0, 0, { lon: 144.900001, lat: -5.700001 }),
    });
    await app.app.database.pool.query('update plot_version set area = area * 2 where plot_id = $1', [plot.id]);
    const { data } = await grace.rest.get('/farms/FARM001/plots');
    expect(data.plots.map(({ id }: { id: string }) => id)).not.toContain(plot.id);
    expect((await grace.rest.get(`/plots/${plot.id}`)).status).toBe(409);
    expect((await grace.rest.send('PATCH', `/plots/${plot.id}`, { name: 'Mine' })).status).toBe(409);
  });
});
