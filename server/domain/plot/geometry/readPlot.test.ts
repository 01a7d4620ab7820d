import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writtenGeometry } from '../../statement/geoJson.ts';
import { pointAt, type Geometry } from './geometry.ts';
import { readPlot, storedGeometryFaults } from './readPlot.ts';

const SQUARE = [
  [145.743927, -5.258413],
  [145.745927, -5.258413],
  [145.745927, -5.256413],
  [145.743927, -5.256413],
  [145.743927, -5.258413],
];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });
const faultsOf = (geometry: unknown, area?: number) =>
  readPlot(geometry, area)
    .faults.map(({ said }) => said.text)
    .join(' ');
const codesOf = (geometry: unknown, area?: number) => readPlot(geometry, area).faults.map(({ said }) => said.code);

describe('a plot given as a point', () => {
  it('is taken with six decimals, as 4 ha unless told', () => {
    const place = { latMicro: -5_258_413, lonMicro: 145_743_927 };
    const taken = { geometry: { kind: 'point', place, areaHa: 4 }, areaHa: 4, faults: [], hints: [] };
    expect(readPlot(point(145.743927, -5.258413))).toEqual(taken);
    expect(readPlot(point('145.743900', '-5.200000'), 1.5)).toMatchObject({ areaHa: 1.5, faults: [] });
    expect(readPlot(point(145.743927, -5.258413, 120)).faults).toEqual([]);
  });

  it.each([
    [0.0001, true],
    [4, true],
    [0.00009, false],
    [4.01, false],
    [Number.NaN, false],
  ])('may have an area of %s ha: %s', (area, taken) => {
    expect(faultsOf(point(145.743927, -5.258413), area)).toEqual(taken ? '' : expect.stringContaining('polygon'));
  });

  it.each([
    ['145.7439', '-5.258413', []],
    [145.7439, -5.25841, []],
    [145.7439, -5.25, ['plot.coarse']],
    ['145.743900', '-5.250000', ['plot.coarse']],
    [145, -5, ['plot.coarse']],
  ])('of %s, %s is taken, with the hints %j', (lon, lat, hints) => {
    const read = readPlot(point(lon, lat));
    expect([read.faults, read.hints.map(({ code }) => code)]).toEqual([[], hints]);
  });

  it.each([
    [undefined, []],
    ['urn:ogc:def:crs:OGC:1.3:CRS84', []],
    ['EPSG:4326', []],
    ['urn:ogc:def:crs:EPSG::4326', []],
    ['EPSG:4168', ['plot.other_crs']],
    ['urn:ogc:def:crs:EPSG::43260', ['plot.other_crs']],
    ['', ['plot.other_crs']],
  ])('in the reference system %s has the faults %j', (name, codes) => {
    const crs = name === undefined ? {} : { crs: { type: 'name', properties: { name } } };
    expect(codesOf({ ...point(145.743927, -5.258413), ...crs })).toEqual(codes);
  });

  it('has the longitude first', () => {
    expect(faultsOf(point(-5.258413, 145.743927))).toContain('longitude comes first');
    expect(faultsOf(point(180.000001, -5.258413))).toContain('longitude of position 1 is outside');
    expect(faultsOf(point(180, -90))).not.toContain('outside');
  });

  it.each([
    [[]],
    [[1.000001]],
    [[1.000001, 2.000001, 3, 4]],
    [['east', 'south']],
    [[null, 2.000001]],
    [[Infinity, 1.000001]],
  ])('is refused when its position is %j', (coordinates) => {
    expect(faultsOf({ type: 'Point', coordinates })).toContain('A position needs');
  });
});

