import type { UserCaller } from './caller.ts';

/** Longest time that an ended session or a disabled user is still let in when no event says so. */
export const CALLER_TTL_MS = 2_000;
const MOST_ENTRIES = 10_000;

interface Entry {
  userId: string;
  /** ms since 1970, when reading began */
  readAt: number;
  caller: Promise<UserCaller | null>;
}

/** Callers by session as they were read at most two seconds ago, so that a page's many requests read each one once. */
export class CallerCache {
  readonly #entries = new Map<string, Entry>();
  readonly #clock: () => Date;

  constructor(clock: () => Date) {
    this.#clock = clock;
  }

  /** @param read null when the session has ended or its user is disabled */
  get(sessionId: string, userId: string, read: () => Promise<UserCaller | null>): Promise<UserCaller | null> {
    const now = this.#clock().getTime();
    const known = this.#entries.get(sessionId);
    // A clock that was set back must not keep an entry alive.
    if (known?.userId === userId && known.readAt <= now && now < known.readAt + CALLER_TTL_MS) return known.caller;
    const entry: Entry = { userId, readAt: now, caller: read() };
    this.#entries.delete(sessionId);
    this.#entries.set(sessionId, entry);
    this.#dropOldest();
    entry.caller.catch(() => {
      if (this.#entries.get(sessionId) === entry) this.#entries.delete(sessionId);
    });
    return entry.caller;
  }

  forget(userId: string): void {
    for (const [sessionId, entry] of this.#entries) if (entry.userId === userId) this.#entries.delete(sessionId);
  }

  #dropOldest(): void {
    if (this.#entries.size <= MOST_ENTRIES) return;
    const [oldest] = this.#entries.keys();
    if (oldest !== undefined) this.#entries.delete(oldest);
  }
}
