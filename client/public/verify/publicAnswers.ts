import { DEFORESTATION_STATUSES } from '../../../server/domain/forest/deforestation.ts';
import {
  factsOf,
  isPublic,
  LOT_FIELD_NAMES,
  type FieldForm,
  type PublicValues,
} from '../../../server/domain/lot/lotTable.ts';
import {
  RECORD_STATUSES,
  type BlockchainHash,
  type BlockchainView,
  type Endorser as FullEndorser,
  type FarmShareView,
  type IntegrityView,
  type JourneyStepView,
  type OriginStepView,
  type ProvenanceView,
  type PublicLotView,
  type SatelliteCheckView,
  type VerificationView,
} from '../../../server/domain/public/publicAnswers.ts';
import type { Message } from '../../../server/domain/messages/message.ts';
import { TRANSFORMATION_STEPS, type TransformationStep } from '../../../server/domain/mass/massBalance.ts';
import { isStage, type Stage } from '../../../server/domain/lot/stages.ts';
import { PENDING_REASONS, STATUS_SOURCES } from '../../../server/domain/forest/statusCodes.ts';
import type {
  ApiValue,
  Discrepancy as FullDiscrepancy,
  VerificationState,
} from '../../../server/domain/verification/verification.ts';
import { readMessages } from './readMessages.ts';

/*
 * The public API responses as the page uses them: the server's types, with every member nullable. A missing value or
 * one of another type becomes null and is shown as unknown. A validation library would be larger than the rest of this
 * area.
 */
type Told<Answer> = { [Member in keyof Answer]: Answer[Member] | null };

/** A parser per member; the compiler checks it against the server's type. */
type Readers<Answer> = { [Member in keyof Answer]: (value: unknown) => Answer[Member] | null };

export interface PublicLot extends Told<
  Omit<PublicValues, 'lotId' | 'certifications' | 'isAnonymized'> &
    Pick<PublicLotView, 'statusDecidedBy' | 'statusDecidedOn' | 'pendingReason' | 'updatedAt' | 'blockNumber'>
> {
  lotId: string;
  certifications: string[];
  isAnonymized: boolean;
  blockchainHash: Pick<BlockchainHash, 'transactionId' | 'status'> | null;
}

/** A value in API units (kg, %, °C, degrees); null if not public. */
export type ComparedValue = ApiValue;
/** A field of the lot, `deleted`, `event 3` or `block 12`. */
export type PublicDiscrepancy = Pick<FullDiscrepancy, 'field' | 'databaseValue' | 'blockchainValue'> & {
  /** reason code; null if not public */
  code: string | null;
};

export const VERIFICATION_STATES = [
  'verified',
  'pending',
  'differs',
  'unavailable',
] as const satisfies readonly VerificationState[];

type PublicVerification = Omit<VerificationView, 'fields' | 'discrepancies'>;
/** `matchPercentage` is null if nothing was compared. */
export interface VerificationAnswer extends Told<PublicVerification> {
  discrepancies: PublicDiscrepancy[];
}

/** A stage that the lot reached, from its chain; the time may be unknown. */
export interface JourneyStep extends Told<Omit<JourneyStepView, 'stage'>> {
  stage: Stage;
}

/** The satellite check that determines the date of the status. */
export interface SatelliteCheck extends Told<Omit<SatelliteCheckView, 'sample'>> {
  sample: boolean;
}

export type FarmShare = Told<Omit<FarmShareView, 'lots'>>;

/** Where a lot that was made of others comes from. */
export interface OriginsOfBeans {
  farms: number;
  countries: string[];
  /** of each listed farm, largest first */
  shares: FarmShare[];
  /** all other farms together */
  others: (Told<Pick<FarmShareView, 'weight' | 'percent'>> & { farms: number }) | null;
  varieties: { variety: string; percent: number | null }[];
  steps: (Told<Pick<OriginStepView, 'from' | 'until'>> & { step: TransformationStep })[];
}

