import { describe, expect, it } from 'vitest';
import { canonicalRing, geometryHash, geometryText, pointAt, windowOf } from './geometry.ts';

const corner = (lonMicro: number, latMicro: number) => ({ latMicro, lonMicro });
const RING = [corner(3, 1), corner(5, 1), corner(5, 4), corner(1, 4)];

describe('the canonical form of a plot', () => {
  it('is the same wherever the outline begins and whichever way it runs', async () => {
    const drawn = [RING, RING.toReversed(), [...RING.slice(2), ...RING.slice(0, 2)]];
    for (const ring of drawn) expect(canonicalRing(ring)).toEqual(RING);
    const hashes = await Promise.all(drawn.map((ring) => geometryHash({ kind: 'polygon', ring })));
    expect(new Set(hashes).size).toBe(1);
    expect(geometryText({ kind: 'polygon', ring: RING.toReversed() })).toBe(
      '{"kind":"polygon","ring":[[3,1],[5,1],[5,4],[1,4]]}',
    );
  });

  it('tells other corners, points and areas apart', async () => {
    const moved = RING.map((one, i) => (i === 2 ? corner(6, 4) : one));
    const texts = [
      geometryText({ kind: 'polygon', ring: RING }),
      geometryText({ kind: 'polygon', ring: moved }),
      geometryText(pointAt(corner(3, 1))),
      geometryText(pointAt(corner(3, 1), 1.5)),
      geometryText(pointAt(corner(1, 3))),
    ];
    expect(texts[3]).toBe('{"area":15000,"at":[3,1],"kind":"point"}');
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('the window of a plot', () => {
  it('holds its outermost corners, also across the 180th meridian', () => {
    expect(windowOf({ kind: 'polygon', ring: RING })).toEqual([1e-6, 1e-6, 5e-6, 4e-6]);
    const across = [
      corner(179_999_000, -16_500_000),
      corner(-179_999_000, -16_500_000),
      corner(-179_999_000, -16_499_000),
    ];
    expect(windowOf({ kind: 'polygon', ring: across })).toEqual([179.999, -16.5, 180.001, -16.499]);
  });

  it('is the square of its area for a point', () => {
    const [west, south, east, north] = windowOf(pointAt(corner(0, 0), 4));
    // 200 m each way, at the equator of the ellipsoid.
    expect((north - south) * 110_574).toBeCloseTo(200, 0);
    expect((east - west) * 111_320).toBeCloseTo(200, 0);
  });
});
