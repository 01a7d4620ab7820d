import type { LedgerEvent } from '../../domain/ledger/ledger.ts';

/** Events of one transaction: a proof of one of them contains the hashes of the others, so the number is small. */
export const PORTION_EVENTS = 25;
/** Of one lot, whose events are submitted in one transaction at a time: two concurrent ones would conflict. */
const LOT_EVENTS = 100;

/**
 * Divides events among transactions: rounds one after the other, and in each round portions that may go side by side, since no lot is in
 * two of them. The order of each lot's events stays.
 */
export function batchesOf<Event extends LedgerEvent>(events: readonly Event[]): Event[][][] {
  const lots = [...Map.groupBy(events, ({ lotKey }) => lotKey).values()];
  const rounds: Event[][][] = [];
  for (let from = 0; lots.some((lot) => lot.length > from); from += LOT_EVENTS) {
    const round: Event[][] = [];
    for (const lot of lots) {
      const part = lot.slice(from, from + LOT_EVENTS);
      const last = round.at(-1);
      if (part.length === 0) continue;
      if (last !== undefined && last.length + part.length <= PORTION_EVENTS) last.push(...part);
      else round.push(part);
    }
    rounds.push(round);
  }
  return rounds;
}
