import { describe, expect, it } from 'vitest';
import { isCovered, tileName, tilesUnder } from './grid.ts';

describe("Hansen's grid", () => {
  it.each([
    [{ north: 0, west: 140 }, '00N_140E'],
    [{ north: -0, west: 0 }, '00N_000E'],
    [{ north: 10, west: -10 }, '10N_010W'],
    [{ north: -10, west: -80 }, '10S_080W'],
    [{ north: -10, west: 180 }, '10S_180W'],
    [{ north: -10, west: -190 }, '10S_170E'],
  ])('names %o %s', (corner, name) => {
    expect(tileName(corner)).toBe(name);
  });

  const under = (...window: [number, number, number, number]): string[][] =>
    tilesUnder(window).map((row) => row.map(tileName));

  it('finds the tile of a window', () => {
    expect(under(145.7, -5.3, 145.8, -5.2)).toEqual([['00N_140E']]);
    expect(under(-1.7, 6.6, -1.6, 6.7)).toEqual([['10N_010W']]);
  });

  it('takes a window that ends on an edge for part of one tile', () => {
    expect(under(140, -10, 150, 0)).toEqual([['00N_140E']]);
  });

  it('finds the tiles on both sides of an edge, from the north-west', () => {
    expect(under(-80.1, -0.1, -79.9, 0.1)).toEqual([
      ['10N_090W', '10N_080W'],
      ['00N_090W', '00N_080W'],
    ]);
    expect(under(179.9, -17, 180.1, -16.9)).toEqual([['10S_170E', '10S_180W']]);
  });

  it.each([
    [90, false],
    [80, true],
    [-50, true],
    [-60, false],
  ])('reaches a row of tiles that begins at %d: %s', (north, covered) => {
    expect(isCovered({ north, west: 0 })).toBe(covered);
  });
});