describe('a plot given as a polygon', () => {
  it('is taken closed, and measured', () => {
    const { areaHa, faults, geometry } = readPlot(polygon(SQUARE));
    expect(faults).toEqual([]);
    // 0.002 degrees square: 221.1 m high and 221.7 m wide at this latitude of the ellipsoid.
    expect(areaHa).toBeCloseTo(4.903, 2);
    expect(readPlot(polygon([...SQUARE].reverse()))).toEqual({ areaHa, faults: [], hints: [], geometry });
  });

  it('is refused open', () => {
    expect(faultsOf(polygon(SQUARE.slice(0, -1)))).toContain('open');
  });

  it('is refused with a hole', () => {
    expect(faultsOf(polygon(SQUARE, SQUARE))).toContain('hole');
  });

  it('is refused when it crosses itself, also where its first edge does', () => {
    const [a = [], b = [], c = [], d = []] = SQUARE;
    expect(faultsOf(polygon([a, c, b, d, a]))).toContain('crosses');
    expect(faultsOf(polygon([c, b, d, a, c]))).toContain('crosses');
  });

  it('is refused when an edge touches a corner or runs back over another', () => {
    const touching = [
      [1.000001, 1.000001],
      [1.000005, 1.000001],
      [1.000005, 1.000005],
      [1.000003, 1.000001],
      [1.000001, 1.000005],
      [1.000001, 1.000001],
    ];
    expect(faultsOf(polygon(touching))).toContain('crosses');
    const spike = [
      [1.000001, 1.000001],
      [1.000009, 1.000001],
      [1.000005, 1.000001],
      [1.000005, 1.000005],
      [1.000001, 1.000001],
    ];
    expect(faultsOf(polygon(spike))).toBe(
      'Sides 1 and 2 overlap at latitude 1.000001, longitude 1.000009. The ring encloses no area.',
    );
  });

  it('is refused with coincident vertices', () => {
    const [a = [], b = [], c = [], d = []] = SQUARE;
    expect(faultsOf(polygon([a, b, b, c, d, a]))).toContain('the same to six decimals');
  });

  it('is judged without what comes after the sixth decimal, as the system of the EU reads it', () => {
    const [a = [], b = [], c = [], d = []] = SQUARE;
    expect(faultsOf(polygon([a, [145.7459279, -5.2584139], b, c, d, a]))).toContain('the same to six decimals');
    expect(faultsOf(polygon([a, ['145.7459270', '-5.25841399'], b, c, d, a]))).toContain('the same to six decimals');
    expect(faultsOf(polygon([a, [145.745928, -5.258413], b, c, d, a]))).not.toContain('the same to six decimals');
    expect(faultsOf(polygon([[145.7439274, -5.2584134], b, c, d, a]))).toBe('');
    // Towards zero on both sides of it: these two are a millionth apart on the map, and one vertex in a statement.
    expect(
      faultsOf(
        polygon([
          [-5e-7, 1.000001],
          [5e-7, 1.000001],
          [0.050001, 1.000001],
          [0.030001, 1.050001],
          [-5e-7, 1.000001],
        ]),
      ),
    ).toContain('the same to six decimals');
    const thin = [
      [1.000001, 1.0000011],
      [1.000005, 1.0000012],
      [1.000009, 1.0000018],
      [1.000001, 1.0000011],
    ];
    expect(faultsOf(polygon(thin))).toContain('encloses no area');
  });

  it('may run on in one line through a corner', () => {
    const [a = [], b = [], c = [], d = []] = SQUARE;
    expect(faultsOf(polygon([a, [145.744927, -5.258413], b, c, d, a]))).toBe('');
  });

  it('is refused without land in it, and with too few or too many positions', () => {
    expect(
      faultsOf(
        polygon([
          [1.000001, 1.000001],
          [1.000002, 1.000001],
          [1.000002, 1.000002],
          [1.000001, 1.000001],
        ]),
      ),
    ).toContain('encloses no area');
    expect(faultsOf(polygon(SQUARE.slice(0, 3)))).toContain('at least four');
    expect(faultsOf(polygon(Array.from({ length: 2_001 }, (_, i) => [1 + i / 1e6, 1.000001])))).toContain(
      'limit is 2000',
    );
    expect(faultsOf(polygon())).toContain('no ring');
  });

  it('names the position that cannot be read', () => {
    const [a = [], b = [], c = []] = SQUARE;
    expect(faultsOf(polygon([a, b, ['x', 1], c, a]))).toContain('Position 3 needs');
  });
});

it('takes nothing but points and polygons', () => {
  expect(faultsOf({ type: 'LineString', coordinates: SQUARE })).toContain('a LineString');
  expect(faultsOf(null)).toContain('A plot must be');
});

