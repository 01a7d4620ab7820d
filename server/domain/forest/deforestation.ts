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

/** The name shown with every result of the sample tiles: nothing in them was observed. */
export const SAMPLE_DATASET = 'Sample of Hansen Global Forest Change layout (made up)';

/** Satellite data older than this is outdated (staff specification, section 4). */
export const SATELLITE_FRESH_DAYS = 30;

/** Compliant = status `No Deforestation`, everywhere (decisions, 'Figures'). */
export function isCompliant(status: DeforestationStatus): boolean {
  return status === 'No Deforestation';
}

/**
 * Share of compliant lots in percent, to one decimal, halves up; null without lots (decisions, 'Figures'). Divided last: of
 * 201 in 400 the quotient times 1,000 would fall short of the half that it is.
 */
export function complianceRate(compliantLots: number, lots: number): number | null {
  return lots === 0 ? null : Math.round((compliantLots * 1_000) / lots) / 10;
}

/** Older than 30 days, or missing. */
export function isSatelliteOutdated(satelliteTimestamp: Date | null, now: Date): boolean {
  if (satelliteTimestamp === null) return true;
  return now.getTime() - satelliteTimestamp.getTime() > SATELLITE_FRESH_DAYS * 86_400_000;
}
