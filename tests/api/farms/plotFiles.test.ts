import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor');
});
afterAll(() => app.stop());

async function imported(farmId: string, content: string, query = '') {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'application/geo+json' }), 'plots.geojson');
  return restClient(app.url, processor.accessToken).form(`/farms/${farmId}/plots/import${query}`, form);
}
const plotsOf = async (farmId: string) => (await processor.rest.get(`/farms/${farmId}/plots`)).data.plots;

/** A square with sides of about 110 m and six decimals, as text: some of these are zeros. */
function squareText(lonMicro: number, latMicro: number): string {
  const side = 1_000;
  const corners = [
    [0, 0],
    [side, 0],
    [side, side],
    [0, side],
    [0, 0],
  ] as const;
  const degrees = (micro: number): string => (micro / 1e6).toFixed(6);
  const ring = corners.map(([x, y]) => `[${degrees(lonMicro + x)},${degrees(latMicro + y)}]`);
  return `{"type":"Polygon","coordinates":[[${ring.join(',')}]]}`;
}
const featureText = (geometry: string, properties: object = {}): string =>
  `{"type":"Feature","properties":${JSON.stringify(properties)},"geometry":${geometry}}`;
const collectionText = (...features: string[]): string =>
  `{"type":"FeatureCollection","features":[${features.join(',')}]}`;

describe('coordinates with six decimals', () => {
  it('of 300 polygons are taken whole, whatever zeros they end in', async () => {
    // 20 columns and 15 rows, 200 m apart; every tenth corner ends in zeros, some in all of four.
    const features = Array.from({ length: 300 }, (_, i) => {
      const [column, row] = [i % 20, Math.floor(i / 20)];
      const odd = i % 10 === 0 ? 0 : (i * 7_919) % 97;
      return featureText(squareText(143_100_000 + column * 2_000 + odd, -4_200_000 + row * 2_000 + odd));
    });
    const { data } = await imported('FARM100', collectionText(...features));
    expect(data).toMatchObject({ created: 300, total: 300, invalid: 0 });
  });

  it('and of points rounded to four are taken with a hint', async () => {
    const point = '{"type":"Point","coordinates":[143.3000,-4.1000]}';
    const { data } = await imported('FARM101', collectionText(featureText(point)));
    expect(data).toMatchObject({ created: 1, rows: [{ errors: [], hints: [{ field: 'geometry' }] }] });
    expect(data.rows[0].hints[0].said.code).toBe('plot.coarse');
  });
});

describe('a plot in coastal waters', () => {
  it('is taken with a hint, since borders take in the sea', async () => {
    const sea = { type: 'Point', coordinates: [145.980001, -5.200001] };
    const hints = [{ said: { code: 'plot.far_at_sea' } }];
    const check = await processor.rest.send('POST', '/farms/FARM104/plots/check', { geometry: sea });
    expect(check.data).toMatchObject({ country: 'PG', faults: [], hints });
    const { data } = await imported('FARM104', collectionText(featureText(JSON.stringify(sea))), '?dryRun=true');
    expect(data.rows).toMatchObject([{ errors: [], hints }]);
    const { data: answered } = await processor.graphql.run(
      'query ($input: CheckPlotInput!) { checkPlot(farmId: "FARM104", input: $input) { hints { code } } }',
      { input: { geoJson: JSON.stringify(sea) } },
    );
    expect(answered.checkPlot.hints).toEqual([{ code: 'plot.far_at_sea' }]);
  });
});

