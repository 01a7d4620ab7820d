import { z } from 'zod';
import { momentOf, readContent, type ClearField, type CommittedField, type EventContent } from '../ledger/content.ts';
import { foldEvents, kindOf, type LotState } from '../ledger/projection.ts';
import { canonicalText, commitment, sha256, toHex, utf8, type Hash } from '../proof/hashing.ts';
import { DIFFERENCE } from '../messages/differenceMessages.ts';
import type { Message } from '../messages/message.ts';
import { SATELLITE } from '../messages/satelliteMessages.ts';
import type { LotKind } from '../lot/lotKind.ts';
import {
  committedTogether,
  factsOf,
  LOT_FIELD_NAMES,
  LOT_FIELDS,
  type LotField,
  type StoredLot,
} from '../lot/lotTable.ts';
import { kgFromGrams } from '../text/units.ts';
import { alertFaults, type StoredAlert } from './alertRows.ts';
import { checkFaults, concludeEvidence, checkMessageText, type CheckRow } from './evidence.ts';
import { checkStoredValues, type StoredValueFault, type StoredValue, committing } from './storedValues.ts';

/** The fields that are compared, by the API's names. */
export const VERIFIED_FIELDS = LOT_FIELD_NAMES;
export type VerifiedField = LotField;

export type Severity = 'HIGH' | 'MEDIUM';

/** The fields of a lot as its database row has them, in the whole-number units of `units.ts`. */
export interface ProjectedRow extends Readonly<StoredLot> {
  kind: LotKind;
  usedGrams: number;
  deletedAt: Date | null;
}

/** A lot as its database row has it. */
export interface VerifiedRow extends ProjectedRow {
  satelliteMessage: string | null;
  createdAt: Date;
  updatedAt: Date;
  /** the newest event that the row knows of */
  head: { seq: number; hash: string };
  /** the position of its newest recorded event by the row */
  ledger: LedgerReceipt & { status: string };
}

/** The stated position of an event on the ledger; nulls if there is none. */
export interface LedgerReceipt {
  transactionId: string | null;
  blockNumber: number | null;
  /** the first endorser's, hex (DER) */
  signature: string | null;
  recordedAt: Date | null;
}

/** One event as the ledger holds it, from the port's `LedgerEntry`. */
export interface LedgerEvidence {
  eventId: string;
  seq: number;
  content: string | null;
  transactionId: string;
  blockNumber: number;
  blockTime: Date;
  endorsers: readonly { signature: string }[];
  transactionValid: boolean;
}

/** The lot's chain as the ledger's port read and checked it. */
export interface ChainEvidence {
  entries: readonly LedgerEvidence[];
  brokenBlocks: readonly number[];
  /** `seq` of events that the ledger counts but cannot show */
  missing: readonly number[];
  /** other chains that carry the same lot id */
  rivals: readonly string[];
}

/** One event as our own `lot_event` and outbox have it. */
export interface OwnEvent {
  eventId: string;
  seq: number;
  content: string;
  contentHash: string;
  at: Date;
  /** whether its row signature is valid: otherwise the program did not write it */
  sealed: boolean;
  /** its state in the outbox */
  state: 'pending' | 'recorded' | 'failed';
  receipt: LedgerReceipt;
}

export interface VerificationInput {
  row: VerifiedRow;
  /** all events of the lot in our database */
  events: readonly OwnEvent[];
  /** null: the ledger could not be asked */
  chain: ChainEvidence | null;
  kept: readonly StoredValue[];
  checks: readonly CheckRow[];
  alerts: readonly StoredAlert[];
  /** SHA-256; WebCrypto's by default */
  hash?: Hash;
}

export type FieldState = 'match' | 'differs' | 'pending' | 'erased';

/** A value in API units (kg, %, °C, degrees). */
export type ApiValue = string | number | boolean | string[] | null;

export interface Discrepancy {
  /**
   * a verified field, another compared fact (`alert`, `satelliteEvidence`, `newestEvent`, `deleted`...), `event 3` or
   * `block 12`
   */
  field: string;
  databaseValue: ApiValue;
  /** null for personal fields, for which the ledger holds only commitments */
  blockchainValue: ApiValue;
  severity: Severity;
  /** the reason */
  said: Message;
}

export type VerificationState = 'verified' | 'pending' | 'differs' | 'unavailable';

