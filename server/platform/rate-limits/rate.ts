import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { Refused } from '../errors/refusal.ts';

/** Of a window that lasts longer, processes tell each other only once much of it is spent. */
const LONG_MS = 3_600_000;

/** What of a rate is let: so many calls in a window, which begins with the first. */
export interface RateLimit {
  calls: number;
  windowMs: number;
  /** what a caller that has spent it is answered; 'too many requests' unless given */
  said?: Message;
}

/** What one caller has spent in the window that is under way. */
export interface Spent {
  /** what other processes know the caller by */
  name: string;
  spent: number;
  /** ms of the process's clock */
  endsAt: number;
}

/** Rate limits per caller and window, counted in this process, plus the counts reported by other processes. */
export class Rate {
  readonly #limit: RateLimit;
  readonly #nameOf: (key: string) => string;
  readonly #clock: () => number;
  readonly #here = new Map<string, Spent>();
  #elsewhere: ReadonlyMap<string, Pick<Spent, 'spent' | 'endsAt'>> = new Map();
  #sweepAt = 0;

  /**
   * @param nameOf what other processes know a caller by
   * @param clock ms
   */
  constructor(limit: RateLimit, nameOf: (key: string) => string, clock: () => number = () => performance.now()) {
    this.#limit = limit;
    this.#nameOf = nameOf;
    this.#clock = clock;
  }

  /** Counts one call, or as many at once. @throws Refused too-many-requests, with the seconds to wait; such a call is not counted */
  count(key: string, calls = 1): void {
    const now = this.#clock();
    const here = this.#windowOf(key, now);
    const told = this.#elsewhere.get(here.name);
    const elsewhere = told === undefined || told.endsAt <= now ? null : told;
    if (here.spent + (elsewhere?.spent ?? 0) + calls <= this.#limit.calls) {
      here.spent += calls;
      return;
    }
    // Whichever window ends first makes room, unless the other alone is full.
    const ends = [here, ...(elsewhere === null ? [] : [elsewhere])];
    const full = ends.filter(({ spent }) => spent >= this.#limit.calls);
    const free =
      full.length > 0 ? Math.max(...full.map(({ endsAt }) => endsAt)) : Math.min(...ends.map(({ endsAt }) => endsAt));
    throw new Refused({
      kind: 'too-many-requests',
      said: this.#limit.said ?? REFUSED.tooManyRequests({}),
      retryAfterSeconds: Math.max(1, Math.ceil((free - now) / 1_000)),
    });
  }

  /** Counts what a call has cost beyond itself, whether or not there is room for it. */
  charge(key: string, calls: number): void {
    this.#windowOf(key, this.#clock()).spent += calls;
  }

  /** Takes a counted call back. */
  giveBack(key: string): void {
    const here = this.#here.get(key);
    if (here !== undefined && here.spent > 0) here.spent -= 1;
  }

  /** Whether others are to be heard: something was counted in a window under way; in one that lasts for hours, a tenth of what there may be. */
  get inUse(): boolean {
    this.#sweep(this.#clock());
    return this.#limit.windowMs > LONG_MS ? this.much().length > 0 : this.#here.size > 0;
  }

  /** Callers that have used at least a tenth of their limit, to report to other processes. */
  much(): { name: string; spent: number; leftMs: number }[] {
    const now = this.#clock();
    const least = Math.ceil(this.#limit.calls / 10);
    return [...this.#here.values()]
      .filter(({ spent, endsAt }) => spent >= least && endsAt > now)
      .map(({ name, spent, endsAt }) => ({ name, spent, leftMs: Math.ceil(endsAt - now) }));
  }

  /** Takes what all other processes tell now, in the place of what they told before. */
  hear(told: readonly { name: string; spent: number; leftMs: number }[]): void {
    const now = this.#clock();
    this.#elsewhere = new Map(told.map(({ name, spent, leftMs }) => [name, { spent, endsAt: now + leftMs }]));
  }

  #windowOf(key: string, now: number): Spent {
    const known = this.#here.get(key);
    if (known !== undefined && known.endsAt > now) return known;
    this.#sweep(now);
    const begun = { name: this.#nameOf(key), spent: 0, endsAt: now + this.#limit.windowMs };
    this.#here.set(key, begun);
    return begun;
  }

  /** Forgets windows that are over, once in each window's time. */
  #sweep(now: number): void {
    if (now < this.#sweepAt) return;
    this.#sweepAt = now + this.#limit.windowMs;
    for (const [key, { endsAt }] of this.#here) if (endsAt <= now) this.#here.delete(key);
  }
}
