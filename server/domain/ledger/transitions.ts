import { mayMove, type Stage } from '../stages.ts';
import { eventContent, type EventContent } from './content.ts';

/** What the ledger keeps of a lot between events, to judge the next one. */
export interface LotHead {
  seq: number;
  /** content hash of the newest event, hex */
  hash: string;
  stage: Stage;
  deleted: boolean;
}

/** Why the ledger refuses an event. The codes are shared with the chaincode. */
export type LedgerRefusalCode =
  | 'BAD_CONTENT'
  | 'LOT_EXISTS'
  | 'LOT_MISSING'
  | 'LOT_DELETED'
  | 'OUT_OF_ORDER'
  | 'CHAIN_BROKEN'
  | 'STAGE_NOT_FORWARD'
  | 'EVENT_DIFFERS';

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

/**
 * The ledger's transition rules: pure, executed by the embedded driver and by the chaincode alike.
 * @param head the lot before the event, null when the ledger does not know it
 * @param raw the event's content, not yet trusted
 * @param contentHash the content's hash, hex, which becomes the new head
 * @returns the lot's new head, or the refusal
 */
export function applyTransition(
  head: LotHead | null,
  raw: unknown,
  contentHash: string,
): { head: LotHead; content: EventContent } | { refusal: LedgerRefusal } {
  const parsed = eventContent.safeParse(raw);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    return refuse('BAD_CONTENT', `${issue?.path.join('.') ?? 'content'}: ${issue?.message ?? 'not an event'}`);
  }
  const content = parsed.data;
  if (content.erase !== undefined && content.type !== 'erased') {
    return refuse('BAD_CONTENT', 'erase: only an erased event names erased fields');
  }
  if (content.type === 'created') return created(head, content, contentHash);
  if (head === null) return refuse('LOT_MISSING', 'The lot has no created event');
  if (content.seq !== head.seq + 1) {
    return refuse('OUT_OF_ORDER', `Event ${content.seq} does not follow event ${head.seq}`);
  }
  if (content.prev !== head.hash) return refuse('CHAIN_BROKEN', 'prev is not the hash of the event before');
  if (head.deleted && content.type !== 'erased') return refuse('LOT_DELETED', 'A deleted lot takes no more events');
  if (content.set.lotId !== undefined) return refuse('BAD_CONTENT', 'set.lotId: a lot keeps its id');
  return moved(head, content, contentHash);
}

function created(
  head: LotHead | null,
  content: EventContent,
  hash: string,
): { head: LotHead; content: EventContent } | { refusal: LedgerRefusal } {
  if (head !== null) return refuse('LOT_EXISTS', 'The lot is already on the ledger');
  if (content.seq !== 1) return refuse('OUT_OF_ORDER', 'The first event has seq 1');
  if (content.prev !== null) return refuse('CHAIN_BROKEN', 'The first event has no event before it');
  const missing = REQUIRED_AT_CREATION.find((field) => content.set[field] === undefined);
  if (missing) return refuse('BAD_CONTENT', `set.${missing}: needed in the first event`);
  const stage = content.set.stage;
  if (stage !== 'harvested') return refuse('STAGE_NOT_FORWARD', 'A lot begins as harvested');
  return { head: { seq: 1, hash, stage, deleted: false }, content };
}

function moved(
  head: LotHead,
  content: EventContent,
  hash: string,
): { head: LotHead; content: EventContent } | { refusal: LedgerRefusal } {
  const to = content.set.stage;
  if (content.type === 'stage' && to === undefined) return refuse('BAD_CONTENT', 'set.stage: needed in a stage event');
  if (content.type !== 'stage' && to !== undefined) {
    return refuse('BAD_CONTENT', `set.stage: not in an event of type ${content.type}`);
  }
  if (to !== undefined && !mayMove(head.stage, to)) {
    return refuse('STAGE_NOT_FORWARD', `From ${head.stage} a lot does not go to ${to}`);
  }
  return {
    head: {
      seq: content.seq,
      hash,
      stage: to ?? head.stage,
      deleted: head.deleted || content.type === 'deleted',
    },
    content,
  };
}
