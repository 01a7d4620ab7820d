import { describe, expect, it } from 'vitest';
import { filedCommodity, filedContent, filedPlace, filedProducer } from '../../../tests/support/filedContent.ts';
import { pointAt } from '../plot/geometry/geometry.ts';
import { base64Text, geolocationBytes, typeOneGeoJson, typeTwoGeoJson, writtenGeometry } from './geoJson.ts';
import type { FiledProducer } from './statement.ts';

const POINT = {
  productionPlace: 'FARM "7" é',
  geometry: pointAt({ latMicro: 5_200_000, lonMicro: -1_500_010 }, 3.25),
  areaHa: 3.25,
};

describe('GeoJSON of Type I', () => {
  it('has the places of one producer, with six decimals', () => {
    const text = typeOneGeoJson({ country: 'GH', places: [POINT, filedPlace(0)] });
    expect(text).toBe(
      '{"type":"FeatureCollection","features":[\n' +
        '{"type":"Feature","geometry":{"type":"Point","coordinates":[-1.500010,5.200000]},' +
        '"properties":{"ProducerCountry":"GH","ProductionPlace":"FARM \\"7\\" é","Area":3.25}},\n' +
        '{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[145.001000,-5.200000],[145.000000,-5.199000],' +
        '[144.999000,-5.200000],[145.000000,-5.201000],[145.001000,-5.200000]]]},' +
        `"properties":{"ProducerCountry":"GH","ProductionPlace":"FARM1","Area":${filedPlace(0).areaHa}}}\n]}\n`,
    );
  });

  it.each<[string, Pick<FiledProducer, 'country' | 'places'>]>([
    ['no place', { country: 'PG', places: [] }],
    ['one place', filedProducer(0)],
    ['a point and letters that take two bytes', { country: 'GH', places: [POINT, POINT] }],
    ['many corners', { country: 'PG', places: [filedPlace(0, 321), filedPlace(9, 5)] }],
    ...[0, 1, -1, 9_999_999, 10_000_000, -10_000_000, 99_999_999, 100_000_000, -180_000_000].map(
      (micro): [string, Pick<FiledProducer, 'country' | 'places'>] => [
        `a place at ${micro}`,
        { country: 'PG', places: [{ ...POINT, geometry: pointAt({ latMicro: -micro, lonMicro: micro }) }] },
      ],
    ),
  ])('is counted without being written: %s', (_what, producer) => {
    expect(geolocationBytes(producer)).toBe(Buffer.byteLength(typeOneGeoJson(producer)));
  });

  it('is sent as base64 of UTF-8', () => {
    for (const text of ['{}', 'é', '吴'.repeat(10_000), typeOneGeoJson({ country: 'GH', places: [POINT] })]) {
      expect(base64Text(text)).toBe(Buffer.from(text, 'utf8').toString('base64'));
    }
  });
});

describe('GeoJSON of Type II', () => {
  it('has all producers of a statement, each place with name and country', () => {
    const producers = [filedProducer(0), filedProducer(1, { country: 'GH', places: [POINT, filedPlace(4)] })];
    const commodities = [filedCommodity({ producers }), filedCommodity({ producers: [filedProducer(2)] })];
    const { features } = JSON.parse(typeTwoGeoJson(filedContent({ commodities })));
    expect(features.map((one: { properties: unknown }) => one.properties)).toEqual([
      { ProducerName: 'Producer 1', ProducerCountry: 'PG', ProductionPlace: 'FARM1', Area: filedPlace(0).areaHa },
      { ProducerName: 'Producer 2', ProducerCountry: 'GH', ProductionPlace: 'FARM "7" é', Area: 3.25 },
      { ProducerName: 'Producer 2', ProducerCountry: 'GH', ProductionPlace: 'FARM5', Area: filedPlace(4).areaHa },
      { ProducerName: 'Producer 3', ProducerCountry: 'PG', ProductionPlace: 'FARM3', Area: filedPlace(2).areaHa },
    ]);
  });
});

it('a written geometry is closed, with positions as texts', () => {
  expect(writtenGeometry(POINT.geometry)).toEqual({ type: 'Point', coordinates: ['-1.500010', '5.200000'] });
  const { coordinates } = writtenGeometry(filedPlace(0).geometry);
  expect(coordinates[0]).toHaveLength(5);
  expect(coordinates[0]?.at(-1)).toEqual(coordinates[0]?.[0]);
});
