import { unitsOf } from '../../../domain/ledger/judge.ts';
import { LedgerAway, type Ledger, type Recorded } from '../../../domain/ledger/ledger.ts';
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

/** What is recorded together: the events of one transfer, or one event alone. */
type Unit = readonly WaitingEvent[];

/**
 * Submits a batch to the ledger and sorts the outcomes. Once an event of a lot is refused, the lot's later ones are
 * neither recorded nor failed: they wait behind it. The same applies to an event with an invalid signature, which is
 * never submitted. When the ledger fails on a batch (an error that is neither a refusal nor `LedgerAway`) the batch is
 * halved until the failing event is alone. The events of a transfer are never separated: all of them wait, fail or are
 * recorded.
 */
export async function deliver(ledger: Ledger, events: readonly WaitingEvent[]): Promise<Delivery> {
  const delivery: Delivery = { recorded: [], failed: [], away: null };
  const stopped = new Set<string>();
  const good: Unit[] = [];
  for (const unit of unitsOf(events)) {
    const isBehind = unit.some(({ lotKey }) => stopped.has(lotKey));
    if (!isBehind && unit.every(({ sealed }) => sealed)) {
      good.push(unit);
      continue;
    }
    for (const { lotKey } of unit) stopped.add(lotKey);
    const text = 'The event was not written by this program, or was changed in the database';
    const broken = isBehind ? [] : unit.filter(({ sealed }) => !sealed);
    delivery.failed.push(...broken.map(({ eventId }) => ({ eventId, code: NOT_SEALED, text })));
  }
  stopped.clear();
  const broke = await deliverPart(ledger, good, delivery, stopped);
  // It broke on several, of which a transfer is one, and took none: that is the ledger's trouble, not theirs.
  const failed = new Set(delivery.failed.map(({ eventId }) => eventId));
  const failedUnits = unitsOf(events).filter((unit) => unit.some(({ eventId }) => failed.has(eventId))).length;
  if (
    broke !== null &&
    failedUnits > 1 &&
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
  part: readonly Unit[],
  delivery: Delivery,
  stopped: Set<string>,
): Promise<Error | null> {
  const units = part.filter((unit) => !isStopped(unit, stopped));
  if (units.length === 0 || delivery.away !== null) return null;
  try {
    sortOutcomes(units, await ledger.record(units.flat()), delivery, stopped);
    return null;
  } catch (error) {
    const broke = error instanceof Error ? error : new Error(String(error));
    if (broke instanceof LedgerAway) {
      delivery.away = broke;
      return null;
    }
    const [alone] = units;
    if (units.length === 1 && alone) {
      for (const { eventId, lotKey } of alone) {
        stopped.add(lotKey);
        delivery.failed.push({ eventId, code: 'INTERNAL', text: 'The ledger could not process the event' });
      }
      return broke;
    }
    const half = Math.ceil(units.length / 2);
    const first = await deliverPart(ledger, units.slice(0, half), delivery, stopped);
    const second = await deliverPart(ledger, units.slice(half), delivery, stopped);
    return second ?? first ?? broke;
  }
}

/** Whether an event of a unit waits behind a refused one; then all events of the unit wait, and what follows them. */
function isStopped(unit: Unit, stopped: Set<string>): boolean {
  if (!unit.some(({ lotKey }) => stopped.has(lotKey))) return false;
  for (const { lotKey } of unit) stopped.add(lotKey);
  return true;
}

function sortOutcomes(
  units: readonly Unit[],
  outcomes: Awaited<ReturnType<Ledger['record']>>,
  delivery: Delivery,
  stopped: Set<string>,
): void {
  let at = 0;
  for (const unit of units) {
    const own = unit.map((event) => ({ event, outcome: outcomes[at++] }));
    const wasStopped = new Set(unit.filter(({ lotKey }) => stopped.has(lotKey)).map(({ lotKey }) => lotKey));
    for (const { event, outcome } of own) {
      if (outcome === undefined) throw new Error('The ledger did not answer for every event');
      if (outcome.kind === 'recorded') {
        delivery.recorded.push(outcome.recorded);
        continue;
      }
      stopped.add(event.lotKey);
      // Of a transfer, the reason lies in one of its chains, and all answer the same.
      const isConsequence = wasStopped.size > 0 && CONSEQUENCES.has(outcome.refusal.code);
      if (isConsequence) continue;
      delivery.failed.push({ eventId: event.eventId, code: outcome.refusal.code, text: outcome.refusal.text });
    }
  }
}
