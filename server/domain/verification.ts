import { z } from 'zod';
import { readContent, type ClearField, type CommittedField, type EventContent } from './ledger/content.ts';
import { foldEvents, type LotState } from './ledger/fold.ts';
import { canonicalText, commitment } from './proof/hashing.ts';
import type { Stage } from './stages.ts';
import { degreesFromMicro, fromHundredths, fromTenths, kgFromGrams } from './units.ts';

/** The fields that are compared, by the API's names. */
export const VERIFIED_FIELDS = [
  'lotId',
  'farmId',
  'farmerName',
  'cacaoVariety',
  'harvestDate',
  'latitude',
  'longitude',
  'weight',
  'moistureContent',
  'temperature',
  'certifications',
  'qualityScore',
  'isAnonymized',
  'currentProcess',
  'processDetails',
  'deforestationStatus',
  'satelliteTimestamp',
] as const;
export type VerifiedField = (typeof VERIFIED_FIELDS)[number];

export type Severity = 'HIGH' | 'MEDIUM';

/**
 * HIGH: what says which beans these are, whose, how many, from where, how far and under which finding. MEDIUM: what
 * describes them.
 */
const SEVERITY: Record<VerifiedField, Severity> = {
  lotId: 'HIGH',
  farmId: 'HIGH',
  farmerName: 'HIGH',
  cacaoVariety: 'HIGH',
  harvestDate: 'HIGH',
  latitude: 'HIGH',
  longitude: 'HIGH',
  weight: 'HIGH',
  moistureContent: 'MEDIUM',
  temperature: 'MEDIUM',
  certifications: 'HIGH',
  qualityScore: 'MEDIUM',
  isAnonymized: 'MEDIUM',
  currentProcess: 'HIGH',
  processDetails: 'MEDIUM',
  deforestationStatus: 'HIGH',
  satelliteTimestamp: 'HIGH',
};

/** A lot as its database row has it, in the whole-number units of `units.ts`. */
export interface VerifiedRow {
  lotId: string;
  farmId: string | null;
  farmerName: string | null;
  variety: string;
  /** YYYY-MM-DD */
  harvestDate: string;
  latMicro: number | null;
  lonMicro: number | null;
  weightGrams: number;
  moistureHundredths: number;
  temperatureHundredths: number;
  certifications: readonly string[];
  qualityTenths: number | null;
  isAnonymized: boolean;
  stage: Stage;
  processDetails: string | null;
  deforestationStatus: string;
  satelliteAt: Date | null;
  deleted: boolean;
}

/** One event as the ledger holds it; what the port's `LedgerEntry` says of it. */
export interface LedgerEvidence {
  eventId: string;
  seq: number;
  content: string | null;
  transactionValid: boolean;
}

/** The lot's chain as the ledger's port read and checked it. */
export interface ChainEvidence {
  entries: readonly LedgerEvidence[];
  brokenBlocks: readonly number[];
  /** `seq` of events that the ledger counts but cannot show */
  missing: readonly number[];
}

/** One event as our own `lot_event` and outbox have it. */
export interface OwnEvent {
  eventId: string;
  seq: number;
  content: string;
  /** whether the outbox says that the ledger took it */
  recorded: boolean;
}

/** A kept salt of a committed value (`personal_value`). */
export interface KeptSalt {
  eventId: string;
  field: CommittedField;
  salt: Uint8Array;
}

export interface VerificationInput {
  row: VerifiedRow;
  /** all events of the lot in our database */
  events: readonly OwnEvent[];
  /** null: the ledger could not be asked */
  chain: ChainEvidence | null;
  salts: readonly KeptSalt[];
}

export type FieldState = 'match' | 'differs' | 'pending' | 'erased';

/** A value in API units (kg, %, °C, degrees). */
export type ApiValue = string | number | boolean | string[] | null;

export interface Discrepancy {
  /** a verified field, `deleted`, `event 3` or `block 12` */
  field: string;
  databaseValue: ApiValue;
  /** null for personal fields, of which the ledger holds commitments alone */
  blockchainValue: ApiValue;
  severity: Severity;
}

export interface Verification {
  state: 'verified' | 'pending' | 'differs' | 'unavailable';
  /** nothing differs; false where nothing could be compared */
  dataMatches: boolean;
  /**
   * match / (match + differs) in percent, not rounded; 0 where nothing was compared. A broken block or event counts as
   * one that differs, so that 100 is only said where nothing is wrong.
   */
  matchPercentage: number;
  fields: { field: VerifiedField; state: FieldState }[];
  discrepancies: Discrepancy[];
}

/**
 * Compares a lot's row with the fold of its recorded events, then of those that still wait (decisions, 'Verification').
 *
 * Row, events and salts must be read in one snapshot, and the chain after it: an event that is recorded in between is
 * then known here as a waiting one. An event that is both added and recorded in between shows as one that our database
 * lacks; so when an `event N` is reported that is newer than all of `events`, the caller reads everything once more.
 */
