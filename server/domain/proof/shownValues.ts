import { isPublic, LOT_FIELD_NAMES, type PublicField } from '../lot/lotTable.ts';
import type {
  JourneyStepView,
  PublicLotView,
  PublicPageView,
  SatelliteCheckView,
  VerificationView,
} from '../public/publicAnswers.ts';

/*
 * Sources of all values that the public page, the element and the certificate show of a lot. Each is either compared by
 * the browser with the events of the proof file, or listed beside the verdict as stated by this site.
 */

/** What a page shows that is not part of the proof, by the names that its words have. */
export const SITE_VALUES = [
  'country',
  'origins',
  'sample',
  'dataset',
  'area',
  'decision',
  'updated',
  'record',
  'comparison',
] as const;
export type SiteValue = (typeof SITE_VALUES)[number];

/** The shown values of a lot, and where each is shown. */
export type ShownBy = 'page' | 'element' | 'certificate';

export type ValueSource =
  /** compared with the fold of the events, or with the event of its stage */
  | { source: 'fields' | 'journey'; on: readonly ShownBy[] }
  /** not in the proof file */
  | { source: 'site'; value: SiteValue; on: readonly ShownBy[] };

/** A value of the answer of `GET /lots/public/{lotId}`, as `lot.weight`. */
export type ShownValue =
  | `lot.${keyof PublicLotView}`
  | `journey.${keyof JourneyStepView}`
  | `satelliteCheck.${keyof SatelliteCheckView}`
  | `verification.${keyof VerificationView}`
  | Exclude<keyof PublicPageView, 'journey' | 'satelliteCheck'>;

const everywhere = ['page', 'element', 'certificate'] as const;
const fields: ValueSource = { source: 'fields', on: everywhere };
const journey = { source: 'journey', on: ['page', 'certificate'] } as const;
const site = (value: SiteValue, on: readonly ShownBy[] = everywhere): ValueSource => ({ source: 'site', value, on });

/** The public fields of the lot, all of which its events record. */
const lotFields = Object.fromEntries(
  LOT_FIELD_NAMES.filter(isPublic).map((field) => [`lot.${field}`, fields] as const),
  // The type says of the same table what the loop does.
) as Record<`lot.${PublicField}`, ValueSource>;

/** Every value of the public answer of a lot; the compiler holds it to the types of that answer. */
export const SHOWN_VALUES: Readonly<Record<ShownValue, ValueSource>> = {
  ...lotFields,
  'lot.statusDecidedBy': site('decision'),
  'lot.statusDecidedOn': site('decision'),
  'lot.pendingReason': site('decision'),
  'lot.sampleSatelliteData': site('sample'),
  'lot.timestamp': site('updated', ['page']),
  'lot.updatedAt': site('updated', ['page']),
  'lot.blockchainHash': site('record', ['page', 'certificate']),
  'lot.blockNumber': site('record', ['page', 'certificate']),
  'journey.stage': journey,
  'journey.timestamp': journey,
  'journey.location': journey,
  'journey.details': journey,
  'journey.blockNumber': site('record', ['page', 'certificate']),
  'satelliteCheck.dataset': site('dataset', ['page', 'element']),
  'satelliteCheck.datasetVersion': site('dataset', ['page', 'element']),
  'satelliteCheck.sample': site('sample'),
  'satelliteCheck.hectares': site('area', ['page', 'element']),
  'satelliteCheck.pixelMeters': site('area', ['page', 'element']),
  'verification.state': site('comparison'),
  'verification.dataMatches': site('comparison'),
  'verification.matchPercentage': site('comparison'),
  'verification.fields': site('comparison'),
  'verification.discrepancies': site('comparison'),
  'verification.lastVerified': site('comparison'),
  'verification.blockchainTimestamp': site('comparison'),
  sampleSatelliteData: site('sample'),
  country: site('country'),
  // Kind and shares follow from other lots' events; the lot's own events name its inputs by their keys alone.
  'lot.kind': site('origins', ['page', 'certificate']),
  origins: site('origins', ['page', 'certificate']),
};

/** What a page or an element shows that its proof does not cover, in the order of the table. */
export function siteValues(by: ShownBy): SiteValue[] {
  const shown = new Set(
    Object.values(SHOWN_VALUES).flatMap((one) => (one.source === 'site' && one.on.includes(by) ? [one.value] : [])),
  );
  return SITE_VALUES.filter((one) => shown.has(one));
}
