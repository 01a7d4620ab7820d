import { isShippingStage } from '../lot/shippingGuard.ts';
import { mayMove, stagePosition, type Stage } from '../lot/stages.ts';
import { isUse, massAfter, type LotMass } from './lotMass.ts';
import { dryMassGain, massDifference, TRANSFORMATION_LIMITS } from '../mass/massBalance.ts';
import {
  CONTENT_VERSIONS,
  consignmentContent,
  registerContent,
  versionOf,
  type ConsignmentContent,
  type ConsignmentStep,
  type EventContent,
  type FormedContent,
  type LotContent,
  type RegisterContent,
  type UseContent,
} from './content.ts';

/** What the ledger keeps of a consignment. */
export interface ConsignmentHead {
  state: 'open' | 'closed' | 'shipped' | 'delivered';
  grams: number;
}

/** What the ledger keeps of a chain between events, to judge the next one. */
export interface LotHead {
  seq: number;
  /** content hash of the newest event, hex */
  hash: string;
  /** null: a chain that is no lot's */
  stage: Stage | null;
  deleted: boolean;
  /** of a lot alone */
  mass: LotMass | null;
  /** of a consignment alone */
  consignment: ConsignmentHead | null;
}

/** Why the ledger refuses an event. The codes are shared with the chaincode. */
const LEDGER_REFUSAL_CODES = [
  'BAD_CONTENT',
  'LOT_EXISTS',
  'LOT_MISSING',
  'LOT_DELETED',
  'OUT_OF_ORDER',
  'CHAIN_BROKEN',
  'STAGE_NOT_FORWARD',
  'LOT_ID_TAKEN',
  'EVENT_DIFFERS',
  /** a lot takes no less than what was used of it */
  'BELOW_USED',
  /** more is taken than there is */
  'NOT_AVAILABLE',
  /** grams in are not grams out and loss */
  'MASS_DIFFERS',
  /** there would be more dry mass after than before */
  'DRY_MASS_GAINED',
  /** not all events of a transfer of grams came together, or they do not fit one another */
  'TRANSFER_INCOMPLETE',
  /** a lot that is shipped is no input */
  'LOT_SHIPPED',
  /** a lot that others were made of stays */
  'LOT_USED',
  /** a consignment takes no such step in its state */
  'CONSIGNMENT_STATE',
] as const;
export type LedgerRefusalCode = (typeof LEDGER_REFUSAL_CODES)[number];

export function isLedgerRefusalCode(code: string): code is LedgerRefusalCode {
  return LEDGER_REFUSAL_CODES.some((known) => known === code);
}

export interface LedgerRefusal {
  code: LedgerRefusalCode;
  text: string;
}

const refuse = (code: LedgerRefusalCode, text: string): { refusal: LedgerRefusal } => ({ refusal: { code, text } });

/** Fields without which a first event describes no lot. */
const REQUIRED_AT_CREATION = [
  'lotId',
  'variety',
  'harvestDate',
  'stage',
  'weightGrams',
  'moistureHundredths',
  'temperatureHundredths',
  'certifications',
  'isAnonymized',
  'deforestationStatus',
] as const;

type Refusal = { refusal: LedgerRefusal };
export type ChainContent = EventContent | RegisterContent | ConsignmentContent;
type Step<Content> = { head: LotHead; content: Content } | Refusal;

/**
 * The transition rules of one contract version: pure, executed by the embedded driver and by the chaincode alike. They
 * judge one chain; `judge.ts` compares the chains of one transfer.
 * @param head the chain before the event, null when the ledger does not know it
 * @param raw the event's content, not yet trusted
 * @param contentHash the content's hash, hex, which becomes the new head
 * @returns the chain's new head, or the refusal
 */
export type ContractRules = (head: LotHead | null, raw: unknown, contentHash: string) => Step<ChainContent>;

/** Contract version 1: lots, alerts and the register chain, with contents of version 1. */
const contract1: ContractRules = (head, raw, contentHash) => {
  if (typeOf(raw) === 'register') return registered(head, raw, contentHash);
  return ofLot(head, raw, contentHash, [1]);
};

/** Contract version 2 adds contents of version 2: weighings, derived lots and consignments. */
const contract2: ContractRules = (head, raw, contentHash) => {
  const type = typeOf(raw);
  if (type === 'register') return registered(head, raw, contentHash);
  if (type === 'consignment') return consigned(head, raw, contentHash);
  const step = ofLot(head, raw, contentHash, [1, 2]);
  if ('refusal' in step) return step;
  return misplacedWarnings(step.content) ?? changedMass(head?.mass ?? null, step.content) ?? step;
};

