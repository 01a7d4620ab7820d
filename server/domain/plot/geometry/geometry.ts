import { canonicalText, sha256, toHex, utf8 } from '../../proof/hashing.ts';
import { POINT_AREA_HA, windowAround, type Window } from '../../forest/forest.ts';
import type { PlaceMicro } from '../../text/units.ts';

/** A plot that is given as a point: the land around it, as large as is said. */
export interface PointGeometry {
  kind: 'point';
  place: PlaceMicro;
  /** hectares, 0.0001 to 4 (Regulation (EU) 2023/1115, Article 2(28)) */
  areaHa: number;
}

/** A plot that is given by its outline. */
export interface PolygonGeometry {
  kind: 'polygon';
  /** corners, each once, the first not repeated at the end; no two sides meet but at a corner */
  ring: readonly PlaceMicro[];
}

/** A place: where a lot grew. WGS84, in millionths of a degree, as the EU's system takes it. */
export type Geometry = PointGeometry | PolygonGeometry;

/** A lot without a plot: its stored place stands for 4 ha of land around it. */
export function pointAt({ latMicro, lonMicro }: PlaceMicro, areaHa: number = POINT_AREA_HA): PointGeometry {
  return { kind: 'point', place: { latMicro, lonMicro }, areaHa };
}

const FULL_TURN = 360_000_000;

/**
 * A ring in one turn around the globe: of one that crosses the 180th meridian, what lies east of it comes behind 180 degrees.
 * A side is never longer than half the globe.
 */
export function inOneTurn(ring: readonly PlaceMicro[]): PlaceMicro[] {
  const longitudes = ring.map(({ lonMicro }) => lonMicro);
  const crosses = Math.max(...longitudes) - Math.min(...longitudes) > FULL_TURN / 2;
  return ring.map(({ latMicro, lonMicro }) => ({
    latMicro,
    lonMicro: crosses && lonMicro < 0 ? lonMicro + FULL_TURN : lonMicro,
  }));
}

/** Degrees that hold a geometry: of a point the square of its area, of a polygon the outermost corners. */
export function windowOf(geometry: Geometry): Window {
  if (geometry.kind === 'point') return windowAround(geometry.place, geometry.areaHa);
  const ring = inOneTurn(geometry.ring);
  const [lats, lons] = [ring.map(({ latMicro }) => latMicro / 1e6), ring.map(({ lonMicro }) => lonMicro / 1e6)];
  return [Math.min(...lons), Math.min(...lats), Math.max(...lons), Math.max(...lats)];
}

/** Twice the area that a ring encloses, in square millionths of a degree: positive where it runs counter-clockwise. */
export function twiceEnclosed(ring: readonly PlaceMicro[]): number {
  const [origin] = ring;
  if (origin === undefined) return 0;
  let twice = 0;
  for (const [i, { lonMicro, latMicro }] of ring.entries()) {
    const next = ring[(i + 1) % ring.length] ?? origin;
    // Seen from the first corner, so that the products stay whole.
    twice +=
      (lonMicro - origin.lonMicro) * (next.latMicro - origin.latMicro) -
      (next.lonMicro - origin.lonMicro) * (latMicro - origin.latMicro);
  }
  return twice;
}

/**
 * One ring for each outline, however it was drawn: counter-clockwise (RFC 7946, 3.1.6), from its southernmost corner, of several the
 * westernmost.
 */
export function canonicalRing(ring: readonly PlaceMicro[]): PlaceMicro[] {
  const turned = twiceEnclosed(inOneTurn(ring)) < 0 ? ring.toReversed() : [...ring];
  const first = turned.reduce((best, corner, i) => {
    const known = turned[best];
    if (known === undefined) return i;
    const lower =
      corner.latMicro < known.latMicro || (corner.latMicro === known.latMicro && corner.lonMicro < known.lonMicro);
    return lower ? i : best;
  }, 0);
  return [...turned.slice(first), ...turned.slice(0, first)].map(({ latMicro, lonMicro }) => ({ latMicro, lonMicro }));
}

/** The text that a geometry's hash is made of: canonical JSON, [longitude, latitude] in millionths of a degree, areas in 0.0001 ha. */
export function geometryText(geometry: Geometry): string {
  const position = ({ lonMicro, latMicro }: PlaceMicro): [number, number] => [lonMicro, latMicro];
  return canonicalText(
    geometry.kind === 'point'
      ? { kind: 'point', at: position(geometry.place), area: Math.round(geometry.areaHa * 10_000) }
      : { kind: 'polygon', ring: canonicalRing(geometry.ring).map(position) },
  );
}

/** SHA-256 of `geometryText`, hex. It can be guessed of a place that is known: it leaves the database salted only. */
export async function geometryHash(geometry: Geometry): Promise<string> {
  return toHex(await sha256(utf8(geometryText(geometry))));
}
