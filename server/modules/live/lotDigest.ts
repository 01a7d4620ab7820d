import type { LotScope } from '../../domain/access/permissions.ts';
import { joined, seenAs, type LotChange, type LotChanges } from './lotChange.ts';

/** Number of lots that are sent in full; above it, only the ids. */
export const MOST_WHOLE = 10;
/** Number of lots that are named; above it, the message only says that many changed. */
export const MOST_NAMED = 200;

/** Lots that changed within a short time, in one message. */
export interface LotsChanges {
  /** each of them with its change, if they are few */
  lots: LotChanges[];
  /** UUIDs of changed, added and removed lots, if they are more */
  ids: string[];
  /** too many to name: the client must read the lots again */
  much: boolean;
}

/** Collects changes of lots; its size is limited by the number of farms, independent of the number of lots. */
export class LotDigest {
  readonly #all = new Map<string, LotChange>();
  /** UUIDs by farm, in upper case, of lots that belong or belonged to it */
  readonly #byFarm = new Map<string, Set<string>>();
  #farmErased = false;

  /** More than are sent in full. */
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

  /** The changes; null if they are too many to be sent in full, or if the farm of some is unknown. */
  few(): LotChange[] | null {
    return this.isBulk || this.#farmErased ? null : [...this.#all.values()];
  }

  /** The message for a scope, without the lots themselves; null if the scope shows none of them. */
  through(scope: LotScope): LotsChanges | null {
    if (scope.kind === 'none') return null;
    const ids = scope.kind === 'all' ? this.#all : this.#byFarm.get(scope.farmId);
    // The former farm is unknown, so subscribers of a single farm must read again.
    const much = (ids?.size ?? 0) > MOST_NAMED || (scope.kind === 'farm' && this.#farmErased);
    if (much) return { lots: [], ids: [], much };
    return ids === undefined ? null : { lots: [], ids: [...ids.keys()], much };
  }
}

/** The message of a few lots for a scope; null if the scope shows none of them. */
export function fewLots(
  news: readonly { change: LotChange; told: Omit<LotChanges, 'kind'> }[],
  scope: LotScope,
): LotsChanges | null {
  const lots = news.flatMap(({ change, told }) => lotThrough(change, told, scope) ?? []);
  return lots.length === 0 ? null : { lots, ids: [], much: false };
}

/** The event about a lot for a scope; null if the scope does not show it. */
export function lotThrough(change: LotChange, told: Omit<LotChanges, 'kind'>, scope: LotScope): LotChanges | null {
  const kind = seenAs(change, scope);
  if (kind === null) return null;
  return kind === 'DEPARTED' ? { kind, id: told.id, lotId: told.lotId, lot: null, activity: null } : { kind, ...told };
}
