import type { PlaceMicro } from '../../text/units.ts';
import { ECCENTRICITY_SQUARED, SEMI_MAJOR } from './ellipsoid.ts';
import { inOneTurn, type Geometry } from './geometry.ts';

const ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQUARED);
const SQUARE_METRES_PER_HECTARE = 10_000;

/**
 * Distance of a latitude from the equator on the equal-area cylinder of the ellipsoid, in meters (Lambert's cylindrical
 * equal-area projection; Snyder, Map Projections, 1987, 3-12 and 10-15).
 */
function equalAreaHeight(latMicro: number): number {
  const sine = Math.sin((latMicro / 1e6) * (Math.PI / 180));
  const turned = ECCENTRICITY * sine;
  const q =
    (1 - ECCENTRICITY_SQUARED) *
    (sine / (1 - ECCENTRICITY_SQUARED * sine * sine) - Math.log((1 - turned) / (1 + turned)) / (2 * ECCENTRICITY));
  return (SEMI_MAJOR * q) / 2;
}

/** Land that a ring encloses on the WGS84 ellipsoid, hectares to four decimals. Sides are straight on a map of degrees. */
export function ringArea(ring: readonly PlaceMicro[]): number {
  const corners = inOneTurn(ring).map(({ latMicro, lonMicro }) => ({
    x: SEMI_MAJOR * (lonMicro / 1e6) * (Math.PI / 180),
    y: equalAreaHeight(latMicro),
  }));
  const [origin] = corners;
  if (origin === undefined) return 0;
  let twice = 0;
  for (const [i, { x, y }] of corners.entries()) {
    const next = corners[(i + 1) % corners.length] ?? origin;
    twice += (x - origin.x) * (next.y - origin.y) - (next.x - origin.x) * (y - origin.y);
  }
  return Math.round((Math.abs(twice) / 2 / SQUARE_METRES_PER_HECTARE) * 10_000) / 10_000;
}

/** Hectares: measured for a polygon, as declared for a point. */
export function areaOf(geometry: Geometry): number {
  return geometry.kind === 'point' ? geometry.areaHa : ringArea(geometry.ring);
}
