import type { LotAction } from '../ledger/content.ts';
import type { PublicValues } from '../lot/lotTable.ts';
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
