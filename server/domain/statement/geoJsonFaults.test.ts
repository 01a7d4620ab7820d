import { describe, expect, it } from 'vitest';
import { geoJsonFaults } from './geoJsonFaults.ts';
import { STATEMENT_LIMITS } from './statement.ts';

const SQUARE = [
  [145, -5.2],
  [145.001, -5.2],
  [145.001, -5.199],
  [145, -5.199],
  [145, -5.2],
];
const HOLE = [
  [145.0002, -5.1998],
  [145.0004, -5.1998],
  [145.0004, -5.1996],
  [145.0002, -5.1998],
];

const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const point = (coordinates: unknown) => ({ type: 'Point', coordinates });
const file = (geometry: unknown, properties: Record<string, unknown> = {}): string =>
  JSON.stringify({ type: 'FeatureCollection', features: [{ type: 'Feature', properties, geometry }] });

const GEO = 'EUDR_COMMODITIES_PRODUCER_GEO_';

describe('the errors of the file description', () => {
  it.each([
    ['crossing sides', file(polygon([SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3], SQUARE[0]])), 'INVALID_GEOMETRY'],
    ['overlapping sides', file(polygon([...SQUARE.slice(0, 4), [145, -5.2005], SQUARE[0]])), 'INVALID_GEOMETRY'],
    ['a hole', file(polygon(SQUARE, HOLE)), 'INVALID_GEOMETRY'],
    ['an open ring', file(polygon(SQUARE.slice(0, 4))), 'INVALID_GEOMETRY'],
    ['too few corners', file(polygon([SQUARE[0], SQUARE[1], SQUARE[0]])), 'INVALID_GEOMETRY'],
    ['a line', file({ type: 'LineString', coordinates: SQUARE }), 'INVALID'],
    [
      'straight lines',
      file(
        polygon([
          [145, -5],
          [145.001, -5],
          [145.002, -5],
          [145, -5],
        ]),
      ),
      'INVALID_GEOMETRY',
    ],
    [
      'the same corner twice after six decimals',
      file(polygon([SQUARE[0], SQUARE[1], [145.0010001, -5.2000001], SQUARE[2], SQUARE[3], SQUARE[0]])),
      'INVALID_GEOMETRY',
    ],
    ['no JSON', `${file(polygon(SQUARE))}}`, 'INVALID'],
    ['a property in small letters', file(polygon(SQUARE), { productionplace: 'Field' }), 'INVALID'],
    ['a misspelled member', file(undefined), 'INVALID'],
    ['a PDF', '%PDF-1.7', 'INVALID'],
    ['no text at all', '', 'INVALID'],
    ['a latitude out of range', file(point([145, -91])), 'LATITUDE_INVALID'],
    ['a longitude out of range', file(point([181, -5])), 'LONGITUDE_INVALID'],
    ['an area as a text', file(point([145, -5]), { Area: '3' }), 'AREA_INVALID'],
    ['a point of more than 4 ha', file(point([145, -5]), { Area: 4.0001 }), 'AREA_INVALID'],
    ['a point of nothing', file(point([145, -5]), { Area: 0 }), 'AREA_INVALID'],
    ['a point in two arrays', file(point([[145, -5]])), 'INVALID'],
    ['no feature', JSON.stringify({ type: 'FeatureCollection', features: [] }), 'EMPTY'],
    ['an empty polygon', file(polygon()), 'EMPTY'],
  ])('%s', (_what, text, code) => {
    expect(geoJsonFaults(text).map((fault) => fault.code)).toContain(GEO + code);
  });

  it.each([
    ['EPSG:4168', ['EUDR_COMMODITIES_PRODUCER_GEO_INVALID']],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', []],
    ['EPSG:4326', []],
  ])('the reference system %s', (name, codes) => {
    const crs = { type: 'name', properties: { name } };
    const whole = JSON.stringify({ ...JSON.parse(file(polygon(SQUARE))), crs });
    const single = JSON.stringify({ type: 'Feature', geometry: polygon(SQUARE), properties: {}, crs });
    for (const text of [whole, single])
      expect([...new Set(geoJsonFaults(text).map(({ code }) => code))]).toEqual(codes);
  });

  it('a country that is none, with its feature', () => {
    expect(geoJsonFaults(file(polygon(SQUARE), { ProducerCountry: 'XX' }))).toMatchObject([
      { code: 'EUDR_COMMODITITY_PRODUCER_COUNTRY_CODE_INVALID', feature: 1, message: { values: { country: 'XX' } } },
    ]);
  });

  it.each([
    [0, []],
    [1, ['EUDR_MAXIMUM_GEO_SIZE_REACHED']],
  ])('25 MB and %i byte', (more, codes) => {
    const text = file(polygon(SQUARE)).padEnd(STATEMENT_LIMITS.geolocationBytes + more, ' ');
    expect(geoJsonFaults(text).map(({ code }) => code)).toEqual(codes);
  });

  it('the size that is too large does not read like the one that is taken', () => {
    const text = ' '.repeat(STATEMENT_LIMITS.geolocationBytes + 1);
    expect(geoJsonFaults(text)[0]?.message.text).toBe('The plots need 25.01 MB. The limit is 25 MB per statement.');
  });
});

describe('what the EU takes', () => {
  it.each([
    ['a polygon', polygon(SQUARE)],
    ['a point', point([145, -5])],
    ['a height', point([145, -5, 410])],
    ['several', { type: 'MultiPolygon', coordinates: [[SQUARE], [SQUARE]] }],
    ['a collection', { type: 'GeometryCollection', geometries: [point([145, -5]), polygon(SQUARE)] }],
  ])('has no faults: %s', (_what, geometry) => {
    for (const text of [JSON.stringify(geometry), file(geometry, { Area: 4, ProducerCountry: 'PG', own: { a: 1 } })]) {
      expect(geoJsonFaults(text)).toEqual([]);
    }
  });
});