export async function verifyLot({ row, events, chain, salts }: VerificationInput): Promise<Verification> {
  if (chain === null) {
    return { state: 'unavailable', dataMatches: false, matchPercentage: 0, fields: [], discrepancies: [] };
  }
  const onChain = new Set(chain.entries.map(({ eventId }) => eventId));
  const waiting = events.filter(({ eventId, recorded }) => !recorded && !onChain.has(eventId));
  const recorded = foldEvents(readContents(chain.entries));
  const expected = foldEvents(readContents(waiting), recorded);

  const fields: Verification['fields'] = [];
  const discrepancies: Discrepancy[] = [];
  for (const field of VERIFIED_FIELDS) {
    const found = await COMPARISONS[field]({ row, recorded, expected, salts });
    fields.push({ field, state: found.state });
    if (found.state === 'differs') {
      const { databaseValue, blockchainValue, lost } = found;
      discrepancies.push({ field, databaseValue, blockchainValue, severity: lost ? 'HIGH' : SEVERITY[field] });
    }
  }
  if (row.deleted !== (expected?.deleted ?? false)) {
    const blockchainValue = expected?.deleted ?? false;
    discrepancies.push({ field: 'deleted', databaseValue: row.deleted, blockchainValue, severity: 'HIGH' });
  }
  discrepancies.push(...chainDiscrepancies(events, chain));

  const matches = fields.filter(({ state }) => state === 'match').length;
  const compared = matches + discrepancies.length;
  return {
    state: discrepancies.length > 0 ? 'differs' : waiting.length > 0 ? 'pending' : 'verified',
    dataMatches: discrepancies.length === 0,
    matchPercentage: compared === 0 ? 0 : (matches / compared) * 100,
    fields,
    discrepancies,
  };
}

/** The fields of which the public may see that they differ, not what the database has: names, places, free text. */
const PERSONAL = new Set<string>([
  'farmId',
  'farmerName',
  'latitude',
  'longitude',
  'processDetails',
] satisfies VerifiedField[]);

/** The same verification for the public: without personal values (decisions, 'Verification'). */
export function forPublic<Verified extends Verification>(verification: Verified): Verified {
  const discrepancies = verification.discrepancies.map((one) =>
    PERSONAL.has(one.field) ? { ...one, databaseValue: null, blockchainValue: null } : one,
  );
  return { ...verification, discrepancies };
}

/** The contents that can be read, in order; an unreadable one is reported by `chainDiscrepancies`. */
function readContents(events: readonly { seq: number; content: string | null }[]): EventContent[] {
  return [...events]
    .sort((a, b) => a.seq - b.seq)
    .map(({ content }) => readContent(content))
    .filter((content) => content !== null);
}

/** What is wrong with the lot's events themselves: changed, lost, or on one side alone. */
function chainDiscrepancies(events: readonly OwnEvent[], chain: ChainEvidence): Discrepancy[] {
  const own = new Map(events.map((event) => [event.eventId, event]));
  const shown = new Set(chain.entries.map(({ eventId }) => eventId));
  const wrong = new Set<number>(chain.missing);
  const said = new Map<number, Pick<Discrepancy, 'databaseValue' | 'blockchainValue'>>();
  const report = (seq: number, databaseValue: ApiValue, blockchainValue: ApiValue): void => {
    wrong.add(seq);
    said.set(seq, { databaseValue, blockchainValue });
  };
  for (const entry of chain.entries) {
    const ours = own.get(entry.eventId);
    if (ours === undefined) report(entry.seq, null, 'recorded');
    else if (!entry.transactionValid) report(entry.seq, 'recorded', 'not valid');
    else if (ours.content !== entry.content || ours.seq !== entry.seq) report(entry.seq, 'another content', 'recorded');
  }
  for (const event of events) {
    if (event.recorded && !shown.has(event.eventId)) report(event.seq, 'recorded', null);
    else if (readContent(event.content) === null) report(event.seq, 'not readable', null);
  }
  const ofEvents = [...wrong]
    .sort((a, b) => a - b)
    .map((seq): Discrepancy => {
      const { databaseValue = null, blockchainValue = null } = said.get(seq) ?? {};
      return { field: `event ${seq}`, databaseValue, blockchainValue, severity: 'HIGH' };
    });
  const ofBlocks = chain.brokenBlocks.map((number): Discrepancy => {
    return { field: `block ${number}`, databaseValue: null, blockchainValue: 'not valid', severity: 'HIGH' };
  });
  return [...ofEvents, ...ofBlocks];
}

interface Compared {
  state: FieldState;
  databaseValue: ApiValue;
  blockchainValue: ApiValue;
  /** the value or its salt is gone although no event erased it */
  lost?: boolean;
}

