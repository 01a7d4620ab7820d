import * as z from 'zod/mini';
import { readContent, versionOf, type EventContent, type FormedContent } from '../ledger/content.ts';
import { checkProof } from './checkProof.ts';
import type { LotContents } from './inputProof.ts';
import { formationDifference, massFigureOf, type LotBalance, type MassFigure } from './lotBalance.ts';
import { lotContents } from './proofFile.ts';
import { because, holds, type ProofReason } from './proofSteps.ts';
import type { ProofVerdict } from './reportedSteps.ts';
import type { ShownFields } from './shownFields.ts';

/** Lots in one whole proof: of a lot with more ancestors there is none, and its inputs are opened one by one. */
export const WHOLE_PROOF_LOTS = 1_000;
const KIND = 'manam-trace/whole-proof';

const lotKeyForm = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** The proofs of a lot and of all lots that it was made of, back to those that were registered at a farm. */
const wholeProof = z.strictObject({
  v: z.literal(1),
  kind: z.literal(KIND),
  /** the lot that the others went into */
  lotKey: lotKeyForm,
  /** proof files of either version, each of one lot */
  proofs: z.array(z.unknown()).check(z.minLength(1), z.maxLength(WHOLE_PROOF_LOTS)),
});

/** Whether a parsed file says that it is a whole proof. */
export function isWholeProof(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'kind' in raw && raw.kind === KIND;
}

/** One lot of a whole proof. */
export interface WholeLot {
  lotKey: string;
  /** null where its first event cannot be read */
  lotId: string | null;
  /** its grams; null where its own proof failed */
  balance: LotBalance | null;
  /** whether its own proof and the balance with all lots that it was made of are proven */
  proven: boolean;
}

/** What is wrong with a whole proof, and where. */
export interface WholeFault {
  /** null: with the file as such */
  lotKey: string | null;
  lotId: string | null;
  /** event of that lot, counted from 1; null where it is none of them */
  event: number | null;
  /** which of the event's grams; null where it is something else */
  figure: MassFigure | null;
  /** grams by the event, and by another event that names the same */
  grams: { stated: number; elsewhere: number } | null;
  reason: ProofReason;
}

export interface WholeProofVerdict {
  /** every proof, every edge and every balance is proven */
  proven: boolean;
  lots: WholeLot[];
  faults: WholeFault[];
  /** keys of lots that others were made of, and whose proofs the file lacks: their balances are not checked */
  missing: string[];
  /** over all lots, in grams */
  totals: WholeTotals;
}

interface WholeTotals {
  lots: number;
  /** parts of lots that went into others: each was compared on both sides */
  parts: number;
  /** as registered at farms */
  registered: number;
  /** lost in transformations */
  lost: number;
  /** what weighings and corrections changed */
  restated: number;
  left: number;
}

export interface WholeProofOptions {
  /** SHA-256 (hex) of the trusted root certificates, as for `checkProof` */
  roots?: readonly string[] | undefined;
  /** shown values of the lot that the others went into */
  fields?: ShownFields | undefined;
  /** called after each lot */
  onLot?: ((done: number, lots: number) => void) | undefined;
}

/** A proof of the file with what is read of it. */
interface OneProof {
  raw: unknown;
  lotKey: string;
  texts: LotContents;
  /** null for one that cannot be read */
  contents: (EventContent | null)[];
}

/**
 * Checks a whole proof (docs/verify-a-proof.md) from the file alone: every proof as `checkProof` does; each part that a
 * lot was made of with the event by which it left the other lot; and the grams of every lot and every transformation.
 * @param raw the file, parsed from JSON, not trusted
 */
