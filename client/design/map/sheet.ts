import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/*
 * Country outlines, split into sheets: fine ones for the cells of the cacao belt, each with a margin around its cell,
 * and a coarse one for the whole world. A page loads only the sheet of its place. Origin:
 * docs/decisions/0024-shared-components-and-gallery.md.
 */

export interface Outline {
  /** ISO 3166-1 alpha-2; empty if the country has none */
  code: string;
  /** per ring a start point and then relative points: x, y, x, y ... in steps, east and north */
  rings: readonly (readonly number[])[];
}

export type Sheet = readonly Outline[];

/** Steps per degree; a step is about 2 km. */
export const STEPS_PER_DEGREE = 50;
/** Degrees north and south of the equator; cacao grows within 20. */
export const BELT = 30;
/** Size of a sheet's cell in degrees, and of the margin around it. */
export const CELL = 30;
export const MARGIN = 12;
export const WORLD = 'world';

const corner = (degrees: number): number => Math.floor(degrees / CELL) * CELL;
const written = (degrees: number, positive: string, negative: string): string =>
  `${degrees < 0 ? negative : positive}${Math.abs(degrees)}`;

/** The name of the sheet that contains a place, e.g. 's30e120'. */
export function sheetName({ latitude, longitude }: GeoPoint): string {
  if (latitude < -BELT || latitude >= BELT) return WORLD;
  return written(corner(latitude), 'n', 's') + written(longitude === 180 ? 180 - CELL : corner(longitude), 'e', 'w');
}
