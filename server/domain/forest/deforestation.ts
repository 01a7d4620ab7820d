/** Deforestation statuses of a lot (docs/spec/plots-and-satellite-checks.md, 'Deforestation status'). */
export const DEFORESTATION_STATUSES = [
  'No Deforestation',
  'Deforestation Detected',
  'Pending Review',
  'Under Investigation',
] as const;
export type DeforestationStatus = (typeof DEFORESTATION_STATUSES)[number];

/** EUDR Article 2(13): the produce must be free of deforestation after 31 December 2020. */
export const CUT_OFF_YEAR = 2020;

/** The name shown with every result of the sample tiles: their data is made up. */
export const SAMPLE_DATASET = 'Sample of Hansen Global Forest Change layout (made up)';

/** Satellite data older than this is outdated (docs/spec/plots-and-satellite-checks.md, 'Freshness'). */
export const SATELLITE_FRESH_DAYS = 30;

/** Compliant = status `No Deforestation`, everywhere (docs/spec/reports.md, 'Figures'). */
export function isCompliant(status: DeforestationStatus): boolean {
  return status === 'No Deforestation';
}

/**
 * Share of compliant lots in percent, to one decimal, rounded half up; null without lots (docs/spec/reports.md,
 * 'Figures'). Division comes last: for 201 of 400, multiplying the quotient by 1,000 gives slightly less than the half.
 */
export function complianceRate(compliantLots: number, lots: number): number | null {
  return lots === 0 ? null : Math.round((compliantLots * 1_000) / lots) / 10;
}

/** Older than 30 days, or missing. */
export function isSatelliteOutdated(satelliteTimestamp: Date | null, now: Date): boolean {
  if (satelliteTimestamp === null) return true;
  return now.getTime() - satelliteTimestamp.getTime() > SATELLITE_FRESH_DAYS * 86_400_000;
}
