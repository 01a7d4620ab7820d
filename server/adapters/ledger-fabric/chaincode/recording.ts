import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  CALL_LIMITS,
  formerPlace,
  type EventRecord,
  type RecordedEvents,
} from '../../../domain/ledger/channelForms.ts';
import { createdLotIds, judgeEvent, type LedgerState } from '../../../domain/ledger/judge.ts';
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
 * Records a batch of events, all or none. Validates them in order with the rules of the embedded ledger (`judgeEvent`),
 * each against the events before it. Skips events that are already recorded with the same content. An organisation may
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
  const newestCame = moving && (await channel.newestContractCame());
  const lotIds = [...new Set(createdLotIds(events))];
  const salt = lotIds.length > 0 ? await channel.salt() : '';
  const state = await readState(channel, events, lotIds, salt);
  const chainsBefore = new Set(state.chains.keys());
  const accepted: { event: HandedEvent; contentHash: string }[] = [];
  let newestContract = newestCame;
  for (const event of events) {
    const judgement = await judgeEvent(state, event, sha256, event.contract ?? CONTRACT);
    if (judgement.kind === 'refused') {
      throw new ContractRefusal(judgement.refusal.code, judgement.refusal.text, event.eventId);
    }
    if (judgement.kind === 'known') continue;
    assertOwnName(event, caller);
    if (newestContract && !isOfNewest(event)) {
      throw new ContractRefusal('CONTRACT_BACK', `Contract ${CONTRACT} judged an earlier event`, event.eventId);
    }
    newestContract ||= isOfNewest(event);
    accepted.push({ event, contentHash: judgement.contentHash });
  }
  const newest = new Map(accepted.map(({ event }) => [event.lotKey, event.content]));
  await Promise.all([
    ...accepted.map(({ event, contentHash }) => channel.putEvent(event.eventId, recordOf(event, contentHash, place))),
    ...accepted.map(({ event }) => channel.putContent(event.lotKey, event.seq, event.content)),
    ...[...newest].map(([lotKey, content]) => channel.putHead(lotKey, headOf(state, lotKey), content)),
    ...[...state.chains]
      .filter(([lotId]) => !chainsBefore.has(lotId))
      .map(([lotId, lotKey]) => channel.putChain(salt, lotId, lotKey)),
  ]);
  if (moving && newestContract && !newestCame) await channel.noteNewestContract(CONTRACT);
  return {
    v: 1,
    contract: CONTRACT,
    at: place.at,
    events: accepted.map(({ event, contentHash }) => ({
      contentHash,
      ...carriedOver(event),
    })),
  };
}

function assertSizes(events: readonly HandedEvent[]): void {
  if (events.length > CALL_LIMITS.events) {
    throw new ContractRefusal('TOO_MUCH', `One call takes at most ${CALL_LIMITS.events} events`);
  }
  const long = events.find(({ content }) => content.length > CALL_LIMITS.contentCharacters);
  if (long !== undefined) {
    const most = CALL_LIMITS.contentCharacters;
    throw new ContractRefusal('TOO_MUCH', `A content has at most ${most} characters`, long.eventId);
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

function isOfNewest({ contract }: HandedEvent): boolean {
  return contract === undefined || contract === CONTRACT;
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

function recordOf(event: HandedEvent, contentHash: string, { txId, at }: Placed): EventRecord {
  return { lotKey: event.lotKey, seq: event.seq, contentHash, txId, at, ...carriedOver(event) };
}

/** A contract that is the newest is not named: the same event is recorded alike, carried over or not. */
function carriedOver(event: HandedEvent): Pick<EventRecord, 'formerly' | 'contract'> {
  return {
    ...(event.formerly !== undefined && { formerly: event.formerly }),
    ...(event.contract !== undefined && !isOfNewest(event) && { contract: event.contract }),
  };
}

function sha256(bytes: Bytes): Bytes {
  return new Uint8Array(createHash('sha256').update(bytes).digest());
}
