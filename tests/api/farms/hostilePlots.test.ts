import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** Input of an attacker who wants to keep the server busy, or to store unreadable data. */
let app: TestApp;
let maria: Person;

beforeAll(async () => {
  app = await createTestApp();
  maria = await app.person('farmer', { farmId: 'FARM002' });
});
afterAll(() => app.stop());

type Place = [longitude: number, latitude: number];

const feature = (coordinates: unknown, type = 'Polygon', properties: object = {}) => ({
  type: 'Feature',
  properties,
  geometry: { type, coordinates },
});
const collection = (features: readonly unknown[]) => JSON.stringify({ type: 'FeatureCollection', features });
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

async function imported(content: string) {
  const form = new FormData();
  form.set('file', new Blob([content], { type: 'application/geo+json' }), 'plots.geojson');
  return restClient(app.url, maria.accessToken).form('/farms/FARM002/plots/import', form);
}

/** A position near Bogia with six decimals, metres to its east and north; the last one is no zero. */
function placeAt(east: number, north: number): Place {
  const six = (degrees: number): number => (Math.round(degrees * 1e5) * 10 + 1) / 1e6;
  return [six(145.6 + east / 110_800), six(-5.8 + north / 111_195)];
}

/** Teeth of 4 m, 20 m apart, on a back of 200 m; lying ones point east, others north. */
function comb(teeth: number, lying: boolean): Place[][] {
  const long = teeth * 20;
  const corners = [
    ...Array.from({ length: teeth }, (_, i): [number, number][] => [
      [i * 20, 100],
      [i * 20, long],
      [i * 20 + 4, long],
      [i * 20 + 4, 100],
    ]).flat(),
    [long, 100],
    [long, -100],
    [-100, -100],
    [-100, 100],
  ].map(([x = 0, y = 0]) => (lying ? placeAt(y - 300, x + 150) : placeAt(x, y)));
  return [[...corners, corners[0] ?? placeAt(0, 0)]];
}

describe('a hostile file of plots', () => {
  it.each([
    [
      'of 10,000 plots',
      () => collection(Array.from({ length: 10_000 }, (_, i) => feature(placeAt(i * 10, 0), 'Point'))),
    ],
    [
      'with an outline of 100,000 corners',
      () => collection([feature([Array.from({ length: 100_000 }, (_, i) => placeAt(i, i))])]),
    ],
    [
      'without an end',
      () => `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":"${'x'.repeat(70_000)}`,
    ],
    ['of arrays in arrays', () => `{"type":"FeatureCollection","features":${nested(120_000)}}`],
    ['of arrays in arrays beside the plots', () => `{"type":"FeatureCollection","x":${nested(150_000)},"features":[]}`],
    ['of 20 MB of spaces', () => `{"type":"FeatureCollection",${' '.repeat(20_000_000)}"features":[]}`],
  ])('is refused as a whole: %s', async (_, content) => {
    const { status, body } = await imported(content());
    expect([status, body.details?.[0]?.field]).toEqual([400, 'file']);
  });

  it('larger than 25 MB is refused', async () => {
    const { status, body } = await imported('x'.repeat(26 * 1024 * 1024));
    expect([status, body.message]).toEqual([413, 'The file is larger than 25 MB']);
  });

  it('is answered plot by plot: arrays in arrays, what JavaScript hides in objects, numbers without end', async () => {
    const deep = `{"type":"Feature","properties":{},"geometry":{"type":"Polygon","coordinates":${nested(30_000)}}}`;
    const hidden =
      '{"type":"Feature","__proto__":{"a":1},"properties":{"__proto__":{"name":"x"},"constructor":1},"geometry":null}';
    const far = '{"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[1e999,-1e999]}}';
    const { status, data } = await imported(`{"type":"FeatureCollection","features":[${deep},${hidden},${far}]}`);
    expect(status).toBe(200);
    expect(data).toMatchObject({ created: 0, total: 3, invalid: 3 });
    expect(Object.hasOwn(Object.prototype, 'name')).toBe(false);
  });

  it('whose plots cut each other a million times is answered that they share land', async () => {
    const { data } = await imported(
      collection([
        feature(comb(490, false), 'Polygon', { name: 'One' }),
        feature(comb(490, true), 'Polygon', { name: 'Two' }),
      ]),
    );
    const said = data.rows.map(({ name, errors }: { name: string; errors: { said: { code: string } }[] }) => [
      name,
      errors.map(({ said: { code } }) => code),
    ]);
    expect(said).toEqual([
      ['Two', ['plot.overlaps']],
      ['One', []],
    ]);
  }, 20_000);
});
