import { LedgerAway, type Ledger, type LedgerEvent, type Recorded } from '../../../domain/ledger/ledger.ts';
import type { WaitingEvent } from './waitingEvents.ts';

/** The code of an event that was not written by the program, or was changed since. */
export const NOT_SEALED = 'NOT_SEALED';

/** Why an event is marked failed: the ledger's own code, INTERNAL when the ledger broke on it, or NOT_SEALED. */
export interface FailedEvent {
  eventId: string;
  code: string;
  text: string;
}

export interface Delivery {
  recorded: Recorded[];
  failed: FailedEvent[];
  /** set when the ledger was away: whatever is in neither list waits */
  away: Error | null;
}

/** Refusals that an earlier refused event of the same lot brings with it. */
const CONSEQUENCES = new Set(['OUT_OF_ORDER', 'CHAIN_BROKEN', 'LOT_MISSING']);

/**
 * Submits a batch to the ledger and sorts the outcomes. Once an event of a lot is refused, the lot's later ones are
 * neither recorded nor failed: they wait behind it. The same applies to an event with an invalid signature, which is
 * never submitted. When the ledger fails on a batch (an error that is neither a refusal nor `LedgerAway`) the batch is
 * halved until the failing event is alone.
 */
export async function deliver(ledger: Ledger, events: readonly WaitingEvent[]): Promise<Delivery> {
  const delivery: Delivery = { recorded: [], failed: [], away: null };
  const stopped = new Set<string>();
  const good: LedgerEvent[] = [];
  for (const event of events) {
    if (stopped.has(event.lotKey)) continue;
    if (event.sealed) {
      good.push(event);
      continue;
    }
    stopped.add(event.lotKey);
    const text = 'The event was not written by this program, or was changed in the database';
    delivery.failed.push({ eventId: event.eventId, code: NOT_SEALED, text });
  }
  stopped.clear();
  const broke = await deliverPart(ledger, good, delivery, stopped);
  // It broke on several lots and took none: that is the ledger's trouble, not that of so many events.
  if (
    broke !== null &&
    delivery.failed.length > 1 &&
    delivery.recorded.length === 0 &&
    delivery.failed.filter((one) => one.code !== NOT_SEALED).every(isInternal)
  ) {
    return { recorded: [], failed: delivery.failed.filter((one) => one.code === NOT_SEALED), away: broke };
  }
  return delivery;
}

const isInternal = ({ code }: FailedEvent): boolean => code === 'INTERNAL';

/** Adds to the delivery; answers the last error on which the ledger broke, null when there was none. */
async function deliverPart(
  ledger: Ledger,
  part: readonly LedgerEvent[],
  delivery: Delivery,
  stopped: Set<string>,
): Promise<Error | null> {
  const events = part.filter(({ lotKey }) => !stopped.has(lotKey));
  if (events.length === 0 || delivery.away !== null) return null;
  try {
    sortOutcomes(events, await ledger.record(events), delivery, stopped);
    return null;
  } catch (error) {
    const broke = error instanceof Error ? error : new Error(String(error));
    if (broke instanceof LedgerAway) {
      delivery.away = broke;
      return null;
    }
    const [alone] = events;
    if (events.length === 1 && alone) {
      stopped.add(alone.lotKey);
      delivery.failed.push({
        eventId: alone.eventId,
        code: 'INTERNAL',
        text: 'The ledger could not process the event',
      });
      return broke;
    }
    const half = Math.ceil(events.length / 2);
    const first = await deliverPart(ledger, events.slice(0, half), delivery, stopped);
    const second = await deliverPart(ledger, events.slice(half), delivery, stopped);
    return second ?? first ?? broke;
  }
}

function sortOutcomes(
  events: readonly LedgerEvent[],
  outcomes: Awaited<ReturnType<Ledger['record']>>,
  delivery: Delivery,
  stopped: Set<string>,
): void {
  for (const [i, event] of events.entries()) {
    const outcome = outcomes[i];
    if (outcome === undefined) throw new Error('The ledger did not answer for every event');
    if (outcome.kind === 'recorded') {
      delivery.recorded.push(outcome.recorded);
    } else if (!stopped.has(event.lotKey)) {
      stopped.add(event.lotKey);
      delivery.failed.push({ eventId: event.eventId, code: outcome.refusal.code, text: outcome.refusal.text });
    } else if (!CONSEQUENCES.has(outcome.refusal.code)) {
      delivery.failed.push({ eventId: event.eventId, code: outcome.refusal.code, text: outcome.refusal.text });
    }
  }
}
