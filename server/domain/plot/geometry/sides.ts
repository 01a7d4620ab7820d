import type { PlaceMicro } from '../../text/units.ts';

/** Where two sides of a ring meet that should not. */
export interface Meeting {
  /** `overlap`: they lie on each other for a way; `crossing`: they share one place */
  kind: 'crossing' | 'overlap';
  /** sides, counted from 0: side i leads from corner i to the next */
  first: number;
  second: number;
  /** rounded to millionths of a degree */
  at: PlaceMicro;
}

interface Side {
  index: number;
  from: PlaceMicro;
  to: PlaceMicro;
  west: number;
  east: number;
}

/**
 * The first place where two sides of a closed ring meet anywhere but at the corner that neighbours share; null where none do. Exact:
 * corners are whole numbers, and rings small enough that products of their sides are.
 * @param ring corners, each once, in one turn around the globe
 */
export function meetingOfSides(ring: readonly PlaceMicro[]): Meeting | null {
  const count = ring.length;
  const sides = ring.flatMap((from, index): Side[] => {
    const to = ring[(index + 1) % count];
    if (to === undefined) return [];
    return [
      { index, from, to, west: Math.min(from.lonMicro, to.lonMicro), east: Math.max(from.lonMicro, to.lonMicro) },
    ];
  });
  // From west to east, so that a side is compared with those alone that begin before it ends.
  const swept = sides.toSorted((a, b) => a.west - b.west);
  for (const [i, side] of swept.entries()) {
    for (let j = i + 1; j < swept.length; j += 1) {
      const other = swept[j];
      if (other === undefined || other.west > side.east) break;
      const [first, second] = side.index < other.index ? [side, other] : [other, side];
      const met = meetingOf(first, second, count);
      if (met !== null) return { ...met, first: first.index, second: second.index };
    }
  }
  return null;
}

function meetingOf(first: Side, second: Side, count: number): Pick<Meeting, 'kind' | 'at'> | null {
  if (second.index === first.index + 1) return overlapAtCorner(first.from, first.to, second.to);
  if (first.index === 0 && second.index === count - 1) return overlapAtCorner(second.from, first.from, first.to);
  return meets(first.from, first.to, second.from, second.to);
}

/** Whether the second of two neighbours runs back over the first. */
function overlapAtCorner(
  before: PlaceMicro,
  corner: PlaceMicro,
  after: PlaceMicro,
): Pick<Meeting, 'kind' | 'at'> | null {
  const onward =
    (corner.lonMicro - before.lonMicro) * (after.lonMicro - corner.lonMicro) +
    (corner.latMicro - before.latMicro) * (after.latMicro - corner.latMicro);
  return turn(before, corner, after) === 0 && onward < 0 ? { kind: 'overlap', at: corner } : null;
}

/** Twice the signed area of a triangle: positive when c lies to the left of a-b. */
function turn(a: PlaceMicro, b: PlaceMicro, c: PlaceMicro): number {
  return (b.lonMicro - a.lonMicro) * (c.latMicro - a.latMicro) - (b.latMicro - a.latMicro) * (c.lonMicro - a.lonMicro);
}

/** Whether a place on the line through a side lies between its ends. */
function isBetween(from: PlaceMicro, to: PlaceMicro, one: PlaceMicro): boolean {
  return (
    Math.min(from.lonMicro, to.lonMicro) <= one.lonMicro &&
    one.lonMicro <= Math.max(from.lonMicro, to.lonMicro) &&
    Math.min(from.latMicro, to.latMicro) <= one.latMicro &&
    one.latMicro <= Math.max(from.latMicro, to.latMicro)
  );
}

function meets(a: PlaceMicro, b: PlaceMicro, c: PlaceMicro, d: PlaceMicro): Pick<Meeting, 'kind' | 'at'> | null {
  const [abc, abd, cda, cdb] = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) {
    const part = abc / (abc - abd);
    return {
      kind: 'crossing',
      at: {
        latMicro: Math.round(c.latMicro + (d.latMicro - c.latMicro) * part),
        lonMicro: Math.round(c.lonMicro + (d.lonMicro - c.lonMicro) * part),
      },
    };
  }
  const touching = [
    ...(abc === 0 && isBetween(a, b, c) ? [c] : []),
    ...(abd === 0 && isBetween(a, b, d) ? [d] : []),
    ...(cda === 0 && isBetween(c, d, a) ? [a] : []),
    ...(cdb === 0 && isBetween(c, d, b) ? [b] : []),
  ];
  const [at, ...more] = touching;
  if (at === undefined) return null;
  const apart = more.some(({ latMicro, lonMicro }) => latMicro !== at.latMicro || lonMicro !== at.lonMicro);
  return { kind: apart ? 'overlap' : 'crossing', at };
}