/** Response of `GET /lots/public/{lotId}`. */
export interface LotAnswer {
  lot: PublicLot;
  verification: VerificationAnswer | null;
  /** this server's checks use sample data */
  sampleSatelliteData: boolean;
  country: string | null;
  /** oldest first; null while the ledger is unavailable */
  journey: JourneyStep[] | null;
  satelliteCheck: SatelliteCheck | null;
  /** null of a lot that was registered at a farm */
  origins: OriginsOfBeans | null;
}

export interface PublicEndorser extends Told<Pick<FullEndorser, 'mspId' | 'certificateFingerprint'>> {
  name: string;
}

type PublicLedger = Omit<NonNullable<BlockchainView['provenance']>, 'endorsers'>;
/** Response of `GET /lots/public/{lotId}/blockchain`. */
export interface LedgerSummary extends Told<PublicLedger> {
  verification: VerificationAnswer | null;
  endorsers: PublicEndorser[];
}

type PublicEvent = Omit<ProvenanceView, 'id' | 'action' | 'endorsers'>;
export interface ProvenanceEntry extends Told<PublicEvent> {
  id: string;
  /** may be unknown to this page */
  action: string;
  endorsers: PublicEndorser[];
}

type PublicCheck = Pick<IntegrityView, 'blockchainHash' | 'blockchainTimestamp' | 'lastVerified'>;
/** Response of `POST /lots/public/{lotId}/verify-integrity`. A missing field counts as not checked. */
export interface IntegrityCheck extends Told<PublicCheck & IntegrityView['proof']> {
  /** messages about the result */
  said: Message[];
  state: VerificationState;
  discrepancies: PublicDiscrepancy[];
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

function oneOf<Value extends string>(values: readonly Value[]): (value: unknown) => Value | null {
  return (value) => values.find((known) => known === value) ?? null;
}

function readAll<Answer extends object>(readers: Readers<Answer>, answer: Fields): Told<Answer> {
  const told = Object.entries<(value: unknown) => unknown>(readers).map(([member, read]) => [
    member,
    read(answer[member]),
  ]);
  // The loop calls a reader for each member, so the type holds.
  return Object.fromEntries(told) as Told<Answer>;
}

/** The object that has `key`: the response itself, or one nested under `data`, up to three levels deep. */
export function holderOf(answer: unknown, key: string): Fields | null {
  let candidate = answer;
  for (let level = 0; level <= 3; level += 1) {
    if (!isFields(candidate)) return null;
    if (candidate[key] !== undefined && candidate[key] !== null) return candidate;
    candidate = candidate['data'];
  }
  return null;
}

/** The server's message, if any. */
export function serverMessage(answer: unknown): string | null {
  return text(fieldsOf(answer)['message']);
}

const FORMS: Record<FieldForm, (value: unknown) => unknown> = {
  text,
  variety: text,
  day: instant,
  figure,
  texts,
  flag,
  stage: readStage,
  status: oneOf(DEFORESTATION_STATUSES),
  moment: instant,
};

/** The fields of a lot, according to the server's table of public values. */
function readFields(lot: Fields): Told<PublicValues> {
  const told: Fields = {};
  for (const field of LOT_FIELD_NAMES.filter(isPublic)) told[field] = FORMS[factsOf(field).form](lot[field]);
  return told as Told<PublicValues>;
}

const BESIDE: Readers<Pick<PublicLot, 'statusDecidedBy' | 'statusDecidedOn' | 'pendingReason' | 'blockNumber'>> = {
  statusDecidedBy: oneOf(STATUS_SOURCES),
  statusDecidedOn: instant,
  // null also for a value unknown to this page
  pendingReason: oneOf(PENDING_REASONS),
  blockNumber: figure,
};

const HASH: Readers<Pick<BlockchainHash, 'transactionId' | 'status'>> = {
  transactionId: text,
  status: oneOf(RECORD_STATUSES),
};

/** Null if it is not a lot: a lot number is required. */
export function readLot(value: unknown): PublicLot | null {
  const lot = fieldsOf(value);
  const fields = readFields(lot);
  if (fields.lotId === null) return null;
  const hash = readAll(HASH, fieldsOf(lot['blockchainHash']));
  return {
    ...fields,
    ...readAll(BESIDE, lot),
    lotId: fields.lotId,
    certifications: fields.certifications ?? [],
    isAnonymized: fields.isAnonymized ?? false,
    updatedAt: instant(lot['updatedAt']) ?? instant(lot['timestamp']),
    blockchainHash:
      hash.transactionId === null || hash.status === null
        ? null
        : { transactionId: hash.transactionId, status: hash.status },
  };
}

function compared(value: unknown): ComparedValue {
  if (Array.isArray(value)) return texts(value);
  return text(value) ?? figure(value) ?? flag(value);
}

/**
 * A discrepancy is either an object with a field or only the field's name (docs/spec/public-pages.md, 'Public
 * answers').
 */
function readDiscrepancies(value: unknown): PublicDiscrepancy[] {
  return list(value).flatMap((entry) => {
    const fields = fieldsOf(entry);
    const field = text(entry) ?? text(fields['field']);
    if (field === null) return [];
    const [databaseValue, blockchainValue] = [compared(fields['databaseValue']), compared(fields['blockchainValue'])];
    return [{ field, databaseValue, blockchainValue, code: text(fieldsOf(fields['said'])['code']) }];
  });
}

const readState = oneOf(VERIFICATION_STATES);

const VERIFICATION: Readers<PublicVerification> = {
  state: readState,
  dataMatches: flag,
  matchPercentage: figure,
  lastVerified: instant,
  blockchainTimestamp: instant,
};

function readVerification(value: unknown): VerificationAnswer | null {
  if (!isFields(value)) return null;
  const told = readAll(VERIFICATION, value);
  const { state, matchPercentage } = told;
  // 0 is also sent when nothing was compared; then there is no figure.
  const meant = state !== 'unavailable' && !(state === 'pending' && matchPercentage === 0);
  return {
    ...told,
    matchPercentage: meant ? matchPercentage : null,
    discrepancies: readDiscrepancies(value['discrepancies']),
  };
}

const STEP: Readers<Omit<JourneyStepView, 'stage'>> = {
  timestamp: instant,
  location: text,
  details: text,
  blockNumber: figure,
};

function readJourney(value: unknown): JourneyStep[] | null {
  if (!Array.isArray(value)) return null;
  return value.filter(isFields).flatMap((entry) => {
    const stage = readStage(entry['stage']);
    return stage === null ? [] : [{ ...readAll(STEP, entry), stage }];
  });
}

const READING: Readers<Omit<SatelliteCheckView, 'sample'>> = {
  dataset: text,
  datasetVersion: text,
  hectares: figure,
  pixelMeters: figure,
};

function readSatelliteCheck(value: unknown): SatelliteCheck | null {
  return isFields(value) ? { ...readAll(READING, value), sample: value['sample'] === true } : null;
}

const SHARE: Readers<Omit<FarmShareView, 'lots'>> = {
  weight: figure,
  percent: figure,
  latitude: figure,
  longitude: figure,
};
const readStep = oneOf(TRANSFORMATION_STEPS);

/** Null of an origin lot, and if the number of farms is unknown. */
function readOrigins(value: unknown): OriginsOfBeans | null {
  const origins = fieldsOf(value);
  const farms = figure(origins['farms']);
  if (farms === null) return null;
  const rest = fieldsOf(origins['others']);
  const others = figure(rest['farms']);
  return {
    farms,
    countries: texts(origins['countries']),
    shares: list(origins['shares']).map((share) => readAll(SHARE, fieldsOf(share))),
    others:
      others === null ? null : { farms: others, weight: figure(rest['weight']), percent: figure(rest['percent']) },
    varieties: list(origins['varieties'])
      .map(fieldsOf)
      .flatMap((part) => {
        const variety = text(part['variety']);
        return variety === null ? [] : [{ variety, percent: figure(part['percent']) }];
      }),
    steps: list(origins['steps'])
      .map(fieldsOf)
      .flatMap((entry) => {
        const step = readStep(entry['step']);
        return step === null ? [] : [{ step, from: instant(entry['from']), until: instant(entry['until']) }];
      }),
  };
}

/** Null if the response contains no lot. */
export function readLotAnswer(answer: unknown): LotAnswer | null {
  const holder = holderOf(answer, 'lot');
  const lot = readLot(holder?.['lot']);
  if (holder === null || lot === null) return null;
  return {
    lot,
    verification: readVerification(holder['verification']),
    sampleSatelliteData: holder['sampleSatelliteData'] === true,
    country: text(holder['country']),
    journey: readJourney(holder['journey']),
    satelliteCheck: readSatelliteCheck(holder['satelliteCheck']),
    origins: readOrigins(holder['origins']),
  };
}

function readEndorsers(value: unknown): PublicEndorser[] {
  return list(value).flatMap((entry) => {
    const fields = fieldsOf(entry);
    const mspId = text(fields['mspId']);
    const name = text(entry) ?? text(fields['organisation']) ?? mspId;
    return name === null ? [] : [{ name, mspId, certificateFingerprint: text(fields['certificateFingerprint']) }];
  });
}

const LEDGER: Readers<PublicLedger> = { blockNumber: figure, transactionId: text, chaincode: text };

/** Null if the response contains nothing about the ledger. */
export function readLedgerSummary(answer: unknown): LedgerSummary | null {
  const holder = holderOf(answer, 'verification') ?? holderOf(answer, 'provenance');
  if (holder === null) return null;
  const provenance = fieldsOf(holder['provenance']);
  return {
    verification: readVerification(holder['verification']),
    ...readAll(LEDGER, provenance),
    endorsers: readEndorsers(provenance['endorsers']),
  };
}

const EVENT: Readers<PublicEvent> = {
  stage: readStage,
  transactionId: text,
  timestamp: instant,
  user: text,
  blockNumber: figure,
  sequenceNumber: figure,
  location: text,
  details: text,
  consensusValidated: flag,
  verified: flag,
  cryptographicSignature: text,
};

/** Null if the response contains no chain; an empty chain is valid. */
export function readProvenanceChain(answer: unknown): ProvenanceEntry[] | null {
  const chain = holderOf(answer, 'provenanceChain')?.['provenanceChain'];
  if (!Array.isArray(chain)) return null;
  return chain.filter(isFields).map((entry, index) => ({
    ...readAll(EVENT, entry),
    // Either may name the actor (docs/spec/public-pages.md, 'Public answers').
    user: text(entry['user']) ?? text(entry['operator']),
    id: text(entry['id']) ?? String(index),
    action: text(entry['action']) ?? 'recorded',
    endorsers: readEndorsers(entry['endorsers']),
  }));
}

const CHECK: Readers<PublicCheck> = {
  blockchainHash: text,
  blockchainTimestamp: instant,
  lastVerified: instant,
};
const PROOF: Readers<IntegrityView['proof']> = {
  blockchainVerified: flag,
  networkConsensus: flag,
  cryptographicHash: text,
  timestampProof: instant,
};

/** Null if the response is not an integrity check. */
export function readIntegrityCheck(answer: unknown): IntegrityCheck | null {
  const check = holderOf(answer, 'lastVerified') ?? holderOf(answer, 'state');
  if (check === null) return null;
  const proof = readAll(PROOF, fieldsOf(check['proof']));
  const verified = check['isValid'] === true && check['verified'] === true;
  return {
    ...readAll(CHECK, check),
    ...proof,
    said: readMessages(check['said']),
    networkConsensus: proof.networkConsensus ?? flag(check['networkConsensus']),
    state: readState(check['state']) ?? (verified ? 'verified' : 'unavailable'),
    discrepancies: readDiscrepancies(check['discrepancies']),
  };
}

/** `embedded` or `fabric`; null if unknown. */
export function readLedgerDriver(answer: unknown): string | null {
  return text(holderOf(answer, 'driver')?.['driver']);
}

/** Whether a health response reports an error (docs/spec/public-pages.md, 'Connectivity'). */
export function saysDown(answer: unknown): boolean {
  return holderOf(answer, 'status')?.['status'] === 'error';
}

/** Whether a public health response lists a capability of the server. */
export function hasCapability(answer: unknown, capability: string): boolean {
  return texts(holderOf(answer, 'capabilities')?.['capabilities']).includes(capability);
}
