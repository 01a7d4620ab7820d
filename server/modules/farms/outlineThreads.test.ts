import { describe, expect, it } from 'vitest';
import { slantedBand } from '../../../tests/load/slantedBands.ts';
import { geoJsonOf } from '../../domain/plot/geometry/geoJson.ts';
import { geometryText, type Geometry } from '../../domain/plot/geometry/geometry.ts';
import { overlapOf } from '../../domain/plot/geometry/overlap.ts';
import { readPlot } from '../../domain/plot/geometry/readPlot.ts';
import { geoJsonTexts, overlapsWith, readOutline } from './outlineThreads.ts';

/** An outline of 2,000 corners. */
function bandAt(place: number): Geometry {
  const { geometry } = readPlot(slantedBand(place));
  if (geometry === null) throw new Error('The band cannot be read');
  return geometry;
}

const POINT: Geometry = { kind: 'point', place: { latMicro: -6_050_001, lonMicro: 144_900_001 }, areaHa: 4 };
/** A band with other coordinates than its own. */
const withOther = (change: (coordinates: unknown[]) => unknown[]): object => {
  const band = slantedBand(0);
  return { ...band, coordinates: change(band.coordinates) };
};
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));

describe('an outline that is given', () => {
  it.each<[string, unknown]>([
    ['a point', { type: 'Point', coordinates: [144.900001, -6.050001] }],
    ['of many corners', slantedBand(0)],
    ['of many corners with a hole', { ...slantedBand(0), coordinates: [...slantedBand(0).coordinates, [[144.9, -6]]] }],
    ['in another reference system', { ...slantedBand(0), crs: { properties: { name: 'EPSG:3857' } } }],
    ['of too many corners', { type: 'Polygon', coordinates: [Array.from({ length: 5_000 }, () => [1, 1])] }],
    ['that is none', { type: 'Polygon', coordinates: [Array.from({ length: 500 }, () => null)] }],
    [
      'nested deeper than a thread can be sent, in a corner',
      withOther(([ring]) => [[...(Array.isArray(ring) ? ring : []), deep(50_000)]]),
    ],
    ['nested deeper than a thread can be sent, in a hole', withOther(([ring]) => [ring, [deep(50_000)]])],
    ['nested deeper than a thread can be sent, beside it', { ...slantedBand(0), other: deep(50_000) }],
    ['with half a hole', withOther(([ring]) => [ring, null])],
    ['of nothing', null],
  ])('is read as it is read without threads: %s', async (_name, given) => {
    expect(await readOutline(given, 4)).toEqual(readPlot(given, 4));
  });
});

it('outlines are compared in their order, each as without threads, until the reader has enough', async () => {
  const others = [POINT, bandAt(1), bandAt(0), bandAt(2), bandAt(0)];
  const expected = others.flatMap((other, place) => {
    const overlap = overlapOf(bandAt(0), other);
    return overlap === null ? [] : [{ place, overlap }];
  });
  expect(expected.length).toBeGreaterThan(1);
  const found: unknown[] = [];
  for await (const one of overlapsWith(bandAt(0), others.map(geometryText))) found.push(one);
  expect(found).toEqual(expected);
  for await (const { place } of overlapsWith(bandAt(0), others.map(geometryText))) {
    expect(place).toBe(expected[0]?.place);
    break;
  }
});

it('outlines are written as GeoJSON in their order, erased ones as null', async () => {
  const geometries = [bandAt(0), POINT, ...Array.from({ length: 5 }, (_, i) => bandAt(i))];
  const texts = await geoJsonTexts(['', ...geometries.map(geometryText), '']);
  expect(texts).toEqual([null, ...geometries.map((one) => JSON.stringify(geoJsonOf(one))), null]);
  expect(await geoJsonTexts([geometryText(POINT)])).toEqual([JSON.stringify(geoJsonOf(POINT))]);
  expect(await geoJsonTexts([])).toEqual([]);
});
