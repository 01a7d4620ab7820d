import { z } from 'zod';
import { CALL_LIMITS, type EventRecord } from '../../../domain/ledger/channelForms.ts';
import type { ChainEnd, ChannelState } from './channelState.ts';
import { ContractRefusal } from './contractRefusal.ts';

const hex16 = z.string().regex(/^[0-9a-f]{32}$/);

/** The argument of `readLots`. */
export const askedLots = z.array(hex16);
/** The argument of `readEvents`. */
export const askedEvents = z.array(hex16);

/** An event as `readLots` answers it. */
type ReadEvent = { eventId: string; seq: number; content: string; contentHash: string } & Pick<
  EventRecord,
  'txId' | 'at' | 'formerly' | 'contract'
>;

interface ReadLot {
  lotKey: string;
  /** null: the channel does not know the chain */
  head: ChainEnd | null;
  /** oldest first; what the peer has lost is left out */
  events: ReadEvent[];
}

/** Result of `readLots`: as many complete chains as fit, and the cursor of the next call. */
export interface ReadLots {
  lots: ReadLot[];
  /** the chain and place to ask for next, with the chains after it; null: that was all */
  next: { lotKey: string; from: number } | null;
}

/**
 * Reads chains with their contents.
 * @param lotKeys at most 100
 * @param from `seq` that the first chain is read from; the others are read whole
 * @throws ContractRefusal TOO_MUCH
 */
export async function readLots(channel: ChannelState, lotKeys: readonly string[], from: number): Promise<ReadLots> {
  if (lotKeys.length > CALL_LIMITS.lots) {
    throw new ContractRefusal('TOO_MUCH', `One call takes at most ${CALL_LIMITS.lots} lots`);
  }
  const lots: ReadLot[] = [];
  const room = { events: CALL_LIMITS.events as number, characters: CALL_LIMITS.answerCharacters as number };
  for (const [i, lotKey] of lotKeys.entries()) {
    const head = await channel.chainEnd(lotKey);
    const lot: ReadLot = { lotKey, head, events: [] };
    lots.push(lot);
    for (let seq = i === 0 ? from : 1; seq <= (head?.seq ?? 0); seq += 1) {
      const content = await channel.content(lotKey, seq);
      if (content === null) continue;
      const used = room.events < CALL_LIMITS.events;
      if (room.events === 0 || (used && content.length > room.characters)) return { lots, next: { lotKey, from: seq } };
      const event = await readEvent(channel, seq, content);
      if (event === null) continue;
      lot.events.push(event);
      room.events -= 1;
      room.characters -= content.length;
    }
  }
  return { lots, next: null };
}

const named = z.object({ eventId: hex16 });

/** Null when the peer has lost the event's record. */
async function readEvent(channel: ChannelState, seq: number, content: string): Promise<ReadEvent | null> {
  const { eventId } = named.parse(JSON.parse(content));
  const record = await channel.event(eventId);
  if (record === null) return null;
  const { contentHash, txId, at, formerly, contract } = record;
  return {
    eventId,
    seq,
    content,
    contentHash,
    txId,
    at,
    ...(formerly !== undefined && { formerly }),
    ...(contract !== undefined && { contract }),
  };
}

/**
 * `seq` of the newest event of each chain, in the order of the call; 0 for one that the channel does not know.
 * @throws ContractRefusal TOO_MUCH
 */
export async function readHeads(channel: ChannelState, lotKeys: readonly string[]): Promise<number[]> {
  if (lotKeys.length > CALL_LIMITS.events) {
    throw new ContractRefusal('TOO_MUCH', `One call takes at most ${CALL_LIMITS.events} chains`);
  }
  return Promise.all(lotKeys.map(async (lotKey) => (await channel.chainEnd(lotKey))?.seq ?? 0));
}

/**
 * The public records of events, in the order of the call; null for one that is not recorded.
 * @throws ContractRefusal TOO_MUCH
 */
export async function readEvents(channel: ChannelState, eventIds: readonly string[]): Promise<(EventRecord | null)[]> {
  if (eventIds.length > CALL_LIMITS.events) {
    throw new ContractRefusal('TOO_MUCH', `One call takes at most ${CALL_LIMITS.events} events`);
  }
  return Promise.all(eventIds.map((eventId) => channel.event(eventId)));
}
