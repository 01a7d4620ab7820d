import {
  readConsignmentContent,
  readContent,
  unknownContentVersion,
  type ConsignmentContent,
  type EventContent,
} from '../ledger/content.ts';
import { foldEvents, type LotState } from '../ledger/projection.ts';
import { CONTRACTS, type LotHead } from '../ledger/transitions.ts';
import { canonicalText, commitment, fromHex } from './hashing.ts';
import { inputRefusal } from './inputProof.ts';
import { balanceOf } from './lotBalance.ts';
import type { Disclosure } from './proofFile.ts';
import { because, type ComparedName, type Computed, type FieldDifference, type ProofRefusal } from './proofSteps.ts';
import { compareShown, type OpenedValue } from './shownFields.ts';
import { compareJourney } from './shownJourney.ts';
import type { SignatureFault } from './signatures.ts';
import type { ProofCheckOptions, ProofVerdict, ReportedSteps } from './reportedSteps.ts';
import type { TransactionFault } from './transaction.ts';

/*
 * What a check of a proof does alike for every kind of ledger.
 */

/** A content of a chain that a file can prove: a lot's or a consignment's. */
export type ProvenContent = EventContent | ConsignmentContent;

/** An event of a file whose content is the one that its transaction records. */
export interface JudgedEvent {
  /** counted from 1 */
  number: number;
  content: ProvenContent;
  /** of the content */
  hash: string;
  /** version of the contract that judged it, as its transaction says */
  contract: string;
  disclosed: readonly Disclosure[];
}

/** Whether an organisation's root is trusted, for all of them. @param signers the organisations of the file */
export function checkRoots(
  signers: Iterable<{ name: string; rootFingerprint: string }>,
  roots: readonly string[] | undefined,
): { computed: Computed['roots'] } | ProofRefusal {
  if (roots === undefined) return because('no_roots', {});
  const all = [...signers];
  const trusted = new Set(roots.map((one) => one.toLowerCase()));
  const organisations = all.map(({ name }) => name);
  const fingerprints = all.map(({ rootFingerprint }) => rootFingerprint);
  // Neither may lack one: every organisation has to sign.
  const same = new Set(fingerprints).size === trusted.size && fingerprints.every((one) => trusted.has(one));
  const computed = { organisations, fingerprints };
  return same ? { computed } : because('other_roots', computed);
}

/** A content in its one canonical form. @param event number of the event */
export function contentOf(text: string, event: number): ProvenContent | ProofRefusal {
  const content = readContent(text) ?? readConsignmentContent(text);
  if (content !== null && canonicalText(content) === text) return content;
  const version = unknownContentVersion(text);
  return version === null ? because('content_unreadable', { event }) : because('unknown_content', { event, version });
}

/** The contents of a lot's chain; none of a consignment's. */
function lotContents(events: readonly JudgedEvent[]): EventContent[] {
  return events.flatMap(({ content }) => (content.type === 'consignment' ? [] : content));
}

/** The lot as the events of its chain tell it; null for a consignment, which has no fields of a lot. */
export function recordedLot(events: readonly JudgedEvent[]): LotState | null {
  return foldEvents(lotContents(events));
}

/**
 * Runs the ledger's own rules over the contents: gapless order, links by hash, allowed transitions; each event by the rules
 * that its transaction names.
 */
export function checkChain(events: readonly JudgedEvent[]): ProofRefusal | null {
  let head: LotHead | null = null;
  for (const { number, content, hash, contract } of events) {
    const rules = CONTRACTS.get(contract);
    if (rules === undefined) return because('unknown_rules', { event: number });
    const step = rules(head, content, hash);
    if ('refusal' in step) return because('chain_broken', { event: number, refusal: step.refusal.code });
    head = step.head;
  }
  return null;
}

/** Why a transaction is not valid. @param nameOf an organization's name by its MSP id */
export function transactionRefusal(
  fault: TransactionFault,
  event: number,
  nameOf: (mspId: string) => string,
): ProofRefusal {
  if (fault.kind === 'id') return because('transaction_id', { event });
  if (fault.kind === 'expired') return because('expired', { organisation: nameOf(fault.mspId), event });
  return signatureRefusal(fault, 'event', event, nameOf);
}

