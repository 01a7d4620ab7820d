import type { GeoPoint } from '../../design/map/sheet.ts';

/** A corner of an outline as it is typed: degrees as text, so that zeros at their end are kept. */
export interface Corner {
  latitude: string;
  longitude: string;
}

/** Decimals of a degree that an outline has; more are cut off (Regulation (EU) 2023/1115, Article 2(28)). */
const DECIMALS = 6;
const BETWEEN = '|';

export const NO_CORNER: Corner = { latitude: '', longitude: '' };

/** A corner as forms and drafts hold it. */
export const cornerText = ({ latitude, longitude }: Corner): string =>
  [latitude, longitude].map((text) => text.replaceAll(BETWEEN, '')).join(BETWEEN);

export function cornerOf(text: string): Corner {
  const [latitude = '', longitude = ''] = text.split(BETWEEN);
  return { latitude, longitude };
}

/** A corner at a place, to six decimals. */
export const cornerAt = ({ latitude, longitude }: GeoPoint): Corner => ({
  latitude: latitude.toFixed(DECIMALS),
  longitude: longitude.toFixed(DECIMALS),
});

export const isBlank = ({ latitude, longitude }: Corner): boolean => latitude.trim() === '' && longitude.trim() === '';

/** What GeoJSON takes for degrees: a decimal point and a hyphen, however they were typed. */
export const plainDegrees = (typed: string): string => typed.trim().replace(',', '.').replace('\u2212', '-');

/** Where a corner is; null while it cannot be read. */
export function placeOf({ latitude, longitude }: Corner): GeoPoint | null {
  const [north, east] = [plainDegrees(latitude), plainDegrees(longitude)];
  if (![north, east].every((text) => /^-?\d{1,3}(\.\d*)?$/.test(text))) return null;
  const place = { latitude: Number(north), longitude: Number(east) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

/** The corners that count: rows at the end that nobody filled are waiting to be. */
export function filledCorners(held: readonly string[]): Corner[] {
  const corners = held.map(cornerOf);
  return corners.slice(0, corners.findLastIndex((corner) => !isBlank(corner)) + 1);
}

/** Fewer rows than an outline needs are never shown. */
const LEAST_ROWS = 3;

/** Corners as a form holds them, with rows for those that are still to come. */
export function heldCorners(corners: readonly Corner[]): string[] {
  const rows = [...corners];
  while (rows.length < LEAST_ROWS) rows.push(NO_CORNER);
  return rows.map(cornerText);
}
