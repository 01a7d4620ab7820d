import type { LotAction } from '../ledger/content.ts';
import type { LotKind } from '../lot/lotKind.ts';
import type { PublicValues } from '../lot/lotTable.ts';
import type { TransformationStep } from '../mass/massBalance.ts';
import type { Message } from '../messages/message.ts';
import type { Stage } from '../lot/stages.ts';
import type { PendingReason, StatusSource } from '../forest/statusCodes.ts';
import type { Verification } from '../verification/verification.ts';

/*
 * What the public calls answer about a lot (docs/spec/public-pages.md, 'Public lot'), as the server writes and the page
 * reads it.
 */

/** What became of a lot's events on the ledger. */
export const RECORD_STATUSES = ['pending', 'recorded', 'failed'] as const;
export type RecordStatus = (typeof RECORD_STATUSES)[number];

/**
 * The newest recorded event's transaction, and whether later events still wait (docs/spec/lots-and-stages.md,
 * 'Blockchain state').
 */
export interface BlockchainHash {
  transactionId: string;
  signature: string;
  status: RecordStatus;
}

/** A lot as shoppers see it (docs/spec/public-pages.md, 'Public locations' and 'Anonymized lots'). */
export interface PublicLotView extends PublicValues {
  kind: LotKind;
  statusDecidedBy: StatusSource;
  /** YYYY-MM-DD, UTC; null without a decision */
  statusDecidedOn: string | null;
  /** null unless the status is `Pending Review` */
  pendingReason: PendingReason | null;
  sampleSatelliteData: boolean;
  timestamp: string;
  /** ISO 8601, UTC */
  updatedAt: string;
  blockchainHash: BlockchainHash | null;
  /** of the newest recorded event; null until there is one, and while the ledger cannot be reached */
  blockNumber: number | null;
}

/** A stage that a lot reached, as its chain has it. */
export interface JourneyStepView extends Pick<ProvenanceView, 'timestamp' | 'location' | 'details' | 'blockNumber'> {
  stage: Stage;
}

/** What the check looked at that a lot's status is dated by. */
export interface SatelliteCheckView {
  dataset: string;
  datasetVersion: string;
  /** made up for demonstrations */
  sample: boolean;
  /** land that was looked at */
  hectares: number;
  /** width of the dataset's smallest pixel */
  pixelMeters: number;
}

/** What one farm has in a lot that was made of others. Farms have no names here, whatever their own lots show. */
export interface FarmShareView {
  /** kg of the lot's present weight */
  weight: number;
  /** one decimal */
  percent: number;
  /** its origin lots */
  lots: number;
  /** degrees, of its largest origin lot, rounded as that lot's own page shows them; null without a place */
  latitude: number | null;
  longitude: number | null;
}

/** A step that a lot's beans went through on the way from their origin lots. */
export interface OriginStepView {
  step: TransformationStep;
  /** YYYY-MM-DD, UTC, of the first and the last transformation */
  from: string;
  until: string;
  transformations: number;
}

/** Where a lot that was made of others comes from. */
export interface PublicOriginsView {
  /** those whose lots were erased count as one */
  farms: number;
  lots: number;
  /** ISO 3166-1 alpha-2 of the rounded places, those with most beans first */
  countries: string[];
  /** at most 60, largest first */
  shares: FarmShareView[];
  /** all other farms together; null: there are none */
  others: (Pick<FarmShareView, 'weight' | 'percent' | 'lots'> & { farms: number }) | null;
  varieties: { variety: string; percent: number }[];
  /** in the order of their first day */
  steps: OriginStepView[];
}

/** What the public page of a lot shows besides the lot and its comparison. */
export interface PublicPageView {
  /** this server's checks read sample data */
  sampleSatelliteData: boolean;
  /** ISO 3166-1 alpha-2, of the rounded place; null on the high seas, and without a place */
  country: string | null;
  /** oldest first; null while the ledger cannot be reached */
  journey: JourneyStepView[] | null;
  /** the last conclusive one; null where there was none, and where its evidence was erased */
  satelliteCheck: SatelliteCheckView | null;
  /** null of an origin lot */
  origins: PublicOriginsView | null;
}

export interface VerificationView extends Verification {
  lastVerified: string;
  /** time of the newest recorded event's block */
  blockchainTimestamp: string | null;
}

/** An organisation that signed a transaction. */
export interface Endorser {
  mspId: string;
  organisation: string;
  /** SHA-256 of the certificate, hex */
  certificateFingerprint: string;
  /** hex (DER) */
  signature: string;
}

export interface BlockchainView {
  verification: VerificationView;
  provenance: { blockNumber: number; transactionId: string; chaincode: string; endorsers: Endorser[] } | null;
}

/** One event of a lot as the ledger holds it (GET /lots/{id}/provenance). */
export interface ProvenanceView {
  id: string;
  action: LotAction;
  /** the stage that the event set; null where it set none */
  stage: Stage | null;
  transactionId: string;
  /** for a step of an alert only the day */
  timestamp: string;
  /** name of the account that acted; null in public, and once it was erased */
  user: string | null;
  blockNumber: number;
  sequenceNumber: number;
  location: string | null;
  details: string | null;
  consensusValidated: boolean;
  verified: boolean;
  cryptographicSignature: string;
  endorsers: Endorser[];
}

export interface IntegrityView {
  isValid: boolean;
  verified: boolean;
  state: Verification['state'];
  message: string;
  /** the same, sentence by sentence */
  said: Message[];
  blockchainHash: string | null;
  blockchainTimestamp: string | null;
  networkConsensus: boolean | null;
  lastVerified: string;
  discrepancies: Verification['discrepancies'];
  proof: {
    blockchainVerified: boolean | null;
    networkConsensus: boolean | null;
    cryptographicHash: string | null;
    timestampProof: string | null;
  };
}
