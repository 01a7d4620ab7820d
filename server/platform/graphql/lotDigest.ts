import type { LotScope } from '../../domain/access/permissions.ts';
import { joined, seenAs, type LotChange, type LotChanges } from './lotNews.ts';

/** Lots that are told whole; of more than these, the ids alone. */
export const MOST_WHOLE = 10;
/** Lots that are named; of more than these, that much has changed. */
export const MOST_NAMED = 200;

/** Lots that changed within a moment, in one message. */
export interface LotsChanges {
  /** each of them with what became of it, when they are few */
  lots: LotChanges[];
  /** UUIDs of those that changed, came or went, when they are more */
  ids: string[];
  /** more than can be named: what is shown of lots is to be asked anew */
  much: boolean;
}

/** Gathers changes of lots: what is kept of them is bounded by the number of farms, however many lots there are. */
export class LotDigest {
  readonly #all = new Map<string, LotChange>();
  /** UUIDs by farm, in upper case, of those that are or were of it */
  readonly #byFarm = new Map<string, Set<string>>();
  #farmErased = false;

  /** More than are told whole. */
  get isBulk(): boolean {
    return this.#all.size > MOST_WHOLE;
  }

  add(change: LotChange): void {
    this.#farmErased ||= change.farmErased;
    const before = this.#all.get(change.id);
    if (before !== undefined || this.#all.size <= MOST_NAMED) {
      this.#all.set(change.id, {
        ...change,
        kind: joined(change.kind, before?.kind),
        left: new Set([...(before?.left ?? []), ...change.left]),
      });
    }
    const farms = new Set(change.left);
    if (change.farmId !== null) farms.add(change.farmId.toUpperCase());
    for (const farm of farms) {
      const ids = this.#byFarm.get(farm) ?? new Set();
      if (ids.size <= MOST_NAMED) ids.add(change.id);
      this.#byFarm.set(farm, ids);
    }
  }

  /** The changes, unless they are too many to be told whole, or some are not known to whom. */
  few(): LotChange[] | null {
    return this.isBulk || this.#farmErased ? null : [...this.#all.values()];
  }

  /** The message to those who see what a scope shows, without the lots themselves; null when it shows none of them. */
  through(scope: LotScope): LotsChanges | null {
    if (scope.kind === 'none') return null;
    const ids = scope.kind === 'all' ? this.#all : this.#byFarm.get(scope.farmId);
    // Which farm's it was is known no more: whoever sees one farm is told to look.
    const much = (ids?.size ?? 0) > MOST_NAMED || (scope.kind === 'farm' && this.#farmErased);
    if (much) return { lots: [], ids: [], much };
    return ids === undefined ? null : { lots: [], ids: [...ids.keys()], much };
  }
}

/** The message of a few lots to those who see what a scope shows; null when it shows none of them. */
export function fewLots(
  news: readonly { change: LotChange; told: Omit<LotChanges, 'kind'> }[],
  scope: LotScope,
): LotsChanges | null {
  const lots = news.flatMap(({ change, told }) => lotThrough(change, told, scope) ?? []);
  return lots.length === 0 ? null : { lots, ids: [], much: false };
}

/** What those are told of a lot who see what a scope shows; null when it does not show it. */
export function lotThrough(change: LotChange, told: Omit<LotChanges, 'kind'>, scope: LotScope): LotChanges | null {
  const kind = seenAs(change, scope);
  if (kind === null) return null;
  return kind === 'DEPARTED' ? { kind, id: told.id, lotId: told.lotId, lot: null, activity: null } : { kind, ...told };
}
