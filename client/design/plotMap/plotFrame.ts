import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** Size of a map of plots in drawing units. */
export const PLOT_MAP = { width: 480, height: 320 } as const;

export interface FramePoint {
  x: number;
  y: number;
}

export interface PlotFrame {
  /** degrees; a frame across the 180th meridian ends above 180 */
  west: number;
  east: number;
  south: number;
  north: number;
  /** drawing units per meter */
  unitsPerMetre: number;
  spotOf: (place: GeoPoint) => FramePoint;
  /** Where a ring of land stands: once for each turn of the globe that the frame reaches. */
  spotsOfWorld: (ring: readonly GeoPoint[]) => FramePoint[][];
}

const METRES_PER_DEGREE = 111_320;
const FULL_TURN = 360;
/** Margin on each side as a share of the drawing, for names and corners. */
const FREE = 0.14;
/** Minimum extent in meters: shows the surroundings of a single point. */
const LEAST_M = 300;

/**
 * Makes longitudes continuous: for places on both sides of the 180th meridian, western longitudes continue above 180.
 */
function inOneTurn(longitudes: readonly number[]): (longitude: number) => number {
  const isAcross = Math.max(...longitudes) - Math.min(...longitudes) > FULL_TURN / 2;
  return (longitude) => (isAcross && longitude < 0 ? longitude + FULL_TURN : longitude);
}

/** The frame around places, in a projection that keeps shapes at their central latitude; null without places. */
export function plotFrame(places: readonly GeoPoint[]): PlotFrame | null {
  if (places.length === 0) return null;
  const turned = inOneTurn(places.map(({ longitude }) => longitude));
  const longitudes = places.map(({ longitude }) => turned(longitude));
  const latitudes = places.map(({ latitude }) => latitude);
  const middle = {
    x: (Math.min(...longitudes) + Math.max(...longitudes)) / 2,
    y: (Math.min(...latitudes) + Math.max(...latitudes)) / 2,
  };
  const squeeze = Math.max(Math.cos((middle.y * Math.PI) / 180), 0.2);
  const spread = (values: number[], metres: number): number => (Math.max(...values) - Math.min(...values)) * metres;
  const widthM = Math.max(spread(longitudes, METRES_PER_DEGREE * squeeze), LEAST_M);
  const heightM = Math.max(spread(latitudes, METRES_PER_DEGREE), LEAST_M * (PLOT_MAP.height / PLOT_MAP.width));
  const share = 1 - 2 * FREE;
  const unitsPerMetre = Math.min((PLOT_MAP.width * share) / widthM, (PLOT_MAP.height * share) / heightM);
  const perLongitude = unitsPerMetre * METRES_PER_DEGREE * squeeze;
  const perLatitude = unitsPerMetre * METRES_PER_DEGREE;
  const west = middle.x - PLOT_MAP.width / 2 / perLongitude;
  const east = middle.x + PLOT_MAP.width / 2 / perLongitude;
  const spotAt = (latitude: number, longitude: number): FramePoint => ({
    x: rounded(PLOT_MAP.width / 2 + (longitude - middle.x) * perLongitude),
    y: rounded(PLOT_MAP.height / 2 - (latitude - middle.y) * perLatitude),
  });
  const turns = [-FULL_TURN, 0, FULL_TURN].filter((turn) => west < turn + FULL_TURN / 2 && east > turn - FULL_TURN / 2);
  return {
    west,
    east,
    south: middle.y - PLOT_MAP.height / 2 / perLatitude,
    north: middle.y + PLOT_MAP.height / 2 / perLatitude,
    unitsPerMetre,
    spotOf: ({ latitude, longitude }) => spotAt(latitude, turned(longitude)),
    spotsOfWorld: (ring) =>
      turns.map((turn) => ring.map(({ latitude, longitude }) => spotAt(latitude, longitude + turn))),
  };
}

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** The longest round length that fits into a quarter of the drawing, in meters and in units. */
export function scaleBar({ unitsPerMetre }: Pick<PlotFrame, 'unitsPerMetre'>): { metres: number; units: number } {
  const most = PLOT_MAP.width / 4 / unitsPerMetre;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = power * ([5, 2, 1].find((step) => step * power <= most) ?? 1);
  return { metres, units: rounded(metres * unitsPerMetre) };
}

/** Half the width in meters of the square that represents a point with an area. */
export function halfWidthOf(areaHa: number): number {
  return Math.sqrt(areaHa * 10_000) / 2;
}