export async function checkWholeProof(raw: unknown, options: WholeProofOptions = {}): Promise<WholeProofVerdict> {
  const read = readWhole(raw);
  if ('reason' in read) return refused(read.reason);
  const { lotKey, proofs } = read;
  const inputs = new Map(proofs.map((one) => [one.lotKey, one.texts]));
  const checked: Checked[] = [];
  for (const [i, proof] of proofs.entries()) {
    const fields = proof.lotKey === lotKey ? options.fields : undefined;
    const verdict = await checkProof(proof.raw, { roots: options.roots, inputs, fields });
    checked.push({ proof, verdict });
    options.onLot?.(i + 1, proofs.length);
  }
  const missing = [
    ...new Set(proofs.flatMap((one) => partsOf(one).map(({ key }) => key)).filter((key) => !inputs.has(key))),
  ];
  const lots = checked.map(wholeLot);
  const byKey = new Map(checked.map((one) => [one.proof.lotKey, one]));
  const faults = checked.flatMap((one) => faultOf(one, byKey) ?? []);
  const proven = faults.length === 0 && missing.length === 0 && lots.every((lot) => lot.proven);
  return { proven, lots, faults, missing, totals: totalsOf(checked) };
}

interface Checked {
  proof: OneProof;
  verdict: ProofVerdict;
}

function refused(reason: ProofReason): WholeProofVerdict {
  const totals: WholeTotals = { lots: 0, parts: 0, registered: 0, lost: 0, restated: 0, left: 0 };
  const fault: WholeFault = { lotKey: null, lotId: null, event: null, figure: null, grams: null, reason };
  return { proven: false, lots: [], faults: [fault], missing: [], totals };
}

/** The proofs of the file by lot: each lot once, the lot itself among them, and none that did not go into it. */
function readWhole(raw: unknown): { lotKey: string; proofs: OneProof[] } | { reason: ProofReason } {
  const version = versionOf(raw) ?? 1;
  if (isWholeProof(raw) && version !== 1) return because('unknown_version', { version });
  const parsed = wholeProof.safeParse(raw);
  if (!parsed.success) return because('form', { where: parsed.error.issues[0]?.path.join('.') || 'file' });
  const { lotKey } = parsed.data;
  const proofs = new Map<string, OneProof>();
  for (const [i, one] of parsed.data.proofs.entries()) {
    const texts = lotContents(one);
    if (texts === null || proofs.has(texts.lotKey)) return because('form', { where: `proofs.${i}` });
    const contents = texts.contents.map((text) => readContent(text));
    proofs.set(texts.lotKey, { raw: one, lotKey: texts.lotKey, texts, contents });
  }
  const ancestors = new Set<string>();
  const open = [lotKey];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const proof = proofs.get(key);
    if (proof === undefined || ancestors.has(key)) continue;
    ancestors.add(key);
    open.push(...partsOf(proof).map((part) => part.key));
  }
  if (!ancestors.has(lotKey)) return because('form', { where: 'lotKey' });
  const all = [...proofs.values()];
  const stray = all.findIndex((one) => !ancestors.has(one.lotKey));
  return stray < 0 ? { lotKey, proofs: all } : because('form', { where: `proofs.${stray}` });
}

function formedOf({ contents }: OneProof): FormedContent | null {
  const first = contents[0];
  return first?.type === 'formed' ? first : null;
}

function partsOf(proof: OneProof) {
  return formedOf(proof)?.formation.inputs ?? [];
}

function lotIdOf({ contents }: OneProof): string | null {
  const first = contents[0];
  return first !== null && first !== undefined && 'lotId' in first.set ? (first.set.lotId ?? null) : null;
}

function wholeLot(one: Checked): WholeLot {
  const { proof, verdict } = one;
  const open = verdict.steps.some((step) => step.state !== 'proven' && step.reason.code === 'inputs_closed');
  return {
    lotKey: proof.lotKey,
    lotId: lotIdOf(proof),
    balance: hasFailed(one) ? null : verdict.balance,
    proven: verdict.proven && !open,
  };
}