function ofLot(
  head: LotHead | null,
  raw: unknown,
  contentHash: string,
  versions: readonly number[],
): Step<EventContent> {
  const version = versionOf(raw) ?? 1;
  const form = versions.includes(version) ? CONTENT_VERSIONS.get(version) : undefined;
  if (form === undefined) return refuse('BAD_CONTENT', `v: this contract takes no contents of version ${version}`);
  const parsed = form.safeParse(raw);
  if (!parsed.success) return unreadable(parsed.error);
  const content = parsed.data;
  if ('erase' in content && content.erase !== undefined && content.type !== 'erased') {
    return refuse('BAD_CONTENT', 'erase: only an erased event names erased fields');
  }
  if (content.type === 'created') return created(head, content, contentHash);
  if (content.type === 'formed') return formed(head, content, contentHash);
  if (head === null) return refuse('LOT_MISSING', 'The lot has no created event');
  if (head.stage === null || head.mass === null) return refuse('BAD_CONTENT', 'lotKey: the chain is no lot');
  const misplaced = follows(head, content);
  if (misplaced !== null) return misplaced;
  if (head.deleted && content.type !== 'erased') return refuse('LOT_DELETED', 'A deleted lot takes no more events');
  const next = { ...head, seq: content.seq, hash: contentHash };
  if (content.type === 'alert') return { head: next, content };
  if (isUse(content)) return used(next, head.mass, content);
  if (content.set.lotId !== undefined) return refuse('BAD_CONTENT', 'set.lotId: a lot keeps its id');
  return moved(next, { stage: head.stage, mass: head.mass }, content);
}

/**
 * The rules by contract version, as transactions name it. An event is judged by the version that it was recorded under, so a new
 * version is added here and the earlier ones stay.
 */
export const CONTRACTS = new Map<string, ContractRules>([
  ['1', contract1],
  ['2', contract2],
]);

/** The contract version that judges new events. */
export const CONTRACT = '2';

/**
 * Judges an event by the rules of a contract version.
 * @throws RangeError for a version that this program does not know
 */
export function applyTransition(
  version: string,
  ...[head, raw, contentHash]: Parameters<ContractRules>
): ReturnType<ContractRules> {
  const rules = CONTRACTS.get(version);
  if (rules === undefined) throw new RangeError(`No rules of contract version ${version}`);
  return rules(head, raw, contentHash);
}

function typeOf(raw: unknown): unknown {
  return typeof raw === 'object' && raw !== null && 'type' in raw ? raw.type : undefined;
}

function unreadable(error: { issues: readonly { path: readonly PropertyKey[]; message: string }[] }): Refusal {
  const issue = error.issues[0];
  return refuse('BAD_CONTENT', `${issue?.path.join('.') || 'content'}: ${issue?.message ?? 'not an event'}`);
}

function follows(head: LotHead, { seq, prev }: ChainContent): Refusal | null {
  if (seq !== head.seq + 1) return refuse('OUT_OF_ORDER', `Event ${seq} does not follow event ${head.seq}`);
  return prev === head.hash ? null : refuse('CHAIN_BROKEN', 'prev is not the hash of the event before');
}

function first({ seq, prev }: ChainContent): Refusal | null {
  if (seq !== 1) return refuse('OUT_OF_ORDER', 'The first event has seq 1');
  return prev === null ? null : refuse('CHAIN_BROKEN', 'The first event has no event before it');
}

function registered(head: LotHead | null, raw: unknown, hash: string): Step<RegisterContent> {
  const parsed = registerContent.safeParse(raw);
  if (!parsed.success) return unreadable(parsed.error);
  const content = parsed.data;
  if (head !== null && (head.stage !== null || head.consignment !== null)) {
    return refuse('BAD_CONTENT', 'lotKey: a chain of another kind takes no register events');
  }
  const misplaced = head === null ? first(content) : follows(head, content);
  const { seq } = content;
  return misplaced ?? { head: { seq, hash, stage: null, deleted: false, mass: null, consignment: null }, content };
}

/** A first event that describes a lot. */
function described(head: LotHead | null, content: LotContent | FormedContent): Refusal | null {
  if (head !== null) return refuse('LOT_EXISTS', 'The lot is already on the ledger');
  const misplaced = first(content);
  if (misplaced !== null) return misplaced;
  const missing = REQUIRED_AT_CREATION.find((field) => content.set[field] === undefined);
  return missing ? refuse('BAD_CONTENT', `set.${missing}: needed in the first event`) : null;
}

