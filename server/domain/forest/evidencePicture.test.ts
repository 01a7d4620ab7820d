import { describe, expect, it } from 'vitest';
import { countSights, pixelSize, placeInWindow, sightsOf, type WindowPixels } from './evidencePicture.ts';
import { windowAround } from './forest.ts';

const pixels = (changes: Partial<WindowPixels> = {}): WindowPixels => ({
  width: 3,
  height: 2,
  lossYear: [0, 14, 21, 0, 0, 21],
  treeCover2000: [80, 60, 70, 0, 101, 55],
  dataMask: [1, 1, 1, 2, 1, 1],
  ...changes,
});

describe('the pixels of a window', () => {
  it('are land, loss by its year, water, or not read', () => {
    expect(sightsOf(pixels())).toEqual([
      { kind: 'land', cover: 80 },
      { kind: 'loss', year: 2014 },
      { kind: 'loss', year: 2021 },
      { kind: 'water' },
      { kind: 'unread' },
      { kind: 'loss', year: 2021 },
    ]);
  });

  it('that a layer lacks were not read, and never count as land without loss', () => {
    expect(
      sightsOf(pixels({ lossYear: [0], treeCover2000: [80, 80], dataMask: [1, 1, 0] })).map(({ kind }) => kind),
    ).toEqual(['land', 'unread', 'unread', 'unread', 'unread', 'unread']);
  });

  it('show trees where they stood at the cut-off, and losses up to it', () => {
    const seen = pixels({
      lossYear: [14, 20, 21, 0, 0, 0],
      treeCover2000: [90, 80, 70, 60, 0, 0],
      dataMask: [1, 1, 1, 1, 2, 0],
    });
    expect(
      sightsOf(seen, 2020).map((sight) => ('year' in sight ? sight.year : 'cover' in sight ? sight.cover : sight.kind)),
    ).toEqual([2014, 2020, 70, 60, 'water', 'unread']);
  });

  it('are counted, loss by year, what is not there left out', () => {
    expect(countSights(sightsOf(pixels()))).toEqual([
      { kind: 'land', count: 1 },
      { kind: 'loss', year: 2014, count: 1 },
      { kind: 'loss', year: 2021, count: 2 },
      { kind: 'water', count: 1 },
      { kind: 'unread', count: 1 },
    ]);
  });
});

describe('the size of a pixel', () => {
  it('adds up to the land that was checked, near the equator and far from it', () => {
    for (const latMicro of [0, 60_000_000]) {
      const { meters, hectares } = pixelSize(windowAround({ latMicro, lonMicro: 0 }), { width: 8, height: 8 });
      expect(meters).toBeCloseTo(25, 1);
      expect(hectares * 64).toBeCloseTo(4, 2);
    }
  });
});

describe('a place in the window', () => {
  const size = { width: 4, height: 2 };

  it('lies where its degrees say', () => {
    expect(placeInWindow([143, -5, 144, -4], size, { latitude: -4.5, longitude: 143.25 })).toEqual({ x: 1, y: 1 });
    expect(placeInWindow([179.5, -5, 180.5, -4], size, { latitude: -4.5, longitude: -179.75 })).toEqual({ x: 3, y: 1 });
  });

  it('is not drawn where it does not lie in it', () => {
    expect(placeInWindow([143, -5, 144, -4], size, { latitude: -6, longitude: 143.5 })).toBeNull();
  });
});