describe("files by the Commission's description", () => {
  it('of type I, one producer, and of type II, several producers, are taken whole', async () => {
    const typeOne = collectionText(
      featureText('{"type":"Point","coordinates":[-74.123456,-9.123456]}', { ProductionPlace: 'Lote 1', Area: 3.5 }),
      featureText(squareText(-74_200_000, -9_200_000), { ProductionPlace: 'Lote 2', Area: 1.2 }),
    );
    const typeTwo = collectionText(
      featureText(squareText(-1_600_000, 6_700_000), {
        ProducerName: 'Ama Mensah',
        ProducerCountry: 'GH',
        ProductionPlace: 'Kumasi 4',
        Area: 1.2,
      }),
      featureText('{"type":"Point","coordinates":[-79.25,-1.5]}', {
        ProducerName: 'Luis Vera',
        ProducerCountry: 'EC',
        ProductionPlace: 'Quevedo',
      }),
    );
    expect((await imported('FARM102', typeOne)).data).toMatchObject({ created: 2, invalid: 0 });
    expect((await imported('FARM103', typeTwo)).data).toMatchObject({ created: 2, invalid: 0 });
    expect((await plotsOf('FARM102')).map(({ name }: { name: string }) => name).sort()).toEqual([
      'Lote 1 1',
      'Lote 2 2',
    ]);
  });
});

describe('several geometries in one', () => {
  const [one, two] = [squareText(143_400_001, -4_100_001), squareText(143_410_001, -4_100_001)];
  const ring = (square: string): string => JSON.stringify(JSON.parse(square).coordinates);

  it.each([
    ['a MultiPolygon', 'FARM110', `{"type":"MultiPolygon","coordinates":[${ring(one)},${ring(two)}]}`],
    ['a MultiPoint', 'FARM111', '{"type":"MultiPoint","coordinates":[[143.420001,-4.1],[143.430001,-4.1]]}'],
    [
      'a GeometryCollection',
      'FARM112',
      `{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[143.440001,-4.1]},${squareText(143_450_001, -4_100_001)}]}`,
    ],
  ])('%s comes to as many plots, with numbered names', async (_, farmId, geometry) => {
    const { data } = await imported(farmId, collectionText(featureText(geometry, { name: 'Hillside', Area: 99 })));
    expect(data).toMatchObject({ created: 2, total: 2, invalid: 0 });
    const plots = await plotsOf(farmId);
    expect(plots.map(({ name }: { name: string }) => name).sort()).toEqual(['Hillside 1', 'Hillside 2']);
  });

  it('what is wrong is named by its feature', async () => {
    const geometry = '{"type":"GeometryCollection","geometries":[{"type":"LineString","coordinates":[]}]}';
    const { data } = await imported('FARM113', collectionText(featureText(geometry)));
    expect(data).toMatchObject({ created: 0, rows: [{ row: 1 }] });
    expect(data.rows[0].errors[0].said.code).toBe('plot.other_geometry');
  });
});

describe('a file that is', () => {
  it('a single feature, or a single geometry, is taken', async () => {
    const [one, two] = [squareText(143_460_001, -4_100_001), squareText(143_470_001, -4_100_001)];
    expect((await imported('FARM120', featureText(one, { name: 'Alone' }))).data).toMatchObject({ created: 1 });
    expect((await imported('FARM120', two)).data).toMatchObject({ created: 1 });
    expect((await plotsOf('FARM120')).map(({ name }: { name: string }) => name).sort()).toEqual(['Alone', 'Plot 1']);
  });

  it.each(['EPSG:4168', 'urn:ogc:def:crs:EPSG::2136'])('in %s is refused by that name', async (name) => {
    const crs = JSON.stringify({ type: 'name', properties: { name } });
    const file = `{"type":"FeatureCollection","crs":${crs},"features":[${featureText(squareText(143_480_001, -4_100_001))}]}`;
    const { status, body } = await imported('FARM121', file);
    expect([status, body.details]).toMatchObject([400, [{ field: 'crs', message: expect.stringContaining(name) }]]);
    expect(await plotsOf('FARM121')).toEqual([]);
  });

  it('in CRS84, as GDAL writes it, is taken', async () => {
    const crs = '{"type":"name","properties":{"name":"urn:ogc:def:crs:OGC:1.3:CRS84"}}';
    const file = `{"type":"FeatureCollection","name":"plots","crs":${crs},"features":[${featureText(squareText(143_490_001, -4_100_001))}]}`;
    expect((await imported('FARM122', file)).data).toMatchObject({ created: 1 });
  });
});
