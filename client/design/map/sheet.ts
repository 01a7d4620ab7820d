/*
 * The outlines of countries that we ship, in sheets: fine ones along the belt in which cacao grows, each of one cell and what lies
 * around it, and a coarse one for everywhere else. A page loads the one sheet that its place is on.
 * Where they come from: docs/decisions/0024-shared-components-and-gallery.md.
 */

/** In degrees, WGS 84. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

export interface Outline {
  /** ISO 3166-1 alpha-2; empty where there is none */
  code: string;
  /** per ring a first point and then the way from each point to the next: x, y, x, y ... in steps, east and north */
  rings: readonly (readonly number[])[];
}

export type Sheet = readonly Outline[];

/** Steps of a degree: about 2 km each. */
export const STEPS = 50;
/** Degrees on either side of the equator; cacao grows within 20. */
export const BELT = 30;
/** Degrees of a sheet's cell, and of what it holds around that cell. */
export const CELL = 30;
export const MARGIN = 12;
export const WORLD = 'world';

const corner = (degrees: number): number => Math.floor(degrees / CELL) * CELL;
const written = (degrees: number, positive: string, negative: string): string =>
  `${degrees < 0 ? negative : positive}${Math.abs(degrees)}`;

/** The name of the sheet that a place is on, e.g. 's30e120'. */
export function sheetName({ latitude, longitude }: GeoPoint): string {
  if (latitude < -BELT || latitude >= BELT) return WORLD;
  return written(corner(latitude), 'n', 's') + written(longitude === 180 ? 180 - CELL : corner(longitude), 'e', 'w');
}
