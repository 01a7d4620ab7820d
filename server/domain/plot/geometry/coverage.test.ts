import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Window } from '../../forest/forest.ts';
import type { PlaceMicro } from '../../text/units.ts';
import { coverageOf } from './coverage.ts';
import { inOneTurn, windowOf } from './geometry.ts';
import { randomRing } from '../../../../tests/support/randomRing.ts';

const PIXEL = 0.00025;

/** The pixels of Hansen's grid under a ring. */
function gridUnder(ring: readonly PlaceMicro[]): { window: Window; width: number; height: number } {
  const [west, south, east, north] = windowOf({ kind: 'polygon', ring });
  const [left, right] = [Math.floor(west / PIXEL), Math.ceil(east / PIXEL)];
  const [bottom, top] = [Math.floor(south / PIXEL), Math.ceil(north / PIXEL)];
  return {
    window: [left * PIXEL, bottom * PIXEL, right * PIXEL, top * PIXEL],
    width: Math.max(1, right - left),
    height: Math.max(1, top - bottom),
  };
}

/** Whether a location is inside a ring: by the number of times that a line to the east crosses it. */
function holds(ring: readonly PlaceMicro[], lon: number, lat: number): boolean {
  let inside = false;
  for (const [i, { lonMicro: x, latMicro: y }] of ring.entries()) {
    const before = ring.at(i - 1) ?? { lonMicro: x, latMicro: y };
    const crosses = y > lat !== before.latMicro > lat;
    if (crosses && lon < ((before.lonMicro - x) * (lat - y)) / (before.latMicro - y) + x) inside = !inside;
  }
  return inside;
}

describe('the pixels that a plot covers', () => {
  it('are those that 400 places in each say, to a few percent', () => {
    fc.assert(
      fc.property(
        randomRing({ mostLatitude: 50 }).filter((ring) => gridUnder(ring).width < 60),
        (ring) => {
          const { window, width, height } = gridUnder(ring);
          const covered = coverageOf(ring, window, width, height);
          const turned = inOneTurn(ring);
          const pixel = fc.sample(fc.nat(width * height - 1), { numRuns: 12, seed: 7 });
          for (const index of pixel) {
            let hits = 0;
            for (let k = 0; k < 400; k += 1) {
              const [x, y] = [
                (index % width) + ((k % 20) + 0.5) / 20,
                Math.floor(index / width) + (Math.floor(k / 20) + 0.5) / 20,
              ];
              const lon = (window[0] + x * PIXEL) * 1e6;
              if (holds(turned, lon, (window[3] - y * PIXEL) * 1e6)) hits += 1;
            }
            expect(Math.abs((covered[index] ?? NaN) - hits / 4)).toBeLessThanOrEqual(6);
          }
        },
      ),
      { numRuns: 60 },
    );
  });

  it('make up its area', () => {
    const ring = [
      { lonMicro: 145_743_900, latMicro: -5_258_400 },
      { lonMicro: 145_745_900, latMicro: -5_258_100 },
      { lonMicro: 145_745_200, latMicro: -5_256_400 },
    ];
    const { window, width, height } = gridUnder(ring);
    const sum = coverageOf(ring, window, width, height).reduce((all, share) => all + share, 0) / 100;
    // Twice the triangle in square millionths of a degree, in pixels of 250 by 250.
    const exact = Math.abs(2_000 * 2_000 - 300 * 1_300) / 2 / 250 ** 2;
    expect(sum).toBeCloseTo(exact, 0);
  });

  it('are none beside it, and each that it touches at all', () => {
    const window: Window = [0, 0, 4 * PIXEL, 3 * PIXEL];
    const sliver = [
      { lonMicro: 240, latMicro: 300 },
      { lonMicro: 252, latMicro: 300 },
      { lonMicro: 252, latMicro: 310 },
      { lonMicro: 240, latMicro: 310 },
    ];
    expect(coverageOf(sliver, window, 4, 3)).toEqual([0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0]);
    const whole = [
      { lonMicro: 0, latMicro: 0 },
      { lonMicro: 1_000, latMicro: 0 },
      { lonMicro: 1_000, latMicro: 750 },
      { lonMicro: 0, latMicro: 750 },
    ];
    expect(coverageOf(whole, window, 4, 3)).toEqual(Array.from({ length: 12 }, () => 100));
  });

  it('are counted behind the 180th meridian as well', () => {
    const ring = [
      { lonMicro: 179_999_750, latMicro: 0 },
      { lonMicro: -179_999_750, latMicro: 0 },
      { lonMicro: -179_999_750, latMicro: 250 },
      { lonMicro: 179_999_750, latMicro: 250 },
    ];
    expect(coverageOf(ring, [179.9995, 0, 180.0005, 0.00025], 4, 1)).toEqual([0, 100, 100, 0]);
  });
});