export interface Verification {
  state: VerificationState;
  /** nothing differs; false where nothing could be compared */
  dataMatches: boolean;
  /**
   * match / (match + differs) in percent, not rounded; 0 if nothing was compared. A broken block or event counts as one
   * that differs, so that 100 means that nothing is wrong.
   */
  matchPercentage: number;
  fields: { field: VerifiedField; state: FieldState }[];
  discrepancies: Discrepancy[];
}

/**
 * Compares a lot's row with the fold of its recorded events, then of those that still wait
 * (docs/spec/ledger-and-verification.md, 'Verification').
 *
 * Row, events and salts must be read in one snapshot, and the chain after it: an event that is recorded in between is
 * then known here as a waiting one. An event that is both added and recorded in between shows as one that our database
 * lacks; so when an `event N` is reported that is newer than all of `events`, the caller reads everything once more.
 */
export async function verifyLot(input: VerificationInput): Promise<Verification> {
  const { row, events, chain, kept, hash } = input;
  if (chain === null) {
    return { state: 'unavailable', dataMatches: false, matchPercentage: 0, fields: [], discrepancies: [] };
  }
  const onChain = new Set(chain.entries.map(({ eventId }) => eventId));
  const waiting = events.filter(
    ({ eventId, state, sealed }) => sealed && state !== 'recorded' && !onChain.has(eventId),
  );
  const [recordedContents, waitingContents] = [readContents(chain.entries), readContents(waiting)];
  const contents = [...recordedContents, ...waitingContents];
  const recorded = foldEvents(recordedContents);
  const expected = foldEvents(waitingContents, recorded);
  const fields: Verification['fields'] = [];
  const discrepancies: Discrepancy[] = [];
  for (const { field, compare } of COMPARISONS) {
    const found = await compare({ row, recorded, expected, kept, hash });
    fields.push({ field, state: found.state });
    if (found.state === 'differs') {
      const { databaseValue, blockchainValue, lost } = found;
      const [severity, said] = lost
        ? ['HIGH' as const, DIFFERENCE.lost({ field })]
        : [factsOf(field).severity, DIFFERENCE.value({ field })];
      discrepancies.push({ field, databaseValue, blockchainValue, severity, said });
    }
  }
  const deleted = row.deletedAt !== null;
  if (deleted !== (expected?.deleted ?? false)) {
    const blockchainValue = expected?.deleted ?? false;
    discrepancies.push(unlike('deleted', deleted, blockchainValue));
  }
  discrepancies.push(...massDiscrepancies(row, expected));
  const values = await checkStoredValues(contents, kept, committing(hash));
  discrepancies.push(
    ...chainDiscrepancies(events, chain, values.faults),
    ...recordDiscrepancies(row, events, chain),
    ...timeDiscrepancies(row, events, contents),
    ...(await satelliteDiscrepancies(input, contents, values.read)),
    ...alertFaults(input.alerts, contents, values.read).map(({ inDatabase, onLedger }) =>
      unlike('alert', inDatabase, onLedger),
    ),
  );
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

/**
 * Whether each field of a row, and its deletion, follows from the lot's own events. It checks nothing else: a write
 * calls this for a locked row before it signs another event.
 * @param contents all events of the lot in order, recorded and waiting
 * @param kept the personal values of these events with their salts
 */
export async function rowMatchesEvents(
  row: ProjectedRow,
  contents: readonly EventContent[],
  kept: readonly StoredValue[],
  hash?: Hash,
): Promise<boolean> {
  const projection = foldEvents(contents);
  if (projection === null || (row.deletedAt !== null) !== projection.deleted) return false;
  if (massDiscrepancies(row, projection).length > 0) return false;
  for (const { compare } of COMPARISONS) {
    const { state } = await compare({ row, recorded: projection, expected: projection, kept, hash });
    if (state === 'differs') return false;
  }
  return true;
}

/** Whether the lot is an origin or was made of others, and how much of it was used. */
function massDiscrepancies(row: ProjectedRow, expected: LotState | null): Discrepancy[] {
  const kind = expected === null ? null : kindOf(expected);
  const grams = expected?.mass.used ?? 0;
  return [
    ...(kind === null || row.kind === kind ? [] : [unlike('kind', row.kind, kind)]),
    ...(row.usedGrams === grams ? [] : [unlike('used', kgFromGrams(row.usedGrams), kgFromGrams(grams))]),
  ];
}

/** What the two sides do not say alike, beside the compared fields. */
function unlike(
  field: string,
  databaseValue: ApiValue,
  blockchainValue: ApiValue,
  severity: Severity = 'HIGH',
): Discrepancy {
  return { field, databaseValue, blockchainValue, severity, said: DIFFERENCE.value({ field }) };
}

/** The fields of which the public sees only that they differ, not the values: committed fields. */
const PERSONAL = new Set<string>([
  ...LOT_FIELD_NAMES.filter((field) => factsOf(field).ledger.kind === 'committed'),
  'alert',
]);

/**
 * The same verification for the public: without personal values (docs/spec/ledger-and-verification.md, 'Verification').
 */
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

/** Faults of the lot's events: changed, lost, missing on one side, or not signed; and faults of their values. */
function chainDiscrepancies(
  events: readonly OwnEvent[],
  chain: ChainEvidence,
  values: readonly StoredValueFault[],
): Discrepancy[] {
  const own = new Map(events.map((event) => [event.eventId, event]));
  const shown = new Set(chain.entries.map(({ eventId }) => eventId));
  const wrong = new Set<number>(chain.missing);
  const told = new Map<number, Pick<Discrepancy, 'databaseValue' | 'blockchainValue' | 'said'>>();
  const report = (event: number, databaseValue: ApiValue, blockchainValue: ApiValue, why: EventSentence): void => {
    wrong.add(event);
    told.set(event, { databaseValue, blockchainValue, said: why({ event }) });
  };
  for (const entry of chain.entries) {
    const ours = own.get(entry.eventId);
    if (ours === undefined) report(entry.seq, null, 'recorded', DIFFERENCE.eventForeign);
    else if (!entry.transactionValid) report(entry.seq, 'recorded', 'not valid', DIFFERENCE.eventInvalid);
    else if (ours.content !== entry.content || ours.seq !== entry.seq) {
      report(entry.seq, 'another content', 'recorded', DIFFERENCE.eventChanged);
    } else if (ours.state === 'recorded' && !sameReceipt(ours.receipt, receiptOf(entry))) {
      report(entry.seq, 'recorded elsewhere', 'recorded', DIFFERENCE.eventReceipt);
    }
  }
  for (const event of events) {
    const onLedger = shown.has(event.eventId) ? 'recorded' : null;
    if (event.state === 'recorded' && onLedger === null) {
      report(event.seq, 'recorded', null, DIFFERENCE.eventNotRecorded);
    } else if (readContent(event.content) === null) {
      report(event.seq, 'not readable', null, DIFFERENCE.eventUnreadable);
    } else if (!event.sealed) {
      report(event.seq, 'not sealed by this program', onLedger, DIFFERENCE.eventUnsealed);
    } else if (event.state !== 'recorded' && !sameReceipt(event.receipt, NO_RECEIPT)) {
      report(event.seq, 'a receipt before it was recorded', onLedger, DIFFERENCE.eventEarlyReceipt);
    }
  }
  for (const { seq, faults } of values) {
    const why: EventSentence = ({ event }) => DIFFERENCE.eventValues({ event, faults });
    if (!told.has(seq)) report(seq, faults.join(', '), 'recorded', why);
  }
  const ofEvents = [...wrong]
    .sort((a, b) => a - b)
    .map((seq): Discrepancy => {
      const unseen = { databaseValue: null, blockchainValue: null, said: DIFFERENCE.eventMissing({ event: seq }) };
      return { field: `event ${seq}`, ...(told.get(seq) ?? unseen), severity: 'HIGH' };
    });
  const ofBlocks = chain.brokenBlocks.map((number): Discrepancy => {
    const said = DIFFERENCE.block({ block: number });
    return { field: `block ${number}`, databaseValue: null, blockchainValue: 'not valid', severity: 'HIGH', said };
  });
  const rivals = chain.rivals.map((): Discrepancy => {
    const blockchainValue = 'another chain carries it too';
    const said = DIFFERENCE.rivalChain({});
    return { field: 'lotId', databaseValue: null, blockchainValue, severity: 'HIGH', said };
  });
  return [...ofEvents, ...ofBlocks, ...rivals];
}

/** The message about an event. */
type EventSentence = (values: { event: number }) => Message;

const NO_RECEIPT: LedgerReceipt = { transactionId: null, blockNumber: null, signature: null, recordedAt: null };

function receiptOf(entry: LedgerEvidence): LedgerReceipt {
  const { transactionId, blockNumber, blockTime, endorsers } = entry;
  return { transactionId, blockNumber, signature: endorsers[0]?.signature ?? null, recordedAt: blockTime };
}

function sameReceipt(a: LedgerReceipt, b: LedgerReceipt): boolean {
  return (
    a.transactionId === b.transactionId &&
    a.blockNumber === b.blockNumber &&
    a.signature === b.signature &&
    a.recordedAt?.getTime() === b.recordedAt?.getTime()
  );
}

/**
 * Whether the row's recording state matches the outbox and the ledger (docs/spec/lots-and-stages.md, 'Blockchain
 * state').
 */
function recordDiscrepancies(row: VerifiedRow, events: readonly OwnEvent[], chain: ChainEvidence): Discrepancy[] {
  const newest = [...events].sort((a, b) => b.seq - a.seq).find(({ state }) => state === 'recorded');
  const entry = chain.entries.find(({ eventId }) => eventId === newest?.eventId);
  const expected = entry === undefined ? NO_RECEIPT : receiptOf(entry);
  const states = new Set(events.map(({ state }) => state));
  const status = states.has('failed') ? 'failed' : states.has('pending') || states.size === 0 ? 'pending' : 'recorded';
  const discrepancies: Discrepancy[] = [];
  if (!sameReceipt(row.ledger, expected) || row.ledger.status !== status) {
    const databaseValue = [row.ledger.status, row.ledger.transactionId ?? '—'];
    discrepancies.push(unlike('blockchainHash', databaseValue, [status, expected.transactionId ?? '—']));
  }
  const last = [...events].sort((a, b) => b.seq - a.seq)[0];
  if (row.head.seq !== (last?.seq ?? 0) || row.head.hash !== (last?.contentHash ?? '')) {
    const blockchainValue = last === undefined ? null : `event ${last.seq}`;
    const databaseValue = `event ${row.head.seq}`;
    discrepancies.push(unlike('newestEvent', databaseValue, blockchainValue));
  }
  return discrepancies;
}

/** Times of registration, last change and deletion, by the first event, the newest one and the deletion. */
function timeDiscrepancies(
  row: VerifiedRow,
  events: readonly OwnEvent[],
  contents: readonly EventContent[],
): Discrepancy[] {
  const first = contents[0];
  const createdAt = first === undefined ? null : momentOf(first);
  const newest = events.reduce<OwnEvent | null>((last, event) => (event.seq > (last?.seq ?? 0) ? event : last), null);
  const deletion = contents.find(({ type }) => type === 'deleted');
  const deletedAt = row.deletedAt === null || deletion === undefined ? null : momentOf(deletion);
  // The exact time of an alert's step is only in its signed row.
  const updatedAt = newest?.at.toISOString() ?? null;
  const pairs = [
    ['createdAt', row.createdAt.toISOString(), createdAt],
    ['updatedAt', row.updatedAt.toISOString(), updatedAt],
    ['deleted', row.deletedAt?.toISOString() ?? null, deletedAt],
  ] as const;
  return pairs
    .filter(([, database, ledger]) => ledger !== null && database !== ledger)
    .map(([field, database, ledger]) => unlike(field, database, ledger, 'MEDIUM'));
}

/**
 * Compares the stored checks with the satellite events: each event has its check with the committed evidence, each
 * check has its event, and the check's row follows from the evidence.
 */
async function satelliteDiscrepancies(
  { row, checks, hash = sha256 }: VerificationInput,
  contents: readonly EventContent[],
  kept: (eventId: string, field: CommittedField) => unknown,
): Promise<Discrepancy[]> {
  const wrong = (databaseValue: ApiValue, blockchainValue: ApiValue): Discrepancy =>
    unlike('satelliteEvidence', databaseValue, blockchainValue);
  const discrepancies: Discrepancy[] = [];
  const left = new Set(checks);
  let message: string | null | undefined;
  let place: unknown;
  let plots: unknown = null;
  for (const content of contents) {
    if (content.commit.geometry !== undefined) plots = withoutNone(kept(content.eventId, 'geometry'));
    if (content.commit.place !== undefined || content.commit.geometry !== undefined) {
      if (content.commit.place !== undefined) place = kept(content.eventId, 'place');
      message = (content.type === 'created' ? SATELLITE.firstCheckQueued({}) : SATELLITE.newPlaceCheckQueued({})).text;
    }
    if (content.type !== 'satellite') continue;
    const evidenceHash = kept(content.eventId, 'evidenceHash');
    const own = [...left].find(
      (check) => check.endedAt.toISOString() === content.at && check.evidenceHash === (evidenceHash ?? ''),
    );
    if (own === undefined) {
      discrepancies.push(wrong(null, content.at));
      continue;
    }
    left.delete(own);
    // Erased with the place: only that there was a check is kept.
    if (evidenceHash === undefined) {
      message = undefined;
      continue;
    }
    const concluded = concludeEvidence(own.evidence);
    const faults = checkFaults(own, concluded);
    if (toHex(await hash(utf8(own.evidence))) !== own.evidenceHash) faults.push('evidence');
    if (!sameValue([own.latMicro, own.lonMicro], place)) faults.push('place');
    if (!sameValue(own.plots, plots)) faults.push('plots');
    if (faults.length > 0) discrepancies.push(wrong(faults, content.at));
    if (concluded !== null) message = checkMessageText(own, concluded);
  }
  for (const { endedAt } of left) discrepancies.push(wrong(endedAt.toISOString(), null));
  if (message !== undefined && row.satelliteMessage !== message) {
    discrepancies.push(unlike('satelliteMessage', row.satelliteMessage, message, 'MEDIUM'));
  }
  return discrepancies;
}

/** Removed plots and absent plots count as equal. */
function withoutNone(plots: unknown): unknown {
  return Array.isArray(plots) && plots.length === 0 ? null : plots;
}

interface Compared {
  state: FieldState;
  databaseValue: ApiValue;
  blockchainValue: ApiValue;
  /** the value or its salt is gone although no event erased it */
  lost?: boolean;
}

type Comparison = (context: {
  row: ProjectedRow;
  /** the projection of the ledger's events; null: the ledger has none of this lot */
  recorded: LotState | null;
  /** the projection of those and of the waiting events: the expected state */
  expected: LotState | null;
  kept: readonly StoredValue[];
  hash: Hash | undefined;
}) => Promise<Compared>;

/**
 * A field in the clear.
 * @param ofRow the row's value in the API's form
 * @param ofLedger the ledger's value in the API's form
 */
function clear(
  field: ClearField,
  ofRow: (row: ProjectedRow) => ApiValue,
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
  shown: (row: ProjectedRow) => ApiValue,
  columns: (row: ProjectedRow) => readonly Column[],
): Comparison {
  return async ({ row, recorded, expected, kept: values, hash }) => {
    const columnValues = columns(row);
    const empty = columnValues.every((value) => value === null);
    const last = expected?.committed[field];
    const kept = values.find((one) => one.eventId === last?.eventId && one.field === field);
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
    const value = empty ? null : columnValues.length === 1 ? columnValues[0] : columnValues;
    return answer((await commitment(field, value, kept.salt, hash)) === last.commitment, settled, 'match');
  };
}

const sameValue = (a: unknown, b: unknown): boolean =>
  a !== undefined && b !== undefined && canonicalText(a) === canonicalText(b);

const scalar = z.union([z.string(), z.boolean(), z.array(z.string())]).nullable();
const asIs = (value: unknown): ApiValue => scalar.parse(value ?? null);
/** One form for the same moment, however its text was written. */
const moment = (value: unknown): ApiValue =>
  typeof value === 'string' || value instanceof Date ? new Date(value).toISOString() : null;

/** A value of a field in the API's form, as the row has it or as the ledger tells it. */
function apiForm(field: LotField, value: unknown): ApiValue {
  const { form, figure } = factsOf(field);
  if (form === 'moment') return moment(value);
  if (figure !== undefined) return typeof value === 'number' ? figure.scale.fromWhole(value) : null;
  return asIs(value);
}

const stored = (row: ProjectedRow, field: LotField): unknown => row[LOT_FIELDS[field].stored];

/** What a committed value is made of: a place of two columns, plots of a list. */
const column = z.union([z.string(), z.number(), z.array(z.string())]).nullable();
type Column = z.output<typeof column>;

function comparisonOf(field: LotField): Comparison {
  const { ledger } = LOT_FIELDS[field];
  const shown = (row: ProjectedRow): ApiValue => apiForm(field, stored(row, field));
  if (ledger.kind === 'clear') return clear(ledger.name, shown, (value) => apiForm(field, value));
  const together = committedTogether(ledger.name);
  return committed(ledger.name, shown, (row) => together.map((one) => column.parse(stored(row, one))));
}

const COMPARISONS = VERIFIED_FIELDS.map((field) => ({ field, compare: comparisonOf(field) }));
