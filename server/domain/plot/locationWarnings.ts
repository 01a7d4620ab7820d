/*
 * What makes a place look like a slip of the pen: a sign forgotten, two figures exchanged, another farm's place. It is said to whoever
 * types it and stops nobody: maps are coarse, and farms have far plots.
 */

/** In degrees, WGS 84. */
export interface GeoPoint {
  latitude: number;
  longitude: number;
}

/** The place of another lot. */
export interface LotPlace extends GeoPoint {
  lotId: string;
}

export type LocationWarning =
  | { kind: 'sea' }
  /** `km` to the nearest other lot of the farm, `lotId` */
  | { kind: 'far'; km: number; lotId: string };

/** Smallholders' plots lie within a day's walk of each other; a wrong digit of a degree moves a place by 11 km or 111. */
export const FAR_FROM_FARM_KM = 25;

const EARTH_RADIUS_KM = 6371;

/** The way between two places along the earth's surface, in km (haversine; true to 0.5 %). */
export function distanceKm(from: GeoPoint, to: GeoPoint): number {
  const radians = (degrees: number): number => (degrees * Math.PI) / 180;
  const north = Math.sin(radians(to.latitude - from.latitude) / 2) ** 2;
  const east = Math.sin(radians(to.longitude - from.longitude) / 2) ** 2;
  const part = north + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * east;
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(part)));
}

/**
 * @param isAtSea by the outlines that we ship; null while they are not known
 * @param others places of other lots of the same farm; none says nothing
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
