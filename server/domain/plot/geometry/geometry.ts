import { canonicalText, sha256, toHex, utf8 } from '../../proof/hashing.ts';
import { POINT_AREA_HA, windowAround, type Window } from '../../forest/forest.ts';
import type { PlaceMicro } from '../../text/units.ts';

/** A plot declared as a point with its area. */
export interface PointGeometry {
  kind: 'point';
  place: PlaceMicro;
  /** hectares, 0.0001 to 4 (Regulation (EU) 2023/1115, Article 2(28)) */
  areaHa: number;
}

/** A plot declared by its outline. */
export interface PolygonGeometry {
  kind: 'polygon';
  /** corners, each once, the first not repeated at the end; no two sides meet but at a corner */
  ring: readonly PlaceMicro[];
}

/** The land of a lot. WGS84, in millionths of a degree, as the EU's system takes it. */
export type Geometry = PointGeometry | PolygonGeometry;

/** A lot without a plot: 4 ha of land around its stored location. */
export function pointAt({ latMicro, lonMicro }: PlaceMicro, areaHa: number = POINT_AREA_HA): PointGeometry {
  return { kind: 'point', place: { latMicro, lonMicro }, areaHa };
}

const FULL_TURN = 360_000_000;

/**
 * A ring with continuous longitudes: if it crosses the 180th meridian, the part east of it continues beyond 180
 * degrees. A side is never longer than half the globe.
 */
export function inOneTurn(ring: readonly PlaceMicro[]): PlaceMicro[] {
  const longitudes = ring.map(({ lonMicro }) => lonMicro);
  const crosses = Math.max(...longitudes) - Math.min(...longitudes) > FULL_TURN / 2;
  return ring.map(({ latMicro, lonMicro }) => ({
    latMicro,
    lonMicro: crosses && lonMicro < 0 ? lonMicro + FULL_TURN : lonMicro,
  }));
}

/** Bounding box in degrees: for a point the square of its area, for a polygon its corners. */
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
    // Relative to the first corner, so that the products stay whole.
    twice +=
      (lonMicro - origin.lonMicro) * (next.latMicro - origin.latMicro) -
      (next.lonMicro - origin.lonMicro) * (latMicro - origin.latMicro);
  }
  return twice;
}

/**
 * The same ring for the same outline, however it was drawn: counter-clockwise (RFC 7946, 3.1.6), from its southernmost
 * corner, or the westernmost of several.
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

/** SHA-256 of `geometryText`, hex. It can be guessed for a known location, so it leaves the database only salted. */
export async function geometryHash(geometry: Geometry): Promise<string> {
  return toHex(await sha256(utf8(geometryText(geometry))));
}
