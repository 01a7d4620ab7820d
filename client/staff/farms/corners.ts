import type { GeoPoint } from '../../../server/domain/plot/locationWarnings.ts';

/** A corner of an outline as typed: degrees stay text to keep trailing zeros. */
export interface Corner {
  latitude: string;
  longitude: string;
}

/** Decimals of a degree in an outline; further ones are cut off (Regulation (EU) 2023/1115, Article 2(28)). */
const DECIMALS = 6;
const BETWEEN = '|';

export const NO_CORNER: Corner = { latitude: '', longitude: '' };

/** Text form of a corner, for forms and drafts. */
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

/** Normalizes typed degrees for GeoJSON: decimal point and hyphen-minus. */
export const plainDegrees = (typed: string): string => typed.trim().replace(',', '.').replace('\u2212', '-');

/** Position of a corner; null if it is unreadable. */
export function cornerPoint({ latitude, longitude }: Corner): GeoPoint | null {
  const [north, east] = [plainDegrees(latitude), plainDegrees(longitude)];
  if (![north, east].every((text) => /^-?\d{1,3}(\.\d*)?$/.test(text))) return null;
  const place = { latitude: Number(north), longitude: Number(east) };
  return Math.abs(place.latitude) <= 90 && Math.abs(place.longitude) <= 180 ? place : null;
}

/** The corners without the empty rows at the end. */
export function filledCorners(held: readonly string[]): Corner[] {
  const corners = held.map(cornerOf);
  return corners.slice(0, corners.findLastIndex((corner) => !isBlank(corner)) + 1);
}

/** Minimum number of rows: an outline needs three corners. */
const LEAST_ROWS = 3;

/** Corners in form representation, padded with empty rows. */
export function heldCorners(corners: readonly Corner[]): string[] {
  const rows = [...corners];
  while (rows.length < LEAST_ROWS) rows.push(NO_CORNER);
  return rows.map(cornerText);
}
