/** Deforestation statuses of a lot (staff specification, section 4). */
export const DEFORESTATION_STATUSES = [
  'No Deforestation',
  'Deforestation Detected',
  'Pending Review',
  'Under Investigation',
] as const;
export type DeforestationStatus = (typeof DEFORESTATION_STATUSES)[number];

/** EUDR Article 2(13): the produce must be free of deforestation after 31 December 2020. */
export const CUT_OFF_YEAR = 2020;

/** Satellite data older than this is outdated (staff specification, section 4). */
export const SATELLITE_FRESH_DAYS = 30;

/** Compliant = status `No Deforestation`, everywhere (decisions, 'Figures'). */
export function isCompliant(status: DeforestationStatus): boolean {
  return status === 'No Deforestation';
}

/** Older than 30 days, or missing. */
export function isSatelliteOutdated(satelliteTimestamp: Date | null, now: Date): boolean {
  if (satelliteTimestamp === null) return true;
  return now.getTime() - satelliteTimestamp.getTime() > SATELLITE_FRESH_DAYS * 86_400_000;
}
