import type { Geometry } from '../plot/geometry/geometry.ts';

/** What a statement is: of due diligence, a simplified declaration, or one that refers to others. */
export const STATEMENT_KINDS = ['due_diligence', 'simplified', 'grouped'] as const;
export type StatementKind = (typeof STATEMENT_KINDS)[number];

export const STATEMENT_STATES = [
  'draft',
  'checked',
  'handed_over',
  'submitted',
  'available',
  'rejected',
  'amended',
  'withdrawn',
  'grouped',
  'archived',
] as const;
export type StatementState = (typeof STATEMENT_STATES)[number];

/** API V3 of the EU Information System, `activityType`. */
export const ACTIVITY_TYPES = ['IMPORT', 'EXPORT', 'DOMESTIC'] as const;
export type ActivityType = (typeof ACTIVITY_TYPES)[number];

/** API V3, `operatorRole`. */
export const OPERATOR_ROLES = ['OPERATOR', 'REPRESENTATIVE_OPERATOR'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Limits of the EU Information System (API reference V3 of 29 May 2026). */
export const STATEMENT_LIMITS = {
  /** characters; the live schema takes 50, the documents say 35 */
  internalReferenceLength: 35,
  /** the same of a simplified declaration, whose schema types it as a reference number */
  simplifiedReferenceLength: 14,
  referenceNumberLength: 14,
  verificationNumberLength: 35,
  operatorNameLength: 200,
  commentLength: 2_000,
  descriptionLength: 150,
  producerNameLength: 500,
  commodities: 100,
  producersOfCommodity: 1_000,
  producers: 10_000,
  /** statements that one grouped statement refers to */
  groupedDeclarations: 2_000,
  /** bytes of all geolocation of one statement, before base64 */
  geolocationBytes: 25 * 1024 * 1024,
  /** hours from the submission in which a statement may be amended or withdrawn */
  changeHours: 72,
} as const;

/** A plot of a producer, as it is filed. */
export interface FiledPlace {
  /** the cooperative's name for the place: the farm id */
  productionPlace: string;
  geometry: Geometry;
  /** hectares */
  areaHa: number;
}

/** A producer with all of its plots in one country: one base64 GeoJSON of Type I. */
export interface FiledProducer {
  /** ISO 3166-1 alpha-2 */
  country: string;
  name: string;
  places: readonly FiledPlace[];
}

export interface FiledCommodity {
  descriptionOfGoods: string;
  /** `[0-9]{2,6}` */
  hsHeading: string;
  netGrams: number;
  /** percent by which the net mass may differ, 0 to 50: of DOMESTIC only, null elsewhere */
  deviationPercent: number | null;
  producers: readonly FiledProducer[];
}

/** An address as API V3 takes it: in parts. */
export interface OperatorAddress {
  /** ISO 3166-1 alpha-2 */
  country: string;
  street: string;
  postalCode: string;
  city: string;
}

/** Somebody in whose name a representative files. */
export interface RepresentedOperator {
  name: string;
  address: OperatorAddress;
  /** null: none */
  eori: string | null;
  email: string | null;
}

/** All that one statement says to the EU Information System. */
export interface StatementContent {
  kind: StatementKind;
  operatorRole: OperatorRole;
  internalReference: string;
  activityType: ActivityType;
  representedOperator: RepresentedOperator | null;
  /** ISO 3166-1 alpha-2 */
  countryOfActivity: string | null;
  /** ISO 3166-1 alpha-2 */
  borderCrossCountry: string | null;
  comment: string | null;
  geolocationConfidential: boolean;
  commodities: readonly FiledCommodity[];
  /** reference numbers of the statements that it refers to, 14 characters each */
  groupedDeclarations: readonly string[];
}