/** The head of a lot after its first event, which `described` has seen. */
function firstHead(content: LotContent | FormedContent, hash: string, stage: Stage): LotHead {
  return { seq: 1, hash, stage, deleted: false, mass: massAfter(null, content), consignment: null };
}

function created(head: LotHead | null, content: LotContent, hash: string): Step<LotContent> {
  const refused = described(head, content);
  if (refused !== null) return refused;
  const { stage } = content.set;
  if (stage !== 'harvested') return refuse('STAGE_NOT_FORWARD', 'A lot begins as harvested');
  return { head: firstHead(content, hash, stage), content };
}

/** What one output alone shows of a transformation; `judge.ts` compares it with the inputs. */
function formed(head: LotHead | null, content: FormedContent, hash: string): Step<FormedContent> {
  const refused = described(head, content);
  if (refused !== null) return refused;
  const { inputs, outputs, loss } = content.formation;
  const keys = [...inputs, ...outputs].map(({ key }) => key);
  if (new Set(keys).size !== keys.length) return refuse('BAD_CONTENT', 'formation: a lot occurs twice');
  const own = outputs.find(({ key }) => key === content.lotKey);
  if (own?.grams !== content.set.weightGrams) {
    return refuse('BAD_CONTENT', 'formation.outputs: the lot is not among them with its weight');
  }
  if (own !== undefined && own.grams > TRANSFORMATION_LIMITS.derivedKg * 1_000) {
    return refuse('BAD_CONTENT', `set.weightGrams: at most ${TRANSFORMATION_LIMITS.derivedKg} kg`);
  }
  const grams = (parts: readonly { grams: number }[]): number[] => parts.map((part) => part.grams);
  const difference = massDifference(grams(inputs), grams(outputs), loss?.grams ?? 0);
  if (difference !== 0) {
    return refuse('MASS_DIFFERS', `Inputs are ${difference} g more than outputs and loss`);
  }
  return { head: firstHead(content, hash, content.set.stage ?? 'harvested'), content };
}

function used(next: LotHead, mass: LotMass, content: UseContent): Step<UseContent> {
  const { grams, consignment } = content;
  const held = consignment === null ? 0 : (mass.draws[consignment]?.grams ?? 0);
  if (content.type === 'returned') {
    if (consignment === null) return refuse('BAD_CONTENT', 'consignment: grams come back from a consignment alone');
    if (grams > held) return refuse('NOT_AVAILABLE', `The consignment holds ${held} g of the lot, not ${grams} g`);
    return { head: { ...next, mass: massAfter(mass, content) }, content };
  }
  if (next.stage !== null && stagePosition(next.stage) >= stagePosition('shipped')) {
    return refuse('LOT_SHIPPED', `The lot is ${next.stage}`);
  }
  const available = mass.weight - mass.used;
  if (grams > available) return refuse('NOT_AVAILABLE', `${available} g are available, not ${grams} g`);
  return { head: { ...next, mass: massAfter(mass, content) }, content };
}

function moved(next: LotHead, from: { stage: Stage; mass: LotMass }, content: LotContent): Step<LotContent> {
  const to = content.set.stage;
  const setsStage = content.type === 'stage' || content.type === 'reverted';
  if (setsStage && to === undefined) return refuse('BAD_CONTENT', `set.stage: needed in a ${content.type} event`);
  if (!setsStage && to !== undefined) {
    return refuse('BAD_CONTENT', `set.stage: not in an event of type ${content.type}`);
  }
  if (content.type === 'reverted' && to !== undefined) {
    if (isShippingStage(from.stage)) return refuse('LOT_SHIPPED', `The lot is ${from.stage}`);
    if (!mayMove(to, from.stage)) return refuse('STAGE_NOT_FORWARD', `${to} is not before ${from.stage}`);
  } else if (to !== undefined && !mayMove(from.stage, to)) {
    return refuse('STAGE_NOT_FORWARD', `From ${from.stage} a lot does not go to ${to}`);
  }
  const deleted = next.deleted || content.type === 'deleted';
  return { head: { ...next, stage: to ?? from.stage, deleted, mass: massAfter(from.mass, content) }, content };
}

/** Only a stage that ships a lot carries warnings. */
function misplacedWarnings(content: EventContent): Refusal | null {
  if (!('warnings' in content) || content.warnings === undefined) return null;
  const { stage } = content.set;
  if (content.type === 'stage' && stage !== undefined && isShippingStage(stage)) return null;
  return refuse('BAD_CONTENT', 'warnings: only where the lot is shipped');
}

