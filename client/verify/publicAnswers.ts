import { isStage, type Stage } from '../../server/domain/stages.ts';
import {
  PENDING_REASONS,
  STATUS_SOURCES,
  type PendingReason,
  type StatusSource,
} from '../../server/domain/statusCodes.ts';

/*
 * What the public calls answer, read by hand: a validation library would weigh more than the rest of this area. A value that
 * is missing or of another type becomes null and is shown as not known; nothing is assumed.
 */
export interface PublicLot {
  lotId: string;
  farmId: string | null;
  farmerName: string | null;
  cacaoVariety: string | null;
  /** YYYY-MM-DD */
  harvestDate: string | null;
  currentProcess: Stage | null;
  processDetails: string | null;
  /** 0-100 */
  qualityScore: number | null;
  /** kg */
  weight: number | null;
  /** % */
  moistureContent: number | null;
  /** °C */
  temperature: number | null;
  /** degrees, rounded by the server */
  latitude: number | null;
  longitude: number | null;
  deforestationStatus: string | null;
  statusDecidedBy: StatusSource | null;
  /** YYYY-MM-DD */
  statusDecidedOn: string | null;
  /** null also where it is one that this page does not know */
  pendingReason: PendingReason | null;
  /** the last conclusive check, ISO 8601 */
  satelliteTimestamp: string | null;
  certifications: string[];
  isAnonymized: boolean;
  /** last updated, ISO 8601 */
  updatedAt: string | null;
  blockchainHash: { transactionId: string; status: string } | null;
  /** of the newest recorded event */
  blockNumber: number | null;
}

/** A value in API units (kg, %, °C, degrees); null when it is not told. */
export type ComparedValue = string | number | boolean | string[] | null;

export interface Discrepancy {
  /** a field of the lot, `deleted`, `event 3` or `block 12` */
  field: string;
  databaseValue: ComparedValue;
  blockchainValue: ComparedValue;
}

export const VERIFICATION_STATES = ['verified', 'pending', 'differs', 'unavailable'] as const;
export type VerificationState = (typeof VERIFICATION_STATES)[number];

export interface Verification {
  state: VerificationState | null;
  dataMatches: boolean | null;
  /** %; null when nothing was compared */
  matchPercentage: number | null;
  discrepancies: Discrepancy[];
  lastVerified: string | null;
  blockchainTimestamp: string | null;
}

/** What `GET /lots/public/{lotId}` answers. */
export interface LotAnswer {
  lot: PublicLot;
  verification: Verification | null;
  /** the satellite result rests on sample data */
  sampleSatelliteData: boolean;
}

export interface Endorser {
  name: string;
  mspId: string | null;
  certificateFingerprint: string | null;
}

/** What `GET /lots/public/{lotId}/blockchain` answers. */
export interface LedgerSummary {
  verification: Verification | null;
  blockNumber: number | null;
  transactionId: string | null;
  chaincode: string | null;
  endorsers: Endorser[];
}

export interface ProvenanceEntry {
  id: string;
  action: string;
  /** the stage that the event set */
  stage: Stage | null;
  transactionId: string | null;
  timestamp: string | null;
  user: string | null;
  blockNumber: number | null;
  sequenceNumber: number | null;
  location: string | null;
  details: string | null;
  consensusValidated: boolean | null;
  verified: boolean | null;
  cryptographicSignature: string | null;
  endorsers: Endorser[];
}

/** What `POST /lots/public/{lotId}/verify-integrity` answers. A missing field counts as not checked. */
export interface IntegrityCheck {
  state: VerificationState;
  /** what was found, in one sentence */
  message: string | null;
  blockchainHash: string | null;
  blockchainTimestamp: string | null;
  lastVerified: string | null;
  discrepancies: Discrepancy[];
  blockchainVerified: boolean | null;
  networkConsensus: boolean | null;
  cryptographicHash: string | null;
  timestampProof: string | null;
}

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const figure = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] => list(value).filter((entry): entry is string => typeof entry === 'string');
const instant = (value: unknown): string | null => {
  const written = text(value);
  return written === null || Number.isNaN(Date.parse(written)) ? null : written;
};