type Comparison = (context: {
  row: VerifiedRow;
  /** the fold of what the ledger has; null: nothing of this lot */
  recorded: LotState | null;
  /** the fold of that and of what still waits: the last word */
  expected: LotState | null;
  salts: readonly KeptSalt[];
}) => Promise<Compared>;

/**
 * A field that stands in the clear.
 * @param ofRow the row's value in the API's form
 * @param ofLedger the ledger's value in the API's form
 */
function clear(
  field: ClearField,
  ofRow: (row: VerifiedRow) => ApiValue,
  ofLedger: (value: unknown) => ApiValue,
): Comparison {
  return async ({ row, recorded, expected }) => {
    const databaseValue = ofRow(row);
    const blockchainValue = ofLedger(expected?.clear[field]);
    const settled = recorded !== null && sameValue(ofLedger(recorded.clear[field]), blockchainValue);
    const state = !sameValue(databaseValue, blockchainValue) ? 'differs' : settled ? 'match' : 'pending';
    return { state, databaseValue, blockchainValue };
  };
}

/**
 * A personal field, of which the ledger has a commitment: the row's value and the kept salt must yield it again.
 * @param shown the row's value in the API's form
 * @param columns the row's columns; the committed value is the one, or the list of them when there are more
 */
function committed(
  field: CommittedField,
  shown: (row: VerifiedRow) => ApiValue,
  columns: (row: VerifiedRow) => readonly (string | number | null)[],
): Comparison {
  return async ({ row, recorded, expected, salts }) => {
    const values = columns(row);
    const empty = values.every((value) => value === null);
    const last = expected?.committed[field];
    const kept = salts.find((salt) => salt.eventId === last?.eventId && salt.field === field);
    const answer = (agrees: boolean, settled: boolean, good: FieldState): Compared => {
      const state = !agrees ? 'differs' : settled ? good : 'pending';
      const lost = !agrees && last !== undefined && !last.erased && (empty || kept === undefined);
      return { state, databaseValue: shown(row), blockchainValue: null, lost };
    };
    // Never set by any event: then the row must have nothing either.
    if (last === undefined) return answer(empty, recorded !== null, 'match');
    const before = recorded?.committed[field];
    const settled = before?.eventId === last.eventId && before.erased === last.erased;
    if (last.erased) return answer(empty, settled, 'erased');
    if (kept?.salt.length !== 32) return answer(false, settled, 'match');
    const value = empty ? null : values.length === 1 ? values[0] : values;
    return answer((await commitment(field, value, kept.salt)) === last.commitment, settled, 'match');
  };
}

const sameValue = (a: ApiValue, b: ApiValue): boolean => canonicalText(a) === canonicalText(b);

const scalar = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable();
const asIs = (value: unknown): ApiValue => scalar.parse(value ?? null);
const scaled =
  (scale: (whole: number) => number) =>
  (value: unknown): ApiValue =>
    typeof value === 'number' ? scale(value) : null;
const kg = scaled(kgFromGrams);
const hundredths = scaled(fromHundredths);
const tenths = scaled(fromTenths);
const degrees = scaled(degreesFromMicro);
/** One form for the same moment, however its text was written. */
const moment = (value: unknown): ApiValue => (typeof value === 'string' ? new Date(value).toISOString() : null);

const place = (row: VerifiedRow): (number | null)[] => [row.latMicro, row.lonMicro];

const COMPARISONS: Record<VerifiedField, Comparison> = {
  lotId: clear('lotId', (row) => row.lotId, asIs),
  farmId: committed(
    'farmId',
    (row) => row.farmId,
    (row) => [row.farmId],
  ),
  farmerName: committed(
    'farmerName',
    (row) => row.farmerName,
    (row) => [row.farmerName],
  ),
  cacaoVariety: clear('variety', (row) => row.variety, asIs),
  harvestDate: clear('harvestDate', (row) => row.harvestDate, asIs),
  latitude: committed('place', (row) => degrees(row.latMicro), place),
  longitude: committed('place', (row) => degrees(row.lonMicro), place),
  weight: clear('weightGrams', (row) => kg(row.weightGrams), kg),
  moistureContent: clear('moistureHundredths', (row) => hundredths(row.moistureHundredths), hundredths),
  temperature: clear('temperatureHundredths', (row) => hundredths(row.temperatureHundredths), hundredths),
  certifications: clear('certifications', (row) => [...row.certifications], asIs),
  qualityScore: clear('qualityTenths', (row) => tenths(row.qualityTenths), tenths),
  isAnonymized: clear('isAnonymized', (row) => row.isAnonymized, asIs),
  currentProcess: clear('stage', (row) => row.stage, asIs),
  processDetails: committed(
    'processDetails',
    (row) => row.processDetails,
    (row) => [row.processDetails],
  ),
  deforestationStatus: clear('deforestationStatus', (row) => row.deforestationStatus, asIs),
  satelliteTimestamp: clear('satelliteTimestamp', (row) => moment(row.satelliteAt?.toISOString()), moment),
};