/** Which signature is not valid, and on what. */
export function signatureRefusal(
  { kind, mspId }: SignatureFault,
  on: 'event' | 'block',
  number: number,
  nameOf: (mspId: string) => string,
): ProofRefusal {
  return because(`signature_${kind}`, { organisation: nameOf(mspId), on, number });
}

/**
 * The steps that need no ledger: the lot's grams add up, the opened values match the commitments, and the shown values
 * match the recorded ones.
 */
export async function checkStated(
  events: readonly JudgedEvent[],
  recorded: LotState | null,
  options: ProofCheckOptions,
  told: ReportedSteps,
): Promise<ProofVerdict> {
  const unbalanced = await checkBalance(events, options, told);
  return unbalanced === null
    ? checkFields(events, recorded, options, told)
    : told.failed('balance', unbalanced, recorded);
}

/** Adds up the lot's grams, and compares what it was made of with the proofs that were given of that. */
async function checkBalance(
  events: readonly JudgedEvent[],
  { inputs = new Map() }: ProofCheckOptions,
  told: ReportedSteps,
): Promise<ProofRefusal | null> {
  const contents = events.flatMap(({ content }) => (content.type === 'consignment' ? [] : [content]));
  // A consignment has no grams of its own: those of its lots are judged on their chains.
  if (contents.length < events.length) return null;
  const added = balanceOf(contents);
  if ('fault' in added) return because('mass_differs', added.fault);
  const { balance } = added;
  told.balance = balance;
  const first = events[0]?.content;
  const formed = first?.type === 'formed' ? first : null;
  told.formed = formed;
  const parts = formed?.formation.inputs ?? [];
  let opened = 0;
  for (const [i, part] of parts.entries()) {
    const input = inputs.get(part.key);
    if (formed === null || input === undefined) continue;
    const differs = await inputRefusal(part, i + 1, formed.transfer, input);
    if (differs !== null) return differs;
    opened += 1;
  }
  const closed = parts.length - opened;
  if (closed === 0) await told.proven('balance', { balance, opened });
  else await told.open('balance', because('inputs_closed', { closed, of: parts.length, balance }));
  return null;
}

/** The last step: the opened values match the commitments, and the shown values match the recorded ones. */
async function checkFields(
  events: readonly JudgedEvent[],
  recorded: LotState | null,
  { fields = {}, journey, waiting = false }: ProofCheckOptions,
  told: ReportedSteps,
): Promise<ProofVerdict> {
  const opened: OpenedValue[] = [];
  for (const { number, disclosed, content } of events) {
    for (const { field, value, salt } of disclosed) {
      if (content.commit[field] !== (await commitment(field, value, fromHex(salt)))) {
        return told.failed('fields', because('opened_differs', { event: number, field }), recorded);
      }
      opened.push({ eventId: content.eventId, field, value });
    }
  }
  if (recorded === null) return told.verdict(null);
  const { same, ...compared } = compareShown(fields, recorded, opened);
  const stages = journey ? compareJourney(journey, lotContents(events), opened) : null;
  const differences: FieldDifference[] = [...compared.differences];
  if (stages !== null && stages.shown.length + stages.recorded.length > 0) {
    differences.push({ field: 'journey', shown: stages.shown, recorded: stages.recorded });
  }
  const hidden: ComparedName | undefined = compared.closed[0] ?? (stages?.closed === true ? 'journey' : undefined);
  if (waiting && (differences.length > 0 || hidden !== undefined)) {
    await told.open('fields', because('waiting', { differences }));
  } else if (differences.length > 0) {
    return told.failed('fields', because('shown_differs', { differences }), recorded);
  } else if (hidden !== undefined) {
    return told.failed('fields', because('not_opened', { field: hidden }), recorded);
  } else {
    await told.proven('fields', { compared: same.length + (stages?.same ?? 0), opened: opened.length });
  }
  return told.verdict(recorded);
}
