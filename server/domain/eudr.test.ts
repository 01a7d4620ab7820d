import { describe, expect, it } from 'vitest';
import { checkPlot, sixDecimals } from './eudr.ts';

const SQUARE = [
  [145.743927, -5.258413],
  [145.745927, -5.258413],
  [145.745927, -5.256413],
  [145.743927, -5.256413],
  [145.743927, -5.258413],
];
const polygon = (...rings: unknown[]) => ({ type: 'Polygon', coordinates: rings });
const point = (...coordinates: unknown[]) => ({ type: 'Point', coordinates });
const faultsOf = (geometry: unknown, area?: number) => checkPlot(geometry, area).faults.join(' ');

describe('a plot given as a point', () => {
  it('is taken with six decimals, as 4 ha unless told', () => {
    expect(checkPlot(point(145.743927, -5.258413))).toEqual({ areaHa: 4, faults: [] });
    expect(checkPlot(point('145.743900', '-5.200000'), 1.5)).toEqual({ areaHa: 1.5, faults: [] });
    expect(checkPlot(point(145.743927, -5.258413, 120)).faults).toEqual([]);
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

  it('needs six decimals: of a text each, of numbers one, whose last digits may be zeros', () => {
    expect(faultsOf(point('145.7439', '-5.258413'))).toContain('fewer than 6 decimals');
    expect(faultsOf(point('145.743927', '-5.25841'))).toContain('fewer than 6 decimals');
    expect(faultsOf(point(145.7439, -5.258413))).toBe('');
    expect(faultsOf(point(145.7439, -5.25))).toContain('fewer than 6 decimals');
    expect(faultsOf(point(145, -5))).toContain('fewer than 6 decimals');
    expect(faultsOf(point(1e-7, 5e-7))).toBe('');
  });

  it('has the longitude first', () => {
    expect(faultsOf(point(-5.258413, 145.743927))).toContain('longitude comes first');
    expect(faultsOf(point(180.000001, -5.258413))).toContain('longitude is outside');
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
    expect(faultsOf({ type: 'Point', coordinates })).toContain('A position is');
  });
});

describe('a plot given as a polygon', () => {
  it('is taken closed, and measured', () => {
    const { areaHa, faults } = checkPlot(polygon(SQUARE));
    expect(faults).toEqual([]);
    // 0.002 degrees square: 222.4 m high, and as wide times the cosine of the latitude.
    expect(areaHa).toBeCloseTo(4.925, 2);
    expect(checkPlot(polygon([...SQUARE].reverse()))).toEqual({ areaHa, faults: [] });
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
    expect(faultsOf(polygon(spike))).toContain('crosses');
  });

  it('is refused with coincident vertices', () => {
    const [a = [], b = [], c = [], d = []] = SQUARE;
    expect(faultsOf(polygon([a, b, b, c, d, a]))).toContain('coincident');
  });

  it('is judged without what comes after the sixth decimal, as the system of the EU reads it', () => {
    const [a = [], b = [], c = [], d = []] = SQUARE;
    expect(faultsOf(polygon([a, [145.7459279, -5.2584139], b, c, d, a]))).toContain('coincident');
    expect(faultsOf(polygon([a, ['145.7459270', '-5.25841399'], b, c, d, a]))).toContain('coincident');
    expect(faultsOf(polygon([a, [145.745928, -5.258413], b, c, d, a]))).not.toContain('coincident');
    expect(faultsOf(polygon([[145.7439274, -5.2584134], b, c, d, a]))).toBe('');
    // Towards zero on both sides of it: these two are a millionth apart on the map, and one vertex in a statement.
    expect(
      faultsOf(
        polygon([
          [-5e-7, 1.000001],
          [5e-7, 1.000001],
          [1.000001, 1.000001],
          [0.5, 2.000001],
          [-5e-7, 1.000001],
        ]),
      ),
    ).toContain('coincident');
    const thin = [
      [1.000001, 1.0000011],
      [1.000005, 1.0000012],
      [1.000009, 1.0000018],
      [1.000001, 1.0000011],
    ];
    expect(faultsOf(polygon(thin))).toContain('no land');
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
    ).toContain('no land');
    expect(faultsOf(polygon(SQUARE.slice(0, 3)))).toContain('at least four');
    expect(faultsOf(polygon(Array.from({ length: 2_001 }, (_, i) => [1 + i / 1e6, 1.000001])))).toContain(
      'at most 2000',
    );
    expect(faultsOf(polygon())).toContain('no ring');
  });

  it('names the position that cannot be read, and counts those that are too short', () => {
    const [a = [], b = [], c = []] = SQUARE;
    expect(faultsOf(polygon([a, b, ['x', 1], c, a]))).toContain('Position 3');
    expect(faultsOf(polygon([a, [145.75, -5.26], c, a]))).toContain('1 of 4 positions are given');
  });
});

it('takes nothing but points and polygons', () => {
  expect(faultsOf({ type: 'LineString', coordinates: SQUARE })).toContain('a LineString');
  expect(faultsOf(null)).toContain('something else');
});

it('writes degrees with six decimals, zeros included', () => {
  expect([sixDecimals(-5_200_000), sixDecimals(145_743_927), sixDecimals(-1)]).toEqual([
    '-5.200000',
    '145.743927',
    '-0.000001',
  ]);
});
