import fc from 'fast-check';
import geodesic from 'geographiclib-geodesic';
import { expect, it } from 'vitest';
import { ringArea } from './area.ts';
import { randomRing } from '../../../../tests/support/randomRing.ts';
import type { PlaceMicro } from '../../text/units.ts';

/** Karney's algorithm for the ellipsoid, with geodesics for sides. */
function geodesicHectares(ring: readonly PlaceMicro[]): number {
  const polygon = geodesic.Geodesic.WGS84.Polygon(false);
  for (const { latMicro, lonMicro } of ring) polygon.AddPoint(latMicro / 1e6, lonMicro / 1e6);
  return Math.abs(polygon.Compute(false, true).area ?? NaN) / 10_000;
}

it('is within 0.1 % of the ellipsoid’s, wherever a plot lies and however large it is', () => {
  fc.assert(
    fc.property(randomRing({ mostLatitude: 70 }), (ring) => {
      const expected = geodesicHectares(ring);
      // `ringArea` rounds to four decimals.
      expect(Math.abs(ringArea(ring) - expected)).toBeLessThanOrEqual(expected * 1e-3 + 1e-4);
    }),
    { numRuns: 500 },
  );
});

it('does not depend on where the outline begins, or which way it runs', () => {
  const ring = [
    { latMicro: -5_258_413, lonMicro: 145_743_927 },
    { latMicro: -5_258_413, lonMicro: 145_745_927 },
    { latMicro: -5_256_413, lonMicro: 145_744_927 },
  ];
  const [first, ...others] = [ring, ring.toReversed(), [...ring.slice(1), ...ring.slice(0, 1)]].map(ringArea);
  expect(others).toEqual([first, first]);
});
