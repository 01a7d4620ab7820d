/** WGS84: half of the longer axis in metres, and the square of the eccentricity. */
export const SEMI_MAJOR = 6_378_137;
export const ECCENTRICITY_SQUARED = 0.006_694_379_990_141_316;

/**
 * Meters of one degree at a latitude of the WGS84 ellipsoid, along the meridian and along the parallel (Snyder, Map
 * Projections, 1987, 4-18 to 4-21). A degree of longitude shrinks to nothing at the poles; no dataset reaches that far.
 */
export function metresPerDegree(latMicro: number): { latitude: number; longitude: number } {
  const radians = (latMicro / 1e6) * (Math.PI / 180);
  const flat = 1 - ECCENTRICITY_SQUARED * Math.sin(radians) ** 2;
  const perRadian = Math.PI / 180;
  return {
    latitude: (perRadian * SEMI_MAJOR * (1 - ECCENTRICITY_SQUARED)) / flat ** 1.5,
    longitude: (perRadian * SEMI_MAJOR * Math.max(Math.cos(radians), 0.01)) / Math.sqrt(flat),
  };
}
