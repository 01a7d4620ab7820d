import { sameHead, type SignedHead } from '../../../domain/proof/head.ts';
import type { CarriedEvent } from '../../../domain/ledger/ledger.ts';
import type { MovingChannel } from './movingChannel.ts';
import { NotMoved } from './notMoved.ts';

/** Events handed over together, in several transactions. */
const AT_ONCE = 500;

/**
 * Replaces a ledger by a channel, or continues an interrupted replacement: begins the channel with the ledger's last
 * head, and submits the events in their order, each with its former position. Existing events are left unchanged.
 * @param events of the ledger, all of them
 * @param tell called with the number of submitted events
 * @throws NotMoved when the channel began otherwise, or refuses an event; LedgerAway
 */
export async function replay(
  channel: Pick<MovingChannel, 'begin' | 'beginning' | 'record' | 'settle'>,
  closes: SignedHead,
  events: AsyncIterable<CarriedEvent[]>,
  tell: (events: number) => void,
): Promise<void> {
  if ((await channel.beginning()) === null) await channel.begin(closes);
  const began = await channel.beginning();
  const closed = began?.closes ?? null;
  if (closed === null || !sameHead(closed, closes)) throw new NotMoved(otherwise(closed));
  if (began?.settled === true) return;
  let told = 0;
  for await (const some of portions(events)) {
    for (const outcome of await channel.record(some)) {
      if (outcome.kind !== 'refused') continue;
      throw new NotMoved(`The channel refuses event ${outcome.eventId}: ${outcome.refusal.text}.`);
    }
    told += some.length;
    tell(told);
  }
  await channel.settle();
}

function otherwise(closes: SignedHead | null): string {
  return closes === null
    ? 'The channel began by itself: an existing ledger moves to a new channel only.'
    : `The channel took the place of another ledger, which ended with ${closes.blocks} blocks: each one moves to a channel of its own.`;
}

/**
 * Events that are handed over together, so many or a little more. Cut between blocks alone: all events of a transfer stand
 * in one block, and those of one block were judged by one contract. Those that another contract judged come after all of
 * the one before.
 */
async function* portions(events: AsyncIterable<CarriedEvent[]>): AsyncGenerator<CarriedEvent[]> {
  let portion: CarriedEvent[] = [];
  for await (const some of events) {
    for (const event of some) {
      const last = portion.at(-1);
      const full = portion.length >= AT_ONCE && last?.formerly.blockNumber !== event.formerly.blockNumber;
      if (full || (last !== undefined && last.contract !== event.contract)) yield portion.splice(0);
      portion.push(event);
    }
  }
  if (portion.length > 0) yield portion;
}
