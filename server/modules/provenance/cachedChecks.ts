import { LRUCache } from 'lru-cache';

/** How long a check of a lot against the ledger is shown again (docs/decisions/0009). */
export const REMEMBERED_MS = 30_000;
const MOST_LOTS = 2_000;

interface Entry<Check> {
  marker: string;
  check: Check;
  /** ms since 1970, when the check began */
  checkedAt: number;
}

/**
 * Checks of lots against the ledger, each remembered with a marker of the state that it was made of. Another marker, an
 * age of 30 s or a clock that was set back ask for a new check.
 */
export class CachedChecks<Check> {
  readonly #entries = new LRUCache<string, Entry<Check>>({ max: MOST_LOTS });

  /** Null if the lot must be checked. @param now ms since 1970 */
  find(lotUuid: string, marker: string, now: number): Check | null {
    const entry = this.#entries.get(lotUuid);
    if (entry === undefined || entry.marker !== marker) return null;
    return entry.checkedAt <= now && now < entry.checkedAt + REMEMBERED_MS ? entry.check : null;
  }

  /**
   * Remembers a check; above 2,000 lots the least recently used one is forgotten.
   * @param marker of the lot as it was read before the check began, so that a change in between asks for a new one
   */
  keep(lotUuid: string, marker: string, check: Check, checkedAt: number): void {
    this.#entries.set(lotUuid, { marker, check, checkedAt });
  }

  forget(lotUuid: string): void {
    this.#entries.delete(lotUuid);
  }
}