function readStage(value: unknown): Stage | null {
  const stage = text(value);
  return stage !== null && isStage(stage) ? stage : null;
}

/** The object that holds `key`: the answer itself, or what it nests under `data`, up to three levels deep. */
export function holderOf(answer: unknown, key: string): Fields | null {
  let candidate = answer;
  for (let level = 0; level <= 3; level += 1) {
    if (!isFields(candidate)) return null;
    if (candidate[key] !== undefined && candidate[key] !== null) return candidate;
    candidate = candidate['data'];
  }
  return null;
}

/** The server's own words, if it sent any. */
export function messageOf(answer: unknown): string | null {
  return text(fieldsOf(answer)['message']);
}

/** Null when it is not a lot: without a lot number there is nothing to show. */
export function readLot(value: unknown): PublicLot | null {
  const lot = fieldsOf(value);
  const lotId = text(lot['lotId']);
  if (lotId === null) return null;
  const hash = fieldsOf(lot['blockchainHash']);
  const transactionId = text(hash['transactionId']);
  const status = text(hash['status']);
  return {
    lotId,
    farmId: text(lot['farmId']),
    farmerName: text(lot['farmerName']),
    cacaoVariety: text(lot['cacaoVariety']),
    harvestDate: instant(lot['harvestDate']),
    currentProcess: readStage(lot['currentProcess']),
    processDetails: text(lot['processDetails']),
    qualityScore: figure(lot['qualityScore']),
    weight: figure(lot['weight']),
    moistureContent: figure(lot['moistureContent']),
    temperature: figure(lot['temperature']),
    latitude: figure(lot['latitude']),
    longitude: figure(lot['longitude']),
    deforestationStatus: text(lot['deforestationStatus']),
    statusDecidedBy: STATUS_SOURCES.find((source) => source === lot['statusDecidedBy']) ?? null,
    statusDecidedOn: instant(lot['statusDecidedOn']),
    pendingReason: PENDING_REASONS.find((reason) => reason === lot['pendingReason']) ?? null,
    satelliteTimestamp: instant(lot['satelliteTimestamp']),
    certifications: texts(lot['certifications']),
    isAnonymized: lot['isAnonymized'] === true,
    updatedAt: instant(lot['updatedAt']) ?? instant(lot['timestamp']),
    blockchainHash: transactionId === null || status === null ? null : { transactionId, status },
    blockNumber: figure(lot['blockNumber']),
  };
}

function compared(value: unknown): ComparedValue {
  if (Array.isArray(value)) return texts(value);
  return text(value) ?? figure(value) ?? flag(value);
}

/** A discrepancy is either an object with a field or just the field's name (public specification, section 3). */
function readDiscrepancies(value: unknown): Discrepancy[] {
  return list(value).flatMap((entry) => {
    const fields = fieldsOf(entry);
    const field = text(entry) ?? text(fields['field']);
    if (field === null) return [];
    return [
      { field, databaseValue: compared(fields['databaseValue']), blockchainValue: compared(fields['blockchainValue']) },
    ];
  });
}

function readState(value: unknown): VerificationState | null {
  return VERIFICATION_STATES.find((state) => state === value) ?? null;
}

function readVerification(value: unknown): Verification | null {
  if (!isFields(value)) return null;
  const state = readState(value['state']);
  const matchPercentage = figure(value['matchPercentage']);
  // 0 stands where nothing was compared, too: then it is no figure.
  const meant = state !== 'unavailable' && !(state === 'pending' && matchPercentage === 0);
  return {
    state,
    dataMatches: flag(value['dataMatches']),
    matchPercentage: meant ? matchPercentage : null,
    discrepancies: readDiscrepancies(value['discrepancies']),
    lastVerified: instant(value['lastVerified']),
    blockchainTimestamp: instant(value['blockchainTimestamp']),
  };
}

