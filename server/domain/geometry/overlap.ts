import type { PlaceMicro } from '../units.ts';
import { inOneTurn, type Geometry, type PolygonGeometry } from './geometry.ts';

/** Outlines that run into each other by less were walked with a phone: neighbours share a border, not the land behind it. */
export const BORDER_METRES = 10;

/** Where two plots cover the same land. */
export interface Overlap {
  /** how far inside both it is, about and at least; of points not less than `BORDER_METRES` */
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

/** Corners in metres, x and y in turn: thousands of them are compared with thousands. */
type Ring = Float64Array;

/** A plane in metres around one place, good for a plot's size. */
function planeAround({ latMicro, lonMicro }: PlaceMicro) {
  const narrow = Math.max(Math.cos((latMicro / 1e6) * (Math.PI / 180)), 0.01);
  const turned = (lon: number): number => lon - Math.round((lon - lonMicro) / 360e6) * 360e6;
  return {
    ring: (places: readonly PlaceMicro[]): Ring =>
      Float64Array.from(
        places.flatMap((place) => [
          (turned(place.lonMicro) - lonMicro) * METRES * narrow,
          (place.latMicro - latMicro) * METRES,
        ]),
      ),
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
  const [a, b] = [plane.ring(inOneTurn(one.ring)), plane.ring(inOneTurn(other.ring))];
  const box = boxOfBoth(a, b);
  if (box === null) return null;
  const met = within(a, b, box) ?? along(a, b, box) ?? along(b, a, box);
  return met === null ? null : { metres: Math.round(met.metres), at: plane.place(met.spot) };
}

function pointIn(place: PlaceMicro, polygon: PolygonGeometry): Overlap | null {
  const ring = planeAround(place).ring(inOneTurn(polygon.ring));
  if (!isInside(0, 0, ring)) return null;
  return { metres: Math.max(Math.round(toBorder(0, 0, ring, 0)), BORDER_METRES), at: place };
}

type Box = { west: number; east: number; south: number; north: number };
type Met = { metres: number; spot: Spot };

function boxOf(ring: Ring): Box {
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (let i = 0; i < ring.length; i += 2) {
    const [x = 0, y = 0] = [ring[i], ring[i + 1]];
    box.west = Math.min(box.west, x);
    box.east = Math.max(box.east, x);
    box.south = Math.min(box.south, y);
    box.north = Math.max(box.north, y);
  }
  return box;
}

function boxOfBoth(a: Ring, b: Ring): Box | null {
  const [one, other] = [boxOf(a), boxOf(b)];
  const both = {
    west: Math.max(one.west, other.west),
    east: Math.min(one.east, other.east),
    south: Math.max(one.south, other.south),
    north: Math.min(one.north, other.north),
  };
  return both.west < both.east && both.south < both.north ? both : null;
}

/** The deepest of places spread over the box: finds all that is broad. */
function within(a: Ring, b: Ring, { west, east, south, north }: Box): Met | null {
  let deepest: Met | null = null;
  let least = BORDER_METRES;
  for (let row = 0; row < GRID; row += 1) {
    for (let column = 0; column < GRID; column += 1) {
      const x = west + ((column + 0.5) / GRID) * (east - west);
      const y = south + ((row + 0.5) / GRID) * (north - south);
      if (!isInside(x, y, a) || !isInside(x, y, b)) continue;
      const metres = 2 * Math.min(toBorder(x, y, a, least / 2), toBorder(x, y, b, least / 2));
      if (metres > least) [deepest, least] = [{ metres, spot: { x, y } }, metres];
    }
  }
  return deepest;
}

/**
 * The first place along a ring that lies deep enough in another one: its corners, and of each side the middle of every part that the other one
 * cuts it into. Finds what is long and narrow.
 */
function along(ring: Ring, other: Ring, box: Box): Met | null {
  const near = sidesIn(other, box);
  const deep = (x: number, y: number): Met | null => {
    if (x < box.west || x > box.east || y < box.south || y > box.north || !isInside(x, y, other)) return null;
    const metres = toBorder(x, y, other, BORDER_METRES);
    return metres > BORDER_METRES ? { metres, spot: { x, y } } : null;
  };
  for (let i = 0; i < ring.length; i += 2) {
    const [ax = 0, ay = 0, bx = 0, by = 0] = sideAt(ring, i);
    if (Math.max(ax, bx) < box.west || Math.min(ax, bx) > box.east) continue;
    if (Math.max(ay, by) < box.south || Math.min(ay, by) > box.north) continue;
    const corner = deep(ax, ay);
    if (corner !== null) return corner;
    const cuts = [0, ...cutsOf(ax, ay, bx, by, near), 1].sort((p, q) => p - q);
    for (let c = 0; c + 1 < cuts.length; c += 1) {
      const middle = ((cuts[c] ?? 0) + (cuts[c + 1] ?? 1)) / 2;
      const met = deep(ax + (bx - ax) * middle, ay + (by - ay) * middle);
      if (met !== null) return met;
    }
  }
  return null;
}

/** The side that begins at a corner: x and y of both its ends. */
function sideAt(ring: Ring, i: number): [number, number, number, number] {
  const next = i + 2 < ring.length ? i + 2 : 0;
  return [ring[i] ?? 0, ring[i + 1] ?? 0, ring[next] ?? 0, ring[next + 1] ?? 0];
}

/** The sides of a ring that come into a box, one after the other, four figures each. */
function sidesIn(ring: Ring, box: Box): Float64Array {
  const sides: number[] = [];
  for (let i = 0; i < ring.length; i += 2) {
    const [ax, ay, bx, by] = sideAt(ring, i);
    if (Math.max(ax, bx) < box.west || Math.min(ax, bx) > box.east) continue;
    if (Math.max(ay, by) < box.south || Math.min(ay, by) > box.north) continue;
    sides.push(ax, ay, bx, by);
  }
  return Float64Array.from(sides);
}

/** At which parts of a-b other sides cut it. */
function cutsOf(ax: number, ay: number, bx: number, by: number, sides: Float64Array): number[] {
  const cuts: number[] = [];
  const [west, east] = ax < bx ? [ax, bx] : [bx, ax];
  const [south, north] = ay < by ? [ay, by] : [by, ay];
  for (let i = 0; i < sides.length; i += 4) {
    const [cx = 0, cy = 0, dx = 0, dy = 0] = [sides[i], sides[i + 1], sides[i + 2], sides[i + 3]];
    if ((cx < west && dx < west) || (cx > east && dx > east)) continue;
    if ((cy < south && dy < south) || (cy > north && dy > north)) continue;
    const across = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
    if (across === 0) continue;
    const part = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / across;
    const other = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / across;
    if (part > 0 && part < 1 && other >= 0 && other <= 1) cuts.push(part);
  }
  return cuts;
}

function isInside(x: number, y: number, ring: Ring): boolean {
  let inside = false;
  let [ax, ay] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0];
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i] ?? 0;
    const by = ring[i + 1] ?? 0;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
    ax = bx;
    ay = by;
  }
  return inside;
}

/** Metres to the nearest side. @param enough where it is not more than so many, it is not told how many */
function toBorder(x: number, y: number, ring: Ring, enough: number): number {
  let nearest = Infinity;
  let [ax, ay] = [ring.at(-2) ?? 0, ring.at(-1) ?? 0];
  for (let i = 0; i < ring.length; i += 2) {
    const bx = ring[i] ?? 0;
    const by = ring[i + 1] ?? 0;
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    const part = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length));
    const [ox, oy] = [x - ax - part * dx, y - ay - part * dy];
    nearest = Math.min(nearest, ox * ox + oy * oy);
    if (nearest <= enough * enough) break;
    ax = bx;
    ay = by;
  }
  return Math.sqrt(nearest);
}
