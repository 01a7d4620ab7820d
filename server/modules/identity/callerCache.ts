import { LRUCache } from 'lru-cache';
import type { UserCaller } from '../../platform/access/caller.ts';

/** Longest time that an ended session or a disabled user is still let in when no event says so. */
export const CALLER_TTL_MS = 2_000;
const MOST_ENTRIES = 10_000;

interface Entry<Known> {
  subject: string;
  /** ms since 1970, when reading began */
  readAt: number;
  caller: Promise<Known | null>;
}

/**
 * Callers by session, or by key, as they were read at most two seconds ago, so that a page's many requests read each one
 * once.
 */
export class CallerCache<Known extends UserCaller> {
  readonly #entries = new LRUCache<string, Entry<Known>>({ max: MOST_ENTRIES });
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /**
   * @param subject the id for `forget`
   * @param read null when the session has ended, its user is disabled or the key is revoked
   */
  get(id: string, subject: string, read: () => Promise<Known | null>): Promise<Known | null> {
    const now = this.#clock().getTime();
    const known = this.#entries.get(id);
    // A clock that was set back must not keep an entry alive.
    if (known?.subject === subject && known.readAt <= now && now < known.readAt + CALLER_TTL_MS) return known.caller;
    const entry: Entry<Known> = { subject, readAt: now, caller: read() };
    this.#entries.set(id, entry);
    entry.caller.catch(() => {
      if (this.#entries.peek(id) === entry) this.#entries.delete(id);
    });
    return entry.caller;
  }

  forget(subject: string): void {
    for (const [id, entry] of this.#entries) if (entry.subject === subject) this.#entries.delete(id);
  }
}
