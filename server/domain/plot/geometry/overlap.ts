import type { PlaceMicro } from '../../text/units.ts';
import { inOneTurn, type Geometry, type PolygonGeometry } from './geometry.ts';
import { bandsCrossed, RingIndex, sideAt, transposed, type Ring } from './ringIndex.ts';

/** Smaller overlaps come from outlines recorded with a phone: neighbors share a border, not the land. */
export const BORDER_METRES = 10;

/** Where two plots cover the same land. */
export interface Overlap {
  /** how far inside both it is, about and at least; of points not less than `BORDER_METRES` */
  metres: number;
  at: PlaceMicro;
}

/** Metres per millionth of a degree of latitude, about; plots are up to 11 km wide. */
const METRES = 0.111_195;
/** Grid of tested locations inside both boxes, in each direction. */
const GRID = 16;
/**
 * A border recorded by two people crosses itself about once at each corner. Outlines that cross more often, for each
 * corner of both, share land and not a border: crossed combs do so a million times.
 */
const CUTS_A_CORNER = 2;

interface Spot {
  x: number;
  y: number;
}

/** A plane in meters around one location, accurate enough for a plot's size. */
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
 * The overlap of two plots, if it is more than `BORDER_METRES`; null if they are apart, or only share a border. A point
 * has no outline: it overlaps a polygon that contains it, and another point at the same location.
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
  const rings = [plane.ring(inOneTurn(one.ring)), plane.ring(inOneTurn(other.ring))] as const;
  if (boxOfBoth(...rings) === null) return null;
  const turned = bandsCrossed(rings.map(transposed)) < bandsCrossed(rings);
  const [a, b] = rings.map((ring) => new RingIndex(turned ? transposed(ring) : ring));
  const box = a === undefined || b === undefined ? null : boxOfBoth(a.ring, b.ring);
  if (a === undefined || b === undefined || box === null) return null;
  const met = within(a, b, box) ?? along(a, b, box) ?? along(b, a, box);
  if (met === null) return null;
  const { x, y } = met.spot;
  return { metres: Math.round(met.metres), at: plane.place(turned ? { x: y, y: x } : met.spot) };
}

function pointIn(place: PlaceMicro, polygon: PolygonGeometry): Overlap | null {
  const ring = new RingIndex(planeAround(place).ring(inOneTurn(polygon.ring)));
  if (!ring.holds(0, 0)) return null;
  return { metres: Math.max(Math.round(ring.toBorder(0, 0, 0)), BORDER_METRES), at: place };
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

/** The deepest of the locations of a grid over the box: finds broad overlaps. */
function within(a: RingIndex, b: RingIndex, { west, east, south, north }: Box): Met | null {
  let deepest: Met | null = null;
  let least = BORDER_METRES;
  for (let row = 0; row < GRID; row += 1) {
    for (let column = 0; column < GRID; column += 1) {
      const x = west + ((column + 0.5) / GRID) * (east - west);
      const y = south + ((row + 0.5) / GRID) * (north - south);
      if (!a.holds(x, y) || !b.holds(x, y)) continue;
      const metres = 2 * Math.min(a.toBorder(x, y, least / 2), b.toBorder(x, y, least / 2));
      if (metres > least) [deepest, least] = [{ metres, spot: { x, y } }, metres];
    }
  }
  return deepest;
}

/**
 * The first location along a ring that lies deep enough in another one: its corners, and the middle of every part of a
 * side between crossings. Finds long and narrow overlaps.
 */
function along({ ring }: RingIndex, other: RingIndex, box: Box): Met | null {
  const mostCuts = CUTS_A_CORNER * (ring.length / 2 + other.ring.length / 2);
  let found = 0;
  const deep = (x: number, y: number): Met | null => {
    if (x < box.west || x > box.east || y < box.south || y > box.north || !other.holds(x, y)) return null;
    if (other.hasWithin(x, y, BORDER_METRES)) return null;
    return { metres: other.toBorder(x, y, BORDER_METRES), spot: { x, y } };
  };
  for (let i = 0; i < ring.length; i += 2) {
    const [ax, ay, bx, by] = sideAt(ring, i);
    if (Math.max(ax, bx) < box.west || Math.min(ax, bx) > box.east) continue;
    if (Math.max(ay, by) < box.south || Math.min(ay, by) > box.north) continue;
    const corner = deep(ax, ay);
    if (corner !== null) return corner;
    const cuts = other.cutsOf(ax, ay, bx, by);
    found += cuts.length;
    const [cut] = cuts;
    if (cut !== undefined && found > mostCuts) {
      return { metres: BORDER_METRES, spot: { x: ax + (bx - ax) * cut, y: ay + (by - ay) * cut } };
    }
    const parts = [0, ...cuts.sort((p, q) => p - q), 1];
    for (let c = 0; c + 1 < parts.length; c += 1) {
      const middle = ((parts[c] ?? 0) + (parts[c + 1] ?? 1)) / 2;
      const met = deep(ax + (bx - ax) * middle, ay + (by - ay) * middle);
      if (met !== null) return met;
    }
  }
  return null;
}
