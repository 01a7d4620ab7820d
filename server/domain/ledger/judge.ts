import { canonicalText, contentTextHash, type Hash } from '../proof/hashing.ts';
import { applyTransition, CONTRACT, type LedgerRefusal, type LotHead } from './transitions.ts';

/** An event as it is handed to the ledger. */
export interface SubmittedEvent {
  eventId: string;
  lotKey: string;
  seq: number;
  /** canonical JSON (RFC 8785) of its content */
  content: string;
}

/**
 * What the ledger holds already, as far as a batch asks for it. An accepted event is added, so that several events of one
 * lot in one batch see one another.
 */
export interface LedgerState {
  /** content hashes by event id */
  known: Map<string, string>;
  /** by chain key */
  heads: Map<string, LotHead>;
  /** the chain that carries a lot id, by lot id */
  chains: Map<string, string>;
}

export type Judgement =
  | { kind: 'accepted'; contentHash: string }
  /** recorded before, with this very content */
  | { kind: 'known' }
  | { kind: 'refused'; refusal: LedgerRefusal };

/**
 * Validates one event, in the embedded driver and in the chaincode: its form, that it is not recorded twice, its order,
 * its hash links, and that a lot id keeps the same chain permanently.
 * @param hash SHA-256; the server passes its native one
 * @param contract version of the rules; an older one for migrated events that were recorded under it
 */
export async function judgeEvent(
  state: LedgerState,
  event: SubmittedEvent,
  hash?: Hash,
  contract: string = CONTRACT,
): Promise<Judgement> {
  const contentHash = await contentTextHash(event.content, hash);
  const before = state.known.get(event.eventId);
  if (before === contentHash) return { kind: 'known' };
  if (before !== undefined) return refused('EVENT_DIFFERS', 'The event is recorded with other content');
  const raw = readCanonical(event.content);
  if (raw === undefined) return refused('BAD_CONTENT', 'The content is not canonical JSON');
  const step = applyTransition(contract, state.heads.get(event.lotKey) ?? null, raw, contentHash);
  if ('refusal' in step) return { kind: 'refused', refusal: step.refusal };
  const { eventId, lotKey, seq } = step.content;
  if (eventId !== event.eventId || lotKey !== event.lotKey || seq !== event.seq) {
    return refused('BAD_CONTENT', 'The content names another event, lot or seq');
  }
  const lotId = createdLotId(raw);
  if (lotId !== null) {
    const chain = state.chains.get(lotId);
    if (chain !== undefined && chain !== lotKey) return refused('LOT_ID_TAKEN', 'Another chain carries this lot id');
    state.chains.set(lotId, lotKey);
  }
  state.heads.set(lotKey, step.head);
  state.known.set(eventId, contentHash);
  return { kind: 'accepted', contentHash };
}

/** The lot ids that events give to new chains: what a driver looks up before it judges them. */
export function createdLotIds(events: readonly SubmittedEvent[]): string[] {
  return events.map(({ content }) => createdLotId(readCanonical(content))).filter((lotId) => lotId !== null);
}

function refused(code: LedgerRefusal['code'], text: string): Judgement {
  return { kind: 'refused', refusal: { code, text } };
}

/** Undefined for what is not the one canonical form of a JSON value. */
function readCanonical(text: string): unknown {
  try {
    const raw: unknown = JSON.parse(text);
    return canonicalText(raw) === text ? raw : undefined;
  } catch {
    return undefined;
  }
}

function createdLotId(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('type' in raw) || raw.type !== 'created' || !('set' in raw))
    return null;
  const { set } = raw;
  return typeof set === 'object' && set !== null && 'lotId' in set && typeof set.lotId === 'string' ? set.lotId : null;
}
