import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  CALL_LIMITS,
  characterLimitOf,
  formerPlace,
  UNNAMED_CONTRACT,
  type EventRecord,
  type RecordedEvents,
} from '../../../domain/ledger/channelForms.ts';
import { createdLotIds, judgeBatch, type LedgerState } from '../../../domain/ledger/judge.ts';
import { CONTRACT, CONTRACTS, type LotHead } from '../../../domain/ledger/transitions.ts';
import type { Bytes } from '../../../domain/proof/hashing.ts';
import type { ChannelState } from './channelState.ts';
import { ContractRefusal } from './contractRefusal.ts';

const hex16 = z.string().regex(/^[0-9a-f]{32}$/);

const handedEvent = z.strictObject({
  eventId: hex16,
  lotKey: hex16,
  seq: z.int().positive(),
  /** canonical JSON of the event's content */
  content: z.string(),
  /** while a ledger is moved: where the event stood */
  formerly: z.optional(formerPlace),
  /** while a ledger is moved: the contract that judged it; without it the newest */
  contract: z
    .string()
    .refine((version) => CONTRACTS.has(version), 'No version of the contract that is known')
    .optional(),
});

/** The transient field `events` of `record`. */
export const handedEvents = z.array(handedEvent);
type HandedEvent = z.infer<typeof handedEvent>;

/** When and as which transaction a batch is recorded. */
export interface Placed {
  txId: string;
  /** the transaction's time, ISO 8601, UTC */
  at: string;
}

/**
 * Records a batch of events, all or none. Validates them in order with the rules of the embedded ledger (`judgeBatch`),
 * each against the events before it, and the events of one transfer together: all of them come in one call. Skips events
 * that are already recorded with the same content, but of a transfer no part without the rest. An organisation may
 * record only in its own name, except for events migrated from another ledger, which keep their original name.
 * @param caller MSP id of the submitting organisation
 * @returns the data stored in the block for the new events
 * @throws ContractRefusal for the first rejected event, with its code; NOT_BEGUN, TOO_MUCH, SETTLED, NOT_YOURS,
 *   CONTRACT_BACK
 */
export async function recordEvents(
  channel: ChannelState,
  events: readonly HandedEvent[],
  place: Placed,
  caller: string,
): Promise<RecordedEvents> {
  assertSizes(events);
  const moving = await isMoving(channel, caller);
  if (!moving) assertOfNow(events);
  const latestBefore = moving ? await channel.latestContract() : null;
  const lotIds = [...new Set(createdLotIds(events))];
  const salt = lotIds.length > 0 ? await channel.salt() : '';
  const state = await readState(channel, events, lotIds, salt);
  const chainsBefore = new Set(state.chains.keys());
  const accepted: { event: HandedEvent; contentHash: string }[] = [];
  let latest = latestBefore;
  const judged = await judgeBatch(state, events, { hash: sha256, contractOf });
  for (const [i, event] of events.entries()) {
    const judgement = judged[i];
    if (judgement === undefined) throw new Error(`Event ${event.eventId} was not judged`);
    if (judgement.kind === 'refused') {
      throw new ContractRefusal(judgement.refusal.code, judgement.refusal.text, event.eventId);
    }
    if (judgement.kind === 'known') continue;
    assertOwnName(event, caller);
    const contract = contractOf(event);
    if (latest !== null && Number(contract) < Number(latest)) {
      throw new ContractRefusal('CONTRACT_BACK', `Contract ${latest} judged an earlier event`, event.eventId);
    }
    if (moving) latest = contract;
    accepted.push({ event, contentHash: judgement.contentHash });
  }
  const newest = accepted.filter(({ event }) => event.seq === headOf(state, event.lotKey).seq);
  await Promise.all([
    ...accepted.map(({ event, contentHash }) => channel.putEvent(event.eventId, recordOf(event, contentHash, place))),
    ...accepted.map(({ event }) => channel.putContent(event.lotKey, event.seq, event.content)),
    ...newest.map(({ event: { lotKey, content } }) => channel.putHead(lotKey, headOf(state, lotKey), content)),
    ...[...state.chains]
      .filter(([lotId]) => !chainsBefore.has(lotId))
      .map(([lotId, lotKey]) => channel.putChain(salt, lotId, lotKey)),
  ]);
  if (latest !== null && latest !== latestBefore) await channel.noteLatestContract(latest);
  return {
    v: 1,
    contract: CONTRACT,
    at: place.at,
    events: accepted.map(({ event, contentHash }) => ({
      contentHash,
      ...carriedOver(event, CONTRACT),
    })),
  };
}

