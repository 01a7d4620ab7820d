/** Lets a number of calls start in each second; the others wait for their turn. */
export class CallPace {
  readonly #perSecond: number;
  readonly #clock: () => number;
  readonly #pause: (ms: number) => Promise<unknown>;
  #starts: number[] = [];

  /** @param parts.clock milliseconds @param parts.pause waits for that many milliseconds */
  constructor(parts: { perSecond: number; clock: () => number; pause: (ms: number) => Promise<unknown> }) {
    this.#perSecond = parts.perSecond;
    this.#clock = parts.clock;
    this.#pause = parts.pause;
  }

  /** Comes back when a call may start. */
  async turn(): Promise<void> {
    for (;;) {
      const now = this.#clock();
      this.#starts = this.#starts.filter((start) => start > now - WINDOW_MS);
      const [first] = this.#starts;
      if (first === undefined || this.#starts.length < this.#perSecond) {
        this.#starts.push(now);
        return;
      }
      await this.#pause(first + WINDOW_MS - now);
    }
  }
}

/** A little more than a second: the other side counts arrivals, and calls do not take equally long to arrive. */
const WINDOW_MS = 1_100;
