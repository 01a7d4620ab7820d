/**
 * Moves the clock of this whole process: what the server remembers for a while is then old, without anybody waiting. It only
 * goes forward, because memories must not come from the future.
 */
export class MovedClock {
  readonly #real = globalThis.Date;
  #aheadMs = 0;

  constructor() {
    const real = this.#real;
    const now = (): number => real.now() + this.#aheadMs;
    globalThis.Date = new Proxy(real, {
      construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
      get: (target, name, self) => (name === 'now' ? now : Reflect.get(target, name, self)),
    });
  }

  forward(ms: number): void {
    this.#aheadMs += ms;
  }

  restore(): void {
    globalThis.Date = this.#real;
  }
}
