import { canonicalText, contentTextHash, type Hash } from '../proof/hashing.ts';
import { transferRefusal, type TransferPart } from './transfer.ts';
import { applyTransition, CONTRACT, type ChainContent, type LedgerRefusal, type LotHead } from './transitions.ts';

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

/** How a batch is judged. */
export interface JudgeOptions<Event extends SubmittedEvent> {
  /** SHA-256; the server passes its native one */
  hash?: Hash;
  /** version of the rules for an event; an older one for migrated events that were recorded under it */
  contractOf?: (event: Event) => string;
}

/**
 * Validates a batch in its order, in the embedded driver and in the chaincode: form, that nothing is recorded twice,
 * order, hash links, and that a lot id keeps the same chain permanently. Events of one transfer are judged together, at
 * the place of the first of them: all are accepted, or none. So between the first and the last of them the batch holds no
 * other event of their chains.
 * @returns one judgement for each event, in their order
 */
export async function judgeBatch<Event extends SubmittedEvent>(
  state: LedgerState,
  events: readonly Event[],
  options: JudgeOptions<Event> = {},
): Promise<Judgement[]> {
  const entries = events.map((event) => ({ event, transfer: transferOf(event.content) }));
  const judged = new Map<(typeof entries)[number], Judgement>();
  for (const unit of unitsOf(entries)) {
    const judgements = await judgeUnit(
      state,
      unit.map(({ event }) => event),
      options,
    );
    for (const [i, entry] of unit.entries()) {
      const judgement = judgements[i];
      if (judgement !== undefined) judged.set(entry, judgement);
    }
  }
  return entries.map((entry) => judged.get(entry) ?? refused('BAD_CONTENT', 'The event was not judged'));
}

/** What is recorded together: the events of one transfer, or one event alone. In the order of the first of each. */
export function unitsOf<Entry extends { transfer: string | null }>(
  entries: readonly Entry[],
): (readonly [Entry, ...Entry[]])[] {
  const units: [Entry, ...Entry[]][] = [];
  const byTransfer = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const known = entry.transfer === null ? undefined : byTransfer.get(entry.transfer);
    if (known !== undefined) {
      known.push(entry);
      continue;
    }
    const unit: [Entry, ...Entry[]] = [entry];
    units.push(unit);
    if (entry.transfer !== null) byTransfer.set(entry.transfer, unit);
  }
  return units;
}

/**
 * Judges what is recorded together: all of it is accepted, or none; events that were recorded before stay known.
 * @returns one judgement for each event
 */
async function judgeUnit<Event extends SubmittedEvent>(
  state: LedgerState,
  unit: readonly Event[],
  { hash, contractOf = () => CONTRACT }: JudgeOptions<Event>,
): Promise<Judgement[]> {
  const [only] = unit;
  if (only !== undefined && unit.length === 1 && transferOf(only.content) === null) {
    return [(await judgeEvent(state, only, hash, contractOf(only))).judgement];
  }
  const draft: LedgerState = {
    known: new Map(state.known),
    heads: new Map(state.heads),
    chains: new Map(state.chains),
  };
  const judgements: Judgement[] = [];
  const parts: TransferPart[] = [];
  const refusedAll = async (judgement: Judgement): Promise<Judgement[]> =>
    Promise.all(unit.map(async (event) => ((await isKnown(state, event, hash)) ? { kind: 'known' } : judgement)));
  for (const event of unit) {
    const before = draft.heads.get(event.lotKey) ?? null;
    const { judgement, content } = await judgeEvent(draft, event, hash, contractOf(event));
    if (judgement.kind === 'refused') return refusedAll(judgement);
    judgements.push(judgement);
    if (judgement.kind === 'accepted' && content !== null) parts.push({ content, before, hash: judgement.contentHash });
  }
  const refusal = parts.some(({ content }) => 'transfer' in content) ? transferRefusal(parts) : null;
  if (refusal !== null) return refusedAll({ kind: 'refused', refusal });
  for (const [id, contentHash] of draft.known) state.known.set(id, contentHash);
  for (const [lotKey, head] of draft.heads) state.heads.set(lotKey, head);
  for (const [lotId, lotKey] of draft.chains) state.chains.set(lotId, lotKey);
  return judgements;
}

async function isKnown(state: LedgerState, { eventId, content }: SubmittedEvent, hash?: Hash): Promise<boolean> {
  return state.known.has(eventId) && state.known.get(eventId) === (await contentTextHash(content, hash));
}

/**
 * The transfer that a content belongs to; null: none. The text is not yet trusted, and not parsed for this: within a text of JSON a
 * quote has a backslash before it, so what is found is a key, and only one key of the contents has this name.
 */
export function transferOf(content: string): string | null {
  return /"transfer":"([0-9a-f]{32})"/.exec(content)?.[1] ?? null;
}

/** Validates one event against its own chain. */
async function judgeEvent(
  state: LedgerState,
  event: SubmittedEvent,
  hash: Hash | undefined,
  contract: string,
): Promise<{ judgement: Judgement; content: ChainContent | null }> {
  const judgement = (one: Judgement, content: ChainContent | null = null) => ({ judgement: one, content });
  const contentHash = await contentTextHash(event.content, hash);
  const before = state.known.get(event.eventId);
  if (before === contentHash) return judgement({ kind: 'known' });
  if (before !== undefined) return judgement(refused('EVENT_DIFFERS', 'The event is recorded with other content'));
  const raw = readCanonical(event.content);
  if (raw === undefined) return judgement(refused('BAD_CONTENT', 'The content is not canonical JSON'));
  const step = applyTransition(contract, state.heads.get(event.lotKey) ?? null, raw, contentHash);
  if ('refusal' in step) return judgement({ kind: 'refused', refusal: step.refusal });
  const { eventId, lotKey, seq } = step.content;
  if (eventId !== event.eventId || lotKey !== event.lotKey || seq !== event.seq) {
    return judgement(refused('BAD_CONTENT', 'The content names another event, lot or seq'));
  }
  const lotId = createdLotId(raw);
  if (lotId !== null) {
    const chain = state.chains.get(lotId);
    if (chain !== undefined && chain !== lotKey) {
      return judgement(refused('LOT_ID_TAKEN', 'Another chain carries this lot id'));
    }
    state.chains.set(lotId, lotKey);
  }
  state.heads.set(lotKey, step.head);
  state.known.set(eventId, contentHash);
  return judgement({ kind: 'accepted', contentHash }, step.content);
}

/** The lot ids that events give to new chains: what a driver looks up before it judges them. */
export function createdLotIds(events: readonly SubmittedEvent[]): string[] {
  return events.map(({ content }) => createdLotId(readJson(content))).filter((lotId) => lotId !== null);
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

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function createdLotId(raw: unknown): string | null {
  if (typeof raw !== 'object' || raw === null || !('type' in raw) || !('set' in raw)) return null;
  if (raw.type !== 'created' && raw.type !== 'formed') return null;
  const { set } = raw;
  return typeof set === 'object' && set !== null && 'lotId' in set && typeof set.lotId === 'string' ? set.lotId : null;
}
