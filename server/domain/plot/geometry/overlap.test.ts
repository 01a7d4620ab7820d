import { describe, expect, it } from 'vitest';
import { BORDER_METRES, overlapOf } from './overlap.ts';
import { pointAt, type PolygonGeometry } from './geometry.ts';

/** A square; sides and offsets in metres at the equator, about. */
function square(east: number, north: number, side: number, lon = 145e6): PolygonGeometry {
  const micro = (metres: number): number => Math.round(metres / 0.111195);
  const [west, south] = [lon + micro(east), micro(north)];
  const [right, top] = [west + micro(side), south + micro(side)];
  const around = (value: number): number => (value > 180e6 ? value - 360e6 : value);
  return {
    kind: 'polygon',
    ring: [
      { lonMicro: around(west), latMicro: south },
      { lonMicro: around(right), latMicro: south },
      { lonMicro: around(right), latMicro: top },
      { lonMicro: around(west), latMicro: top },
    ],
  };
}

const cross: PolygonGeometry = {
  kind: 'polygon',
  ring: [
    { lonMicro: 144_996_000, latMicro: 400 },
    { lonMicro: 145_006_000, latMicro: 400 },
    { lonMicro: 145_006_000, latMicro: 700 },
    { lonMicro: 144_996_000, latMicro: 700 },
  ],
};

describe('land of two plots', () => {
  it.each([
    ['apart', square(0, 0, 200), square(300, 0, 200)],
    ['side by side', square(0, 0, 200), square(200, 0, 200)],
    ['a border that was walked twice', square(0, 0, 200), square(200 - BORDER_METRES / 2, 0, 200)],
    ['corner to corner', square(0, 0, 200), square(200, 200, 200)],
  ])('is not shared: %s', (_, one, other) => {
    expect(overlapOf(one, other)).toBeNull();
    expect(overlapOf(other, one)).toBeNull();
  });

  it.each([
    ['the same outline', square(0, 0, 200), square(0, 0, 200)],
    ['one drawn a metre smaller', square(0, 0, 200), square(1, 1, 198)],
    ['one within the other', square(0, 0, 400), square(100, 100, 50)],
    ['a strip of 50 m', square(0, 0, 200), square(150, 0, 200)],
    ['a strip that no corner lies in', square(0, 0, 200), cross],
    ['across the 180th meridian', square(-100, 0, 200, 180e6), square(-50, 0, 200, 180e6)],
  ])('is shared: %s', (_, one, other) => {
    for (const met of [overlapOf(one, other), overlapOf(other, one)]) {
      expect(met?.metres).toBeGreaterThanOrEqual(BORDER_METRES);
    }
  });

  it('tells where: inside both', () => {
    const met = overlapOf(square(0, 0, 200), square(150, 0, 200));
    expect(met?.at.lonMicro).toBeGreaterThan(145e6 + 1_300);
    expect(met?.at.lonMicro).toBeLessThan(145e6 + 1_800);
  });

  it('knows a point in a polygon, beside one, and a point that is there twice', () => {
    const inside = { latMicro: 900, lonMicro: 145_000_900 };
    expect(overlapOf(pointAt(inside), square(0, 0, 200))?.at).toEqual(inside);
    expect(overlapOf(square(0, 0, 200), pointAt(inside))).not.toBeNull();
    expect(overlapOf(pointAt({ latMicro: 900, lonMicro: 145_003_000 }), square(0, 0, 200))).toBeNull();
    expect(overlapOf(pointAt(inside), pointAt(inside, 1))).not.toBeNull();
    expect(overlapOf(pointAt(inside), pointAt({ ...inside, latMicro: 901 }))).toBeNull();
  });
});

/** An outline of so many corners in metres from a place near the equator, which a plot may have. */
function outline(corners: readonly (readonly [east: number, north: number])[]): PolygonGeometry {
  const micro = (metres: number): number => Math.round(metres / 0.111195);
  return { kind: 'polygon', ring: corners.map(([x, y]) => ({ lonMicro: 145e6 + micro(x), latMicro: micro(y) })) };
}
/** A band of 13 m that runs for 10 km to the north-east, beside which others find room. */
function stripe(beside: number, corners: number): PolygonGeometry {
  const steps = corners / 2;
  const up = Array.from({ length: steps }, (_, i): [number, number] => {
    const along = (i / steps) * 10_000;
    return [along + (i % 2) * 2, along + beside];
  });
  return outline([...up, ...up.map(([x, y]): [number, number] => [x, y + 13]).reverse()]);
}
/** Teeth of 4 m, 20 m apart, on a back of 200 m; lying ones point east, others north. */
function comb(teeth: number, lying: boolean): PolygonGeometry {
  const long = teeth * 20;
  const around = Array.from({ length: teeth }, (_, i): [number, number][] => {
    const at = i * 20;
    return [
      [at, 100],
      [at, long],
      [at + 4, long],
      [at + 4, 100],
    ];
  });
  const corners: [number, number][] = [...around.flat(), [long, 100], [long, -100], [-100, -100], [-100, 100]];
  return outline(corners.map(([x, y]): [number, number] => (lying ? [y - 300, x + 150] : [x, y])));
}

describe('outlines of as many corners as there may be', () => {
  it('are compared as well: bands of 13 m side by side are neighbours, and land across one is shared', () => {
    expect(overlapOf(stripe(0, 2_000), stripe(25, 2_000))).toBeNull();
    expect(overlapOf(stripe(0, 2_000), stripe(10, 2_000))).toBeNull();
    const across: [number, number][] = [
      [4_000, 3_900],
      [4_200, 3_900],
      [4_200, 4_300],
      [4_000, 4_300],
    ];
    expect(overlapOf(stripe(0, 2_000), outline(across))?.metres).toBeGreaterThan(BORDER_METRES);
  });

  it('share land where they cut each other more often than borders can that were walked twice', () => {
    const [one, other] = [comb(490, false), comb(490, true)];
    for (const met of [overlapOf(one, other), overlapOf(other, one)]) expect(met).not.toBeNull();
  });
});
