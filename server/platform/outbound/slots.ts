/** Lets so many do something at a time; the others wait in line, and leave it when their signal is aborted. */
export class Slots {
  #free: number;
  readonly #line = new Set<() => void>();

  constructor(atOnce: number) {
    this.#free = atOnce;
  }

  /** @throws the signal's reason when it is aborted before a slot was free */
  async use<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    await this.#take(signal);
    try {
      return await work();
    } finally {
      this.#giveOn();
    }
  }

  async #take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    const turn = Promise.withResolvers<void>();
    const leave = (): void => {
      this.#line.delete(turn.resolve);
      turn.reject(signal.reason);
    };
    this.#line.add(turn.resolve);
    signal.addEventListener('abort', leave, { once: true });
    await turn.promise.finally(() => signal.removeEventListener('abort', leave));
  }

  #giveOn(): void {
    const [next] = this.#line;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#line.delete(next);
    next();
  }
}
