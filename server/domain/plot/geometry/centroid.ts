import { microFromDegrees, type PlaceMicro } from '../../text/units.ts';
import { windowOf, type Geometry } from './geometry.ts';

const FULL_TURN = 360_000_000;

/**
 * The middle of all land of plots, of one its own centre: where a lot from them is shown.
 * @param plots at least one; their centres, and their areas in any unit
 */
export function centroid(plots: readonly (PlaceMicro & { area: number })[]): PlaceMicro {
  const [first] = plots;
  let [area, lat, lon] = [0, 0, 0];
  for (const plot of plots) {
    // Of plots on both sides of the 180th meridian the middle is between them, not around the globe.
    const near = plot.lonMicro - Math.round((plot.lonMicro - (first?.lonMicro ?? 0)) / FULL_TURN) * FULL_TURN;
    area += plot.area;
    lat += plot.latMicro * plot.area;
    lon += near * plot.area;
  }
  const turned = Math.round(lon / area);
  return { latMicro: Math.round(lat / area), lonMicro: turned - Math.round(turned / FULL_TURN) * FULL_TURN };
}

/** Where a plot is when it is one place: the middle of its land's box. */
export function centreOf(geometry: Geometry): PlaceMicro {
  if (geometry.kind === 'point') return geometry.place;
  const [west, south, east, north] = windowOf(geometry);
  const lon = (west + east) / 2;
  return { latMicro: microFromDegrees((south + north) / 2), lonMicro: microFromDegrees(lon > 180 ? lon - 360 : lon) };
}