describe('what is wrong with a plot', () => {
  const [a = [], b = [], c = [], d = []] = SQUARE;
  const inner = [
    [145.744927, -5.257413],
    [145.745027, -5.257413],
    [145.745027, -5.257313],
    [145.744927, -5.257413],
  ];
  const wide = SQUARE.map(([lon = 0, lat = 0], i) => [i === 2 ? lon + 0.2 : lon, lat]);
  const BROKEN = 'INVALID_GEOMETRY';

  it.each([
    [
      'crossing sides',
      polygon([a, c, b, d, a]),
      undefined,
      'crosses',
      BROKEN,
      'sides 1 and 3 meet at latitude -5.257413, longitude 145.744927',
    ],
    [
      'overlapping sides',
      polygon([a, b, [145.744927, -5.258413], c, d, a]),
      undefined,
      'sides_overlap',
      BROKEN,
      'Sides 1 and 2 overlap at latitude -5.258413, longitude 145.745927',
    ],
    ['a hole', polygon(SQUARE, inner), undefined, 'hole', BROKEN, 'latitude -5.257413, longitude 145.744927'],
    ['a hole that cannot be read', polygon(SQUARE, 'hole'), undefined, 'some_hole', BROKEN, 'has a hole'],
    ['an open ring', polygon([a, b, c, d]), undefined, 'open', BROKEN, 'open'],
    ['a line', { type: 'LineString', coordinates: SQUARE }, undefined, 'other_geometry', 'INVALID', 'a LineString'],
    [
      'vertices that are the same with six decimals',
      polygon([a, b, [145.7459273, -5.2584131], c, d, a]),
      undefined,
      'same_vertices',
      BROKEN,
      'Positions 2 and 3 are the same to six decimals, at latitude -5.258413, longitude 145.745927',
    ],
    [
      'a latitude out of range',
      polygon([a, [145.745927, -95.258413], c, a]),
      undefined,
      'latitude_outside',
      'LATITUDE_INVALID',
      'position 2',
    ],
    [
      'a longitude out of range',
      polygon([a, [185.745927, -5.258413], c, a]),
      undefined,
      'longitude_outside',
      'LONGITUDE_INVALID',
      'position 2',
    ],
    ['nothing', polygon(), undefined, 'no_ring', 'EMPTY', 'no ring'],
    ['too few corners', polygon([a, b, a]), undefined, 'too_few_positions', BROKEN, 'four positions'],
    ['the area of a large point', point(145.743927, -5.258413), 12, 'point_area', 'AREA_INVALID', '0.0001 to 4 ha'],
    [
      'another area than was declared',
      polygon(SQUARE),
      12,
      'area_differs',
      null,
      '12 ha, but the outline measures 4.9 ha',
    ],
    ['half a province', polygon(wide), undefined, 'too_wide', null, 'Split it'],
  ])('%s', (_, geometry, declaredHa, code, eu, says) => {
    const { faults } = readPlot(geometry, declaredHa);
    expect(faults.map(({ said }) => said.code)).toEqual([`plot.${code}`]);
    expect(faults.map((one) => one.eu)).toEqual([eu === null ? null : `EUDR_COMMODITIES_PRODUCER_GEO_${eu}`]);
    expect(faults[0]?.said.text).toContain(says);
  });

  it('is a straight line too, which has no land', () => {
    expect(codesOf(polygon([a, [145.744927, -5.258413], b, a]))).toEqual(['plot.sides_overlap', 'plot.no_land']);
  });

  it('is nothing where the declared area is within a tenth of it', () => {
    expect([codesOf(polygon(SQUARE), 5.2), codesOf(polygon(SQUARE), 4.5)]).toEqual([[], []]);
    expect(codesOf(polygon(SQUARE), Number.NaN)).toEqual(['plot.area_differs']);
  });

  it('is nothing where a ring crosses the 180th meridian', () => {
    const ring = [
      [179.999001, -16.500001],
      [-179.999001, -16.500001],
      [-179.999001, -16.499001],
      [179.999001, -16.499001],
      [179.999001, -16.500001],
    ];
    const { areaHa, faults } = readPlot(polygon(ring));
    expect(faults).toEqual([]);
    expect(areaHa).toBeCloseTo(2.36, 1);
  });
});

describe('the faults of a stored geometry', () => {
  const micro = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom(90_000_001, -180_000_001, 500_000));
  const place = fc.record({ latMicro: micro, lonMicro: micro });
  const geometry: fc.Arbitrary<Geometry> = fc.oneof(
    fc.array(place, { maxLength: 7 }).map((ring): Geometry => ({ kind: 'polygon', ring })),
    fc.tuple(place, fc.constantFrom(0, 0.0001, 4, 4.1)).map(([at, areaHa]) => pointAt(at, areaHa)),
  );

  it('are those of the geometry once it is written and read', () => {
    fc.assert(
      fc.property(geometry, (one) => {
        // A closing corner that is there already is read as the end of the ring.
        fc.pre(one.kind === 'point' || one.ring.length === 0 || !isClosed(one.ring));
        const declared = one.kind === 'point' ? one.areaHa : undefined;
        expect(storedGeometryFaults(one)).toEqual(readPlot(writtenGeometry(one), declared).faults);
      }),
    );
  });

  it.each([1_999, 2_000])('count the corner that closes the ring: %i', (corners) => {
    const ring = Array.from({ length: corners }, (_, i) => {
      const turn = (2 * Math.PI * i) / corners;
      return { latMicro: Math.round(40_000 * Math.sin(turn)), lonMicro: Math.round(40_000 * Math.cos(turn)) };
    });
    const faults = readPlot(writtenGeometry({ kind: 'polygon', ring })).faults;
    expect(storedGeometryFaults({ kind: 'polygon', ring })).toEqual(faults);
    expect(faults.map(({ said }) => said.code)).toEqual(corners === 2_000 ? ['plot.too_many_positions'] : []);
  });
});

function isClosed(ring: readonly { latMicro: number; lonMicro: number }[]): boolean {
  const [first, last] = [ring[0], ring.at(-1)];
  return ring.length > 1 && first?.latMicro === last?.latMicro && first?.lonMicro === last?.lonMicro;
}