function totalsOf(checked: readonly Checked[]): WholeTotals {
  const totals: WholeTotals = { lots: checked.length, parts: 0, registered: 0, lost: 0, restated: 0, left: 0 };
  const counted = new Set<string>();
  for (const { proof, verdict } of checked) {
    const { balance } = verdict;
    if (balance === null) continue;
    const formed = formedOf(proof);
    totals.restated += balance.weighed + balance.corrected;
    totals.left += balance.left;
    if (formed === null) totals.registered += balance.first;
    // Several lots of one transformation state the same parts and the same loss.
    if (formed === null || counted.has(formed.transfer)) continue;
    counted.add(formed.transfer);
    totals.parts += formed.formation.inputs.length;
    totals.lost += formed.formation.loss?.grams ?? 0;
  }
  return totals;
}

/** The first thing that is wrong with one proof; null for one in which nothing is. */
function faultOf({ proof, verdict }: Checked, all: ReadonlyMap<string, Checked>): WholeFault | null {
  // A step that meets an unknown version is not failed, and proves nothing either.
  const step = verdict.steps.find((one) => one.state !== 'proven' && !holds(one) && one.reason.code !== 'no_roots');
  if (step === undefined || step.state === 'proven') return null;
  const { reason } = step;
  const own = { lotKey: proof.lotKey, lotId: lotIdOf(proof), reason };
  if (reason.code === 'mass_differs') {
    return { ...own, event: reason.values.event, figure: reason.values.figure, grams: null };
  }
  if (reason.code === 'input_differs' || reason.code === 'input_other_event' || reason.code === 'input_missing') {
    const input = all.get(reason.values.key);
    // Its own proof names it.
    if (input !== undefined && hasFailed(input)) return null;
    return { ...own, event: 1, figure: 'input', grams: gramsIn(reason) };
  }
  const event = 'event' in reason.values ? reason.values.event : null;
  const content = event === null ? undefined : proof.contents[event - 1];
  return { ...own, event, ...changedFigure(content ?? null, all) };
}

function hasFailed({ verdict }: Checked): boolean {
  return verdict.steps.some(({ state }) => state === 'failed');
}

function gramsIn(reason: ProofReason): WholeFault['grams'] {
  if (reason.code !== 'input_differs') return null;
  return { stated: reason.values.stated, elsewhere: reason.values.found };
}

type Changed = Pick<WholeFault, 'figure' | 'grams'>;

/** Which figure of a content that is not the recorded one differs, as far as the other proofs name the same grams. */
function changedFigure(content: EventContent | null, all: ReadonlyMap<string, Checked>): Changed {
  if (content?.type === 'formed') return changedFormation(content, all);
  const figure = content === null ? null : massFigureOf(content);
  if (content?.type !== 'used') return { figure, grams: null };
  for (const { proof } of all.values()) {
    const formed = formedOf(proof);
    if (formed?.transfer !== content.transfer) continue;
    const part = formed.formation.inputs.find(({ key }) => key === content.lotKey);
    if (part !== undefined && part.grams !== content.grams) {
      return { figure, grams: { stated: content.grams, elsewhere: part.grams } };
    }
  }
  return { figure, grams: null };
}

function changedFormation({ formation, lotKey, set }: FormedContent, all: ReadonlyMap<string, Checked>): Changed {
  for (const { key, seq, grams } of formation.inputs) {
    const used = all.get(key)?.proof.contents[seq - 1];
    if (used?.type === 'used' && used.grams !== grams) {
      return { figure: 'input', grams: { stated: grams, elsewhere: used.grams } };
    }
  }
  for (const { key, grams } of formation.outputs) {
    const output = all.get(key);
    const weight = key === lotKey ? set.weightGrams : output && formedOf(output.proof)?.set.weightGrams;
    if (weight !== undefined && weight !== grams) {
      return { figure: 'output', grams: { stated: grams, elsewhere: weight } };
    }
  }
  return { figure: formationDifference(formation) === 0 ? 'formed' : 'loss', grams: null };
}
