import { microFromDegrees, type PlaceMicro } from '../../text/units.ts';
import { windowOf, type Geometry } from './geometry.ts';

const FULL_TURN = 360_000_000;

/**
 * The centroid of all plots: the location of a lot that is from them.
 * @param plots at least one; their centers, and their areas in any unit
 */
export function centroid(plots: readonly (PlaceMicro & { area: number })[]): PlaceMicro {
  const [first] = plots;
  let [area, lat, lon] = [0, 0, 0];
  for (const plot of plots) {
    // For plots on both sides of the 180th meridian the centroid is between them, not around the globe.
    const near = plot.lonMicro - Math.round((plot.lonMicro - (first?.lonMicro ?? 0)) / FULL_TURN) * FULL_TURN;
    area += plot.area;
    lat += plot.latMicro * plot.area;
    lon += near * plot.area;
  }
  const turned = Math.round(lon / area);
  return { latMicro: Math.round(lat / area), lonMicro: turned - Math.round(turned / FULL_TURN) * FULL_TURN };
}

/** A plot as one location: the center of its bounding box. */
export function centreOf(geometry: Geometry): PlaceMicro {
  if (geometry.kind === 'point') return geometry.place;
  const [west, south, east, north] = windowOf(geometry);
  const lon = (west + east) / 2;
  return { latMicro: microFromDegrees((south + north) / 2), lonMicro: microFromDegrees(lon > 180 ? lon - 360 : lon) };
}
