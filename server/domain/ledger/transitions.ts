import { mayMove, type Stage } from '../lot/stages.ts';
import { eventContent, registerContent, type EventContent, type LotContent, type RegisterContent } from './content.ts';

/** What the ledger keeps of a chain between events, to judge the next one. */
export interface LotHead {
  seq: number;
  /** content hash of the newest event, hex */
  hash: string;
  /** null: the register chain, which is no lot's */
  stage: Stage | null;
  deleted: boolean;
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

type Step<Content> = { head: LotHead; content: Content } | { refusal: LedgerRefusal };

/**
 * The transition rules of one contract version: pure, executed by the embedded driver and by the chaincode alike.
 * @param head the chain before the event, null when the ledger does not know it
 * @param raw the event's content, not yet trusted
 * @param contentHash the content's hash, hex, which becomes the new head
 * @returns the chain's new head, or the refusal
 */
export type ContractRules = (
  head: LotHead | null,
  raw: unknown,
  contentHash: string,
) => Step<EventContent | RegisterContent>;

/** Contract version 1: lots, alerts and the register chain, with contents of version 1. */
const contract1: ContractRules = (head, raw, contentHash) => {
  const parsed = (isRegister(raw) ? registerContent : eventContent).safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('BAD_CONTENT', `${issue?.path.join('.') || 'content'}: ${issue?.message ?? 'not an event'}`);
  }
  const content = parsed.data;
  if (content.type === 'register') return registered(head, content, contentHash);
  if (content.type !== 'alert' && content.erase !== undefined && content.type !== 'erased') {
    return refuse('BAD_CONTENT', 'erase: only an erased event names erased fields');
  }
  if (content.type === 'created') return created(head, content, contentHash);
  if (head === null) return refuse('LOT_MISSING', 'The lot has no created event');
  if (head.stage === null) return refuse('BAD_CONTENT', 'lotKey: the register chain takes no events of lots');
  const misplaced = follows(head, content);
  if (misplaced !== null) return misplaced;
  if (head.deleted && content.type !== 'erased') return refuse('LOT_DELETED', 'A deleted lot takes no more events');
  if (content.type === 'alert') return { head: { ...head, seq: content.seq, hash: contentHash }, content };
  if (content.set.lotId !== undefined) return refuse('BAD_CONTENT', 'set.lotId: a lot keeps its id');
  return moved(head, head.stage, content, contentHash);
};

/**
 * The rules by contract version, as transactions name it. An event is judged by the version that it was recorded under, so a new
 * version is added here and the earlier ones stay.
 */
export const CONTRACTS = new Map<string, ContractRules>([['1', contract1]]);

/** The contract version that judges new events. */
export const CONTRACT = '1';

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

function isRegister(raw: unknown): boolean {
  return typeof raw === 'object' && raw !== null && 'type' in raw && raw.type === 'register';
}

function follows(head: LotHead, { seq, prev }: EventContent | RegisterContent): { refusal: LedgerRefusal } | null {
  if (seq !== head.seq + 1) return refuse('OUT_OF_ORDER', `Event ${seq} does not follow event ${head.seq}`);
  return prev === head.hash ? null : refuse('CHAIN_BROKEN', 'prev is not the hash of the event before');
}

function first({ seq, prev }: EventContent | RegisterContent): { refusal: LedgerRefusal } | null {
  if (seq !== 1) return refuse('OUT_OF_ORDER', 'The first event has seq 1');
  return prev === null ? null : refuse('CHAIN_BROKEN', 'The first event has no event before it');
}

function registered(head: LotHead | null, content: RegisterContent, hash: string): Step<RegisterContent> {
  if (head !== null && head.stage !== null) return refuse('BAD_CONTENT', 'lotKey: a lot takes no register events');
  const misplaced = head === null ? first(content) : follows(head, content);
  return misplaced ?? { head: { seq: content.seq, hash, stage: null, deleted: false }, content };
}

function created(head: LotHead | null, content: LotContent, hash: string): Step<LotContent> {
  if (head !== null) return refuse('LOT_EXISTS', 'The lot is already on the ledger');
  const misplaced = first(content);
  if (misplaced !== null) return misplaced;
  const missing = REQUIRED_AT_CREATION.find((field) => content.set[field] === undefined);
  if (missing) return refuse('BAD_CONTENT', `set.${missing}: needed in the first event`);
  const stage = content.set.stage;
  if (stage !== 'harvested') return refuse('STAGE_NOT_FORWARD', 'A lot begins as harvested');
  return { head: { seq: 1, hash, stage, deleted: false }, content };
}

function moved(head: LotHead, from: Stage, content: LotContent, hash: string): Step<LotContent> {
  const to = content.set.stage;
  if (content.type === 'stage' && to === undefined) return refuse('BAD_CONTENT', 'set.stage: needed in a stage event');
  if (content.type !== 'stage' && to !== undefined) {
    return refuse('BAD_CONTENT', `set.stage: not in an event of type ${content.type}`);
  }
  if (to !== undefined && !mayMove(from, to)) {
    return refuse('STAGE_NOT_FORWARD', `From ${from} a lot does not go to ${to}`);
  }
  return {
    head: {
      seq: content.seq,
      hash,
      stage: to ?? from,
      deleted: head.deleted || content.type === 'deleted',
    },
    content,
  };
}
