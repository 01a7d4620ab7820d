/*
 * Signs of a mistyped location: a missing sign, two exchanged digits, another farm's location. The person who types it
 * gets a warning, which blocks nothing: maps are coarse, and farms have distant plots.
 */

/** In degrees, WGS 84. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** The location of another lot. */
export interface LotPlace extends GeoPoint {
  lotId: string;
}

export type LocationWarning =
  | { kind: 'sea' }
  /** `km` to the nearest other lot of the farm, `lotId` */
  | { kind: 'far'; km: number; lotId: string };

/**
 * Smallholders' plots are within a day's walk of each other; a wrong digit of a degree moves a location by 11 km or
 * 111.
 */
export const FAR_FROM_FARM_KM = 25;

const EARTH_RADIUS_KM = 6371;

/** Distance of two locations along the earth's surface, in km (haversine; accurate to 0.5 %). */
export function distanceKm(from: GeoPoint, to: GeoPoint): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const part = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(part)));
}

/**
 * @param isAtSea by the bundled outlines; null while they are not loaded
 * @param others locations of other lots of the same farm; an empty list disables the check
 * @returns `km` rounded to whole ones
 */
export function locationWarnings(
  place: GeoPoint,
  isAtSea: boolean | null,
  others: readonly LotPlace[],
): LocationWarning[] {
  const doubts: LocationWarning[] = isAtSea === true ? [{ kind: 'sea' }] : [];
  const [nearest] = others
    .map((other) => ({ lotId: other.lotId, km: distanceKm(place, other) }))
    .sort((a, b) => a.km - b.km);
  if (nearest !== undefined && nearest.km > FAR_FROM_FARM_KM) {
    doubts.push({ kind: 'far', km: Math.round(nearest.km), lotId: nearest.lotId });
  }
  return doubts;
}