/** Rules of version 2 about a lot's weight. @param mass before the event */
function changedMass(mass: LotMass | null, content: EventContent): Refusal | null {
  if (content.type === 'alert' || content.type === 'formed' || isUse(content)) return null;
  const weighs = content.set.weightGrams !== undefined && (content.type === 'weighed' || content.type === 'stage');
  if (!weighs && (content.loss !== undefined || content.tolerance !== undefined)) {
    return refuse('BAD_CONTENT', 'loss: only where the weight is stated anew');
  }
  if (mass === null) return null;
  if (content.type === 'deleted' && mass.used > 0) return refuse('LOT_USED', `${mass.used} g of the lot were used`);
  const weight = content.set.weightGrams;
  if (weight === undefined) return content.type === 'weighed' ? refuse('BAD_CONTENT', 'set.weightGrams: needed') : null;
  if (weight < mass.used) return refuse('BELOW_USED', `${mass.used} g of the lot were used, more than ${weight} g`);
  if (content.type === 'weighed' || content.type === 'stage') return reweighed(mass, weight, content);
  if (content.type === 'edited') {
    return mass.derived ? refuse('BAD_CONTENT', 'set.weightGrams: a derived lot is weighed, not edited') : null;
  }
  return refuse('BAD_CONTENT', `set.weightGrams: not in an event of type ${content.type}`);
}

/** A new weight names what is gone, and what is left holds no more dry mass than before. */
function reweighed(mass: LotMass, weight: number, content: LotContent): Refusal | null {
  const { loss, tolerance } = content;
  const gone = Math.max(0, mass.weight - weight);
  if (gone !== (loss?.grams ?? 0)) return refuse('MASS_DIFFERS', `loss: ${gone} g are gone`);
  const before = { grams: mass.weight - mass.used, moistureHundredths: mass.moisture };
  const after = { grams: weight - mass.used, moistureHundredths: content.set.moistureHundredths ?? mass.moisture };
  const gain = dryMassGain([before], [after], tolerance ?? 0);
  return gain === null ? null : dryMassRefusal(gain);
}

/** The refusal that names both dry masses. */
export function dryMassRefusal(gain: { inputDryGrams: number; outputDryGrams: number }): Refusal {
  const { inputDryGrams, outputDryGrams } = gain;
  return refuse('DRY_MASS_GAINED', `Dry mass of ${outputDryGrams} g out of ${inputDryGrams} g`);
}

const STATE_AFTER: Record<Exclude<ConsignmentStep, 'opened'>, ConsignmentHead['state'] | null> = {
  added: null,
  removed: null,
  changed: null,
  closed: 'closed',
  shipped: 'shipped',
  delivered: 'delivered',
};
const STATES_BEFORE: Record<Exclude<ConsignmentStep, 'opened'>, readonly ConsignmentHead['state'][]> = {
  added: ['open'],
  removed: ['open'],
  changed: ['open', 'closed', 'shipped'],
  closed: ['open'],
  shipped: ['closed'],
  delivered: ['shipped'],
};

function consigned(head: LotHead | null, raw: unknown, hash: string): Step<ConsignmentContent> {
  const parsed = consignmentContent.safeParse(raw);
  if (!parsed.success) return unreadable(parsed.error);
  const content = parsed.data;
  const { step, lots, seq } = content;
  const moves = step === 'added' || step === 'removed';
  if (moves !== lots.length > 0 || moves !== (content.transfer !== undefined)) {
    return refuse('BAD_CONTENT', 'lots: named by the steps that move grams, with their transfer');
  }
  if (step === 'opened') {
    if (head !== null) return refuse('LOT_EXISTS', 'The consignment is already on the ledger');
    const opened: ConsignmentHead = { state: 'open', grams: 0 };
    return (
      first(content) ?? { head: { seq, hash, stage: null, deleted: false, mass: null, consignment: opened }, content }
    );
  }
  if (head === null) return refuse('LOT_MISSING', 'The consignment has no opened event');
  if (head.consignment === null) return refuse('BAD_CONTENT', 'lotKey: the chain is no consignment');
  const misplaced = follows(head, content);
  if (misplaced !== null) return misplaced;
  const { state, grams } = head.consignment;
  if (!STATES_BEFORE[step].includes(state)) {
    return refuse('CONSIGNMENT_STATE', `A consignment that is ${state} is not ${step}`);
  }
  const sum = lots.reduce((all, lot) => all + lot.grams, 0);
  const after = grams + (step === 'added' ? sum : step === 'removed' ? -sum : 0);
  if (after < 0 || (step === 'closed' && after === 0))
    return refuse('NOT_AVAILABLE', 'The consignment holds too little');
  const consignment = { state: STATE_AFTER[step] ?? state, grams: after };
  return { head: { ...head, seq, hash, consignment }, content };
}