/** Null when the answer holds no lot. */
export function readLotAnswer(answer: unknown): LotAnswer | null {
  const holder = holderOf(answer, 'lot');
  const lot = readLot(holder?.['lot']);
  if (holder === null || lot === null) return null;
  return {
    lot,
    verification: readVerification(holder['verification']),
    sampleSatelliteData: holder['sampleSatelliteData'] === true,
  };
}

function readEndorsers(value: unknown): Endorser[] {
  return list(value).flatMap((entry) => {
    const fields = fieldsOf(entry);
    const mspId = text(fields['mspId']);
    const name = text(entry) ?? text(fields['organisation']) ?? mspId;
    return name === null ? [] : [{ name, mspId, certificateFingerprint: text(fields['certificateFingerprint']) }];
  });
}

/** Null when the answer says nothing of the ledger. */
export function readLedgerSummary(answer: unknown): LedgerSummary | null {
  const holder = holderOf(answer, 'verification') ?? holderOf(answer, 'provenance');
  if (holder === null) return null;
  const provenance = fieldsOf(holder['provenance']);
  return {
    verification: readVerification(holder['verification']),
    blockNumber: figure(provenance['blockNumber']),
    transactionId: text(provenance['transactionId']),
    chaincode: text(provenance['chaincode']),
    endorsers: readEndorsers(provenance['endorsers']),
  };
}

/** Null when the answer holds no chain; an empty chain is an answer. */
export function readProvenanceChain(answer: unknown): ProvenanceEntry[] | null {
  const chain = holderOf(answer, 'provenanceChain')?.['provenanceChain'];
  if (!Array.isArray(chain)) return null;
  return chain.filter(isFields).map((entry, index) => ({
    id: text(entry['id']) ?? String(index),
    action: text(entry['action']) ?? 'Recorded',
    stage: readStage(entry['stage']),
    transactionId: text(entry['transactionId']),
    timestamp: instant(entry['timestamp']),
    user: text(entry['user']) ?? text(entry['operator']),
    blockNumber: figure(entry['blockNumber']),
    sequenceNumber: figure(entry['sequenceNumber']),
    location: text(entry['location']),
    details: text(entry['details']),
    consensusValidated: flag(entry['consensusValidated']),
    verified: flag(entry['verified']),
    cryptographicSignature: text(entry['cryptographicSignature']),
    endorsers: readEndorsers(entry['endorsers']),
  }));
}

/** Null when the answer is no integrity check. */
export function readIntegrityCheck(answer: unknown): IntegrityCheck | null {
  const check = holderOf(answer, 'lastVerified') ?? holderOf(answer, 'state');
  if (check === null) return null;
  const proof = fieldsOf(check['proof']);
  const verified = check['isValid'] === true && check['verified'] === true;
  return {
    state: readState(check['state']) ?? (verified ? 'verified' : 'unavailable'),
    message: text(check['message']),
    blockchainHash: text(check['blockchainHash']),
    blockchainTimestamp: instant(check['blockchainTimestamp']),
    lastVerified: instant(check['lastVerified']),
    discrepancies: readDiscrepancies(check['discrepancies']),
    blockchainVerified: flag(proof['blockchainVerified']),
    networkConsensus: flag(proof['networkConsensus']) ?? flag(check['networkConsensus']),
    cryptographicHash: text(proof['cryptographicHash']),
    timestampProof: instant(proof['timestampProof']),
  };
}

/** `embedded` or `fabric`; null when it is not said. */
export function readLedgerDriver(answer: unknown): string | null {
  return text(holderOf(answer, 'driver')?.['driver']);
}

/** Whether a health answer reports an error (public specification, section 4, 'Connectivity'). */
export function saysDown(answer: unknown): boolean {
  return holderOf(answer, 'status')?.['status'] === 'error';
}

/** Whether a public health answer names a capability of the server. */
export function hasCapability(answer: unknown, capability: string): boolean {
  return texts(holderOf(answer, 'capabilities')?.['capabilities']).includes(capability);
}
