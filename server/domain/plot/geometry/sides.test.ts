import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOneTurn } from './geometry.ts';
import { randomRing } from '../../../../tests/support/randomRing.ts';
import { meetingOfSides } from './sides.ts';
import type { PlaceMicro } from '../../text/units.ts';

const corner = (lonMicro: number, latMicro: number): PlaceMicro => ({ latMicro, lonMicro });

/** Every pair of sides, in whole numbers of any size: slower, and written another way. */
function anyTwoMeet(ring: readonly PlaceMicro[]): boolean {
  const points = ring.map(({ latMicro, lonMicro }) => [BigInt(lonMicro), BigInt(latMicro)] as const);
  const count = points.length;
  const at = (i: number) => points[i % count] ?? [0n, 0n];
  const side = (a: readonly [bigint, bigint], b: readonly [bigint, bigint], c: readonly [bigint, bigint]): number => {
    const turned = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
    return turned > 0n ? 1 : turned < 0n ? -1 : 0;
  };
  const within = (a: bigint, b: bigint, c: bigint): boolean => (a < b ? a <= c && c <= b : b <= c && c <= a);
  const on = (a: readonly [bigint, bigint], b: readonly [bigint, bigint], c: readonly [bigint, bigint]): boolean =>
    side(a, b, c) === 0 && within(a[0], b[0], c[0]) && within(a[1], b[1], c[1]);
  for (let i = 0; i < count; i += 1) {
    for (let j = i + 1; j < count; j += 1) {
      const [a, b, c, d] = [at(i), at(i + 1), at(j), at(j + 1)];
      if (j === i + 1 ? on(a, b, d) || on(b, d, a) : i === 0 && j === count - 1 ? on(a, b, c) || on(c, a, b) : false) {
        return true;
      }
      if (j === i + 1 || (i === 0 && j === count - 1)) continue;
      const proper = side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0;
      if (proper || on(a, b, c) || on(a, b, d) || on(c, d, a) || on(c, d, b)) return true;
    }
  }
  return false;
}

describe('sides that meet', () => {
  it('are found just where any two do', () => {
    // On a small field, where corners and sides often touch.
    const field = fc.array(fc.record({ latMicro: fc.nat(6), lonMicro: fc.nat(6) }), { minLength: 3, maxLength: 8 });
    const distinct = field.filter((ring) => new Set(ring.map((one) => JSON.stringify(one))).size === ring.length);
    fc.assert(
      fc.property(distinct, (ring) => {
        expect(meetingOfSides(ring) !== null).toBe(anyTwoMeet(ring));
      }),
      { numRuns: 3_000 },
    );
  });

  it('are none in an outline drawn around a place', () => {
    fc.assert(
      fc.property(randomRing({ mostLatitude: 60 }), (ring) => {
        const turned = inOneTurn(ring);
        expect(meetingOfSides(turned) !== null).toBe(anyTwoMeet(turned));
      }),
      { numRuns: 300 },
    );
  });

  it('are told with their place', () => {
    expect(meetingOfSides([corner(0, 0), corner(10, 10), corner(10, 0), corner(0, 10)])).toEqual({
      kind: 'crossing',
      first: 0,
      second: 2,
      at: corner(5, 5),
    });
    expect(meetingOfSides([corner(0, 0), corner(10, 0), corner(4, 0), corner(4, 9)])).toMatchObject({
      kind: 'overlap',
      at: corner(10, 0),
    });
  });
});