function assertSizes(events: readonly HandedEvent[]): void {
  if (events.length > CALL_LIMITS.events) {
    throw new ContractRefusal('TOO_MUCH', `One call takes at most ${CALL_LIMITS.events} events`);
  }
  const long = events.find(({ content }) => content.length > characterLimitOf(content));
  if (long !== undefined) {
    const most = characterLimitOf(long.content);
    throw new ContractRefusal('TOO_MUCH', `A content of its type has at most ${most} characters`, long.eventId);
  }
}

/**
 * Whether the channel takes the place of another ledger whose events are being carried over.
 * @throws ContractRefusal NOT_BEGUN, NOT_YOURS while another organisation does that
 */
async function isMoving(channel: ChannelState, caller: string): Promise<boolean> {
  const began = await channel.beginning();
  if (began === null) throw new ContractRefusal('NOT_BEGUN', 'The channel has not begun');
  const moving = began.closes !== null && !(await channel.settled());
  if (moving && began.by !== caller) {
    throw new ContractRefusal('NOT_YOURS', `${began.by} moves its ledger to this channel`);
  }
  return moving;
}

const inName = z.object({ org: z.string() });

/** @throws ContractRefusal BAD_CONTENT */
function assertOwnName({ formerly, content, eventId }: HandedEvent, caller: string): void {
  if (formerly !== undefined || inName.parse(JSON.parse(content)).org === caller) return;
  throw new ContractRefusal('BAD_CONTENT', `An event in the name of another organisation than ${caller}`, eventId);
}

function assertOfNow(events: readonly HandedEvent[]): void {
  const old = events.find(({ formerly, contract }) => formerly !== undefined || contract !== undefined);
  if (old !== undefined) throw new ContractRefusal('SETTLED', 'Nothing is carried over to this ledger', old.eventId);
}

function contractOf({ contract }: HandedEvent): string {
  return contract ?? CONTRACT;
}

/** What the channel holds already, as far as the batch asks for it. */
async function readState(
  channel: ChannelState,
  events: readonly HandedEvent[],
  lotIds: readonly string[],
  salt: string,
): Promise<LedgerState> {
  const eventIds = [...new Set(events.map(({ eventId }) => eventId))];
  const lotKeys = [...new Set(events.map(({ lotKey }) => lotKey))];
  const [records, heads, chains] = await Promise.all([
    found(eventIds, (eventId) => channel.event(eventId)),
    found(lotKeys, (lotKey) => channel.head(lotKey)),
    found(lotIds, (lotId) => channel.chain(salt, lotId)),
  ]);
  const known = new Map([...records].map(([eventId, { contentHash }]) => [eventId, contentHash]));
  return { known, heads, chains };
}

/** What is there, by key. */
async function found<T>(keys: readonly string[], read: (key: string) => Promise<T | null>): Promise<Map<string, T>> {
  const values = await Promise.all(keys.map(async (key) => [key, await read(key)] as const));
  return new Map(values.flatMap(([key, value]) => (value === null ? [] : [[key, value]])));
}

function headOf(state: LedgerState, lotKey: string): LotHead {
  const head = state.heads.get(lotKey);
  if (head === undefined) throw new Error(`An accepted event left chain ${lotKey} without a head`);
  return head;
}

/** Names the contract unless it is the first one: so the record does not change its meaning with the next contract. */
function recordOf(event: HandedEvent, contentHash: string, { txId, at }: Placed): EventRecord {
  const place = { lotKey: event.lotKey, seq: event.seq, contentHash, txId, at };
  return { ...place, ...carriedOver(event, UNNAMED_CONTRACT) };
}

/** @param unnamed the contract that is not named */
function carriedOver(event: HandedEvent, unnamed: string): Pick<EventRecord, 'formerly' | 'contract'> {
  const contract = contractOf(event);
  return {
    ...(event.formerly !== undefined && { formerly: event.formerly }),
    ...(contract !== unnamed && { contract }),
  };
}

function sha256(bytes: Bytes): Bytes {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}
