import type { LedgerRefusalCode } from '../ledger/transitions.ts';
import type { CommittedField } from '../ledger/content.ts';
import type { PublicField } from '../lot/lotTable.ts';
import type { LotBalance, MassFigure } from './lotBalance.ts';
import type { ApiValue } from '../verification/verification.ts';

/*
 * Results of a proof check (docs/verify-a-proof.md): one step after the other, each as a code with the computed values,
 * or with the reason of its failure. No texts: page, script and element have their own.
 */

/** The steps in their order. Each rests on all before it. */
export const PROOF_STEPS = [
  'file',
  'roots',
  'events',
  'chain',
  'path',
  'headers',
  'signatures',
  'balance',
  'fields',
] as const;
export type ProofStepCode = (typeof PROOF_STEPS)[number];

/** What each step computed. Hashes are hex, whole; events are counted from 1. */
export interface Computed {
  /** the file has the form of a proof of this version */
  file: { version: number; events: number };
  /** the organisations' certificates are signed by roots that are trusted */
  roots: { organisations: readonly string[]; fingerprints: readonly string[] };
  /** each event's hash is the one that its transaction names; `hash` is the newest one's */
  events: { events: number; hash: string };
  /** each event names the hash of the one before, and none is missing in between */
  chain: { events: number; links: number };
  /**
   * each transaction is in its block, by audit paths with this number of hashes, or in whole blocks (`whole`, Fabric)
   * with this number of transactions
   */
  path: { events: number; blocks: number; hashes: number; whole: boolean };
  /** the headers are such as were signed, and follow one another; the first and last block's number */
  headers: { blocks: number; first: number; last: number };
  /** every organisation signed every transaction and every header */
  signatures: { organisations: readonly string[]; signatures: number };
  /** the lot's grams add up, and so do those of each of the `opened` lots that it was made of with what was used of it */
  balance: { balance: LotBalance; opened: number };
  /**
   * this number of shown fields and stages match the recorded ones; `opened` personal values were compared with their
   * commitments
   */
  fields: { compared: number; opened: number };
}

/** What is compared: a field of the lot, or the stages that it went through. */
export type ComparedName = PublicField | 'journey';

/** A field that is shown otherwise than it was recorded, in the API's units. */
export interface FieldDifference {
  /** `journey`: stages, each as one text */
  field: ComparedName;
  shown: ApiValue;
  recorded: ApiValue;
}

/** Whose signature, on the transaction of which event or the header of which block. */
interface SignedPlace {
  organisation: string;
  on: 'event' | 'block';
  number: number;
}

/** One of the lots that a lot was made of, counted from 1, and the event by which grams left it. */
interface InputPlace {
  input: number;
  key: string;
  event: number;
}

/** Why a step failed or was not made, with what names the place. */
export interface ReasonValues {
  /** a step before it was not proven */
  rests: { step: ProofStepCode };
  /** `where` the file is not as it must be: names of members, with points */
  form: { where: string };
  /** no roots were given to compare with */
  no_roots: Record<never, never>;
  certificate: { organisation: string };
  organisation_twice: { organisation: string };
  /** the file's roots, none of which or not just which are trusted */
  other_roots: { organisations: readonly string[]; fingerprints: readonly string[] };
  content_unreadable: { event: number };
  transaction_unreadable: { event: number };
  content_differs: { event: number };
  /** the event is not of the lot that the file is of, or its transaction names another event */
  another_event: { event: number };
  /** the file, the content of an event, or the rules that judged an event are of a version that this program does not know */
  unknown_version: { version: number };
  unknown_content: { event: number; version: number };
  unknown_rules: { event: number };
  chain_broken: { event: number; refusal: LedgerRefusalCode };
  path_differs: { event: number; block: number };
  /** no organisation's signature fits the header */
  header_differs: { block: number };
  /** two headers of one block, blocks that run backwards, or a block that does not name the hash of the one before it */
  headers_unlinked: { block: number };
  signature_missing: SignedPlace;
  signature_twice: SignedPlace;
  signature_invalid: SignedPlace;
  signature_stranger: SignedPlace;
  transaction_id: { event: number };
  /** places in blocks take whole blocks, which the file does not hold (Fabric) */
  whole_blocks: Record<never, never>;
  /** the root of those who order blocks is not among those that are trusted (Fabric) */
  ordering_root: { organisation: string };
  expired: { organisation: string; event: number };
  /** the grams of the lot's own events do not add up at an event; `difference` are too many, or too few below 0 */
  mass_differs: { event: number; figure: MassFigure; difference: number };
  /** the lot's own grams add up; of `of` lots that it was made of, the proofs of `closed` were not given */
  inputs_closed: { closed: number; of: number; balance: LotBalance };
  /** the proof of an input has no event at the position that is named */
  input_missing: InputPlace;
  /** it has another event there than the one that is named */
  input_other_event: InputPlace;
  /** by that event other grams left the input (`found`) than this lot was made of (`stated`) */
  input_differs: InputPlace & { stated: number; found: number };
  /** a personal value in the file is not the one that the event commits to */
  opened_differs: { event: number; field: CommittedField };
  /** shown, but the file does not open the recorded value */
  not_opened: { field: ComparedName };
  shown_differs: { differences: readonly FieldDifference[] };
  /** shown values differ from the recorded ones, and a change of the lot waits to be recorded */
  waiting: { differences: readonly FieldDifference[] };
}
export type ReasonCode = keyof ReasonValues;
export type ProofReason<Code extends ReasonCode = ReasonCode> = {
  [C in Code]: { readonly code: C; readonly values: ReasonValues[C] };
}[Code];

export interface ProvenStep<Code extends ProofStepCode> {
  readonly code: Code;
  readonly state: 'proven';
  readonly computed: Computed[Code];
}
export interface UnprovenStep<Code extends ProofStepCode> {
  readonly code: Code;
  readonly state: 'failed' | 'not checked';
  readonly reason: ProofReason;
}
/** One step of a check. */
export type ProofStep<Code extends ProofStepCode = ProofStepCode> = {
  [C in Code]: ProvenStep<C> | UnprovenStep<C>;
}[Code];

/**
 * Whether a step keeps the proof valid: it is proven; or it is the position in a block, which needs the whole block
 * (Fabric), without which the endorsements and the order of the events remain proven; or it is the balance with lots
 * whose proofs were not given, without which the lot's own balance remains proven.
 */
export function holds(step: ProofStep): boolean {
  return step.state === 'proven' || step.reason.code === 'whole_blocks' || step.reason.code === 'inputs_closed';
}

/** Whether a reason is a version that this program does not know: then it finds the file neither valid nor changed. */
export function isUnknownVersion({ code }: ProofReason): boolean {
  return code === 'unknown_version' || code === 'unknown_content' || code === 'unknown_rules';
}

/** That something is not proven, and why. */
export interface ProofRefusal {
  readonly reason: ProofReason;
}

/** A reason with its values. */
export function because<Code extends ReasonCode>(code: Code, values: ReasonValues[Code]): ProofRefusal {
  // The compiler does not see that a code and its values make one of the union.
  return { reason: { code, values } as ProofReason };
}
