import { transferOf } from '../../domain/ledger/judge.ts';
import type { LedgerEvent } from '../../domain/ledger/ledger.ts';

/** Events of one transaction: a proof of one of them contains the hashes of the others, so the number is small. */
const PORTION_EVENTS = 25;
/** Of one lot, whose events are submitted in one transaction at a time: two concurrent ones would conflict. */
const LOT_EVENTS = 100;

/** What is submitted together: all events of one transfer, or events of one lot that follow one another. */
interface Unit<Event> {
  transfer: string | null;
  events: Event[];
}

/**
 * Divides events among transactions: rounds one after the other, and in each round portions that may go side by side,
 * since no lot is in two of them. The order of each lot's events stays. A transfer is a portion by itself, after the
 * earlier events of all its lots and before the later ones.
 */
export function recordingRounds<Event extends LedgerEvent>(events: readonly Event[]): Event[][][] {
  const queues = lotQueues(events);
  const rounds: Event[][][] = [];
  for (let ready = nextUnits(queues); ready.length > 0; ready = nextUnits(queues)) {
    rounds.push(portionsOf(ready));
    for (const unit of ready) {
      for (const lotKey of lotsOf(unit)) {
        const left = queues.get(lotKey)?.filter((one) => one !== unit) ?? [];
        if (left.length > 0) queues.set(lotKey, left);
        else queues.delete(lotKey);
      }
    }
  }
  return rounds;
}

/** The units of each lot in its order; a unit with several lots is in the queues of all of them. */
function lotQueues<Event extends LedgerEvent>(events: readonly Event[]): Map<string, Unit<Event>[]> {
  const transfers = new Map<string, Unit<Event>>();
  const queues = new Map<string, Unit<Event>[]>();
  for (const event of events) {
    const transfer = transferOf(event.content);
    const queue = queues.get(event.lotKey) ?? [];
    queues.set(event.lotKey, queue);
    const last = queue.at(-1);
    const open = transfer === null ? openRun(last) : transfers.get(transfer);
    const unit = open ?? { transfer, events: [] };
    unit.events.push(event);
    if (transfer !== null) transfers.set(transfer, unit);
    if (last !== unit) queue.push(unit);
  }
  return queues;
}

/** Events of a lot to which another one is added. */
function openRun<Event>(unit: Unit<Event> | undefined): Unit<Event> | undefined {
  return unit?.transfer === null && unit.events.length < LOT_EVENTS ? unit : undefined;
}

function lotsOf<Event extends LedgerEvent>({ events }: Unit<Event>): Set<string> {
  return new Set(events.map(({ lotKey }) => lotKey));
}

/** The units that are next for all of their lots. */
function nextUnits<Event extends LedgerEvent>(queues: ReadonlyMap<string, Unit<Event>[]>): Unit<Event>[] {
  const next = new Set([...queues.values()].flatMap(([unit]) => unit ?? []));
  const ready = [...next].filter((unit) => [...lotsOf(unit)].every((lotKey) => queues.get(lotKey)?.[0] === unit));
  // Transfers that each wait for the other cannot be recorded: the ledger refuses the first one, and the rest goes on.
  return ready.length > 0 ? ready : [...next].slice(0, 1);
}

function portionsOf<Event extends LedgerEvent>(units: readonly Unit<Event>[]): Event[][] {
  const portions: Event[][] = units.filter(({ transfer }) => transfer !== null).map(({ events }) => events);
  let last: Event[] = [];
  for (const { events } of units.filter(({ transfer }) => transfer === null)) {
    if (last.length > 0 && last.length + events.length <= PORTION_EVENTS) last.push(...events);
    else portions.push((last = [...events]));
  }
  return portions;
}
