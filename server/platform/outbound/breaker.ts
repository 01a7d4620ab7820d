/**
 * Decides whether a server is called: after several failures in a row it is not called for a while, then one request
 * tests whether it is back.
 */
export class Breaker {
  readonly #breakAfter: number;
  readonly #restMs: number;
  readonly #clock: () => number;
  #failures = 0;
  #closedUntil = 0;

  /** @param clock milliseconds */
  constructor(parts: { breakAfter: number; restMs: number; clock: () => number }) {
    this.#breakAfter = parts.breakAfter;
    this.#restMs = parts.restMs;
    this.#clock = parts.clock;
  }

  /** It failed so often that the next request is only to find out whether it is back. */
  get isOpen(): boolean {
    return this.#failures >= this.#breakAfter;
  }

  /** Milliseconds until the server is asked again; 0 when it may be asked now. */
  get restsFor(): number {
    return this.isOpen ? Math.max(0, this.#closedUntil - this.#clock()) : 0;
  }

  succeeded(): void {
    this.#failures = 0;
  }

  failed(): void {
    this.#failures += 1;
    if (this.isOpen) this.#closedUntil = this.#clock() + this.#restMs;
  }
}
