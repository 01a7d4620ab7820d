import type { PlaceMicro } from '../units.ts';
import { inOneTurn, type Geometry, type PolygonGeometry } from './geometry.ts';

/** Outlines that run into each other by less were walked with a phone: neighbours share a border, not the land behind it. */
export const BORDER_METRES = 10;

/** Where two plots cover the same land. */
export interface Overlap {
  /** how far inside both it is, about; of two points at one place, and a point in a polygon, at least `BORDER_METRES` */
  metres: number;
  at: PlaceMicro;
}

/** Metres per millionth of a degree of latitude, about; plots are up to 11 km wide. */
const METRES = 0.111_195;
/** Places inside both boxes that are tried, in each direction. */
const GRID = 16;

interface Spot {
  x: number;
  y: number;
}

/** A plane in metres around one place, good for a plot's size. */
function planeAround({ latMicro, lonMicro }: PlaceMicro) {
  const narrow = Math.max(Math.cos((latMicro / 1e6) * (Math.PI / 180)), 0.01);
  const turned = (lon: number): number => lon - Math.round((lon - lonMicro) / 360e6) * 360e6;
  return {
    spot: (place: PlaceMicro): Spot => ({
      x: (turned(place.lonMicro) - lonMicro) * METRES * narrow,
      y: (place.latMicro - latMicro) * METRES,
    }),
    place: ({ x, y }: Spot): PlaceMicro => {
      const lon = lonMicro + x / METRES / narrow;
      return {
        latMicro: Math.round(latMicro + y / METRES),
        lonMicro: Math.round(lon > 180e6 ? lon - 360e6 : lon < -180e6 ? lon + 360e6 : lon),
      };
    },
  };
}

/**
 * Where one plot lies on the land of another by more than `BORDER_METRES`; null where they are apart, or share a border as well as
 * it can be walked. Points stand for no outline: one counts where it lies in a polygon, two where they are one place.
 */
export function overlapOf(one: Geometry, other: Geometry): Overlap | null {
  if (one.kind === 'point' && other.kind === 'point') {
    const same = one.place.latMicro === other.place.latMicro && one.place.lonMicro === other.place.lonMicro;
    return same ? { metres: BORDER_METRES, at: one.place } : null;
  }
  if (one.kind === 'point') return other.kind === 'polygon' ? pointIn(one.place, other) : null;
  if (other.kind === 'point') return pointIn(other.place, one);
  const [origin] = one.ring;
  if (origin === undefined) return null;
  const plane = planeAround(origin);
  const [a, b] = [inOneTurn(one.ring).map(plane.spot), inOneTurn(other.ring).map(plane.spot)];
  const box = boxOfBoth(a, b);
  if (box === null) return null;
  let deepest: { metres: number; spot: Spot } | null = null;
  const take = (spot: Spot, metres: number): void => {
    if (metres > (deepest?.metres ?? BORDER_METRES)) deepest = { metres, spot };
  };
  for (const spot of alongSides(a, b)) if (isInside(spot, b)) take(spot, toBorder(spot, b));
  for (const spot of alongSides(b, a)) if (isInside(spot, a)) take(spot, toBorder(spot, a));
  for (const spot of spotsIn(box)) {
    if (isInside(spot, a) && isInside(spot, b)) take(spot, 2 * Math.min(toBorder(spot, a), toBorder(spot, b)));
  }
  return found(deepest, plane);
}

function found(deepest: { metres: number; spot: Spot } | null, plane: ReturnType<typeof planeAround>): Overlap | null {
  return deepest === null ? null : { metres: Math.round(deepest.metres), at: plane.place(deepest.spot) };
}

function pointIn(place: PlaceMicro, polygon: PolygonGeometry): Overlap | null {
  const plane = planeAround(place);
  const ring = inOneTurn(polygon.ring).map(plane.spot);
  const spot = { x: 0, y: 0 };
  if (!isInside(spot, ring)) return null;
  return { metres: Math.max(Math.round(toBorder(spot, ring)), BORDER_METRES), at: place };
}

type Box = { west: number; east: number; south: number; north: number };

function boxOf(ring: readonly Spot[]): Box {
  const [xs, ys] = [ring.map(({ x }) => x), ring.map(({ y }) => y)];
  return { west: Math.min(...xs), east: Math.max(...xs), south: Math.min(...ys), north: Math.max(...ys) };
}

function boxOfBoth(a: readonly Spot[], b: readonly Spot[]): Box | null {
  const [one, other] = [boxOf(a), boxOf(b)];
  const both = {
    west: Math.max(one.west, other.west),
    east: Math.min(one.east, other.east),
    south: Math.max(one.south, other.south),
    north: Math.min(one.north, other.north),
  };
  return both.west < both.east && both.south < both.north ? both : null;
}

function* spotsIn({ west, east, south, north }: Box): Generator<Spot> {
  for (let row = 0; row < GRID; row += 1) {
    for (let column = 0; column < GRID; column += 1) {
      yield { x: west + ((column + 0.5) / GRID) * (east - west), y: south + ((row + 0.5) / GRID) * (north - south) };
    }
  }
}

/** The corners of a ring, and of each side the middle of every part that another ring cuts it into. */
function* alongSides(ring: readonly Spot[], cutting: readonly Spot[]): Generator<Spot> {
  for (const [from, to] of sidesOf(ring)) {
    yield from;
    const cuts = [0, ...[...sidesOf(cutting)].flatMap(([c, d]) => cutAt(from, to, c, d) ?? []), 1].sort(
      (p, q) => p - q,
    );
    for (const [i, cut] of cuts.entries()) {
      const next = cuts[i + 1];
      if (next === undefined || next === cut) continue;
      const middle = (cut + next) / 2;
      yield { x: from.x + (to.x - from.x) * middle, y: from.y + (to.y - from.y) * middle };
    }
  }
}

function* sidesOf(ring: readonly Spot[]): Generator<[Spot, Spot]> {
  for (const [i, from] of ring.entries()) {
    const to = ring[(i + 1) % ring.length];
    if (to !== undefined) yield [from, to];
  }
}

/** At which part of a-b the side c-d cuts it; null where it does not. */
function cutAt(a: Spot, b: Spot, c: Spot, d: Spot): number | null {
  const across = (b.x - a.x) * (d.y - c.y) - (b.y - a.y) * (d.x - c.x);
  if (across === 0) return null;
  const along = ((c.x - a.x) * (d.y - c.y) - (c.y - a.y) * (d.x - c.x)) / across;
  const other = ((c.x - a.x) * (b.y - a.y) - (c.y - a.y) * (b.x - a.x)) / across;
  return along > 0 && along < 1 && other >= 0 && other <= 1 ? along : null;
}

function isInside({ x, y }: Spot, ring: readonly Spot[]): boolean {
  let inside = false;
  for (const [a, b] of sidesOf(ring)) {
    if (a.y > y !== b.y > y && x < a.x + ((y - a.y) / (b.y - a.y)) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

/** Metres to the nearest side. */
function toBorder(spot: Spot, ring: readonly Spot[]): number {
  let nearest = Infinity;
  for (const [a, b] of sidesOf(ring)) {
    const [dx, dy] = [b.x - a.x, b.y - a.y];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((spot.x - a.x) * dx + (spot.y - a.y) * dy) / length));
    nearest = Math.min(nearest, Math.hypot(spot.x - a.x - part * dx, spot.y - a.y - part * dy));
  }
  return nearest;
}
