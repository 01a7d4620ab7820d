import { readContent, unknownContentVersion, type EventContent } from '../ledger/content.ts';
import type { LotState } from '../ledger/projection.ts';
import { CONTRACTS, type LotHead } from '../ledger/transitions.ts';
import { canonicalText, commitment, fromHex } from './hashing.ts';
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

/** An event of a file whose content is the one that its transaction records. */
export interface JudgedEvent {
  /** counted from 1 */
  number: number;
  content: EventContent;
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
export function contentOf(text: string, event: number): EventContent | ProofRefusal {
  const content = readContent(text);
  if (content !== null && canonicalText(content) === text) return content;
  const version = unknownContentVersion(text);
  return version === null ? because('content_unreadable', { event }) : because('unknown_content', { event, version });
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

/** The last step: the opened values match the commitments, and the shown values match the recorded ones. */
export async function checkFields(
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
  const stages = journey
    ? compareJourney(
        journey,
        events.map(({ content }) => content),
        opened,
      )
    : null;
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
