/**
 * What was found out before, by key: of all that is kept, what was asked for longest ago is forgotten first, so that no
 * more is held than the bound.
 */
export class LruCache<Value> {
  readonly #kept = new Map<string, { value: Value; weight: number }>();
  readonly #most: number;
  #weight = 0;

  /** @param most weight of all that is kept, in the unit of `keep` */
  constructor(most: number) {
    this.#most = most;
  }

  /** The weight of all that is kept. */
  get weight(): number {
    return this.#weight;
  }

  find(key: string): Value | undefined {
    const found = this.#kept.get(key);
    if (found === undefined) return undefined;
    this.#kept.delete(key);
    this.#kept.set(key, found);
    return found.value;
  }

  /** Keeps a value in the place of an earlier one. @param weight what it counts for; more than the bound is not kept */
  keep(key: string, value: Value, weight = 1): void {
    this.forget(key);
    if (weight > this.#most) return;
    this.#kept.set(key, { value, weight });
    this.#weight += weight;
    for (const [oldest] of this.#kept) {
      if (this.#weight <= this.#most) return;
      this.forget(oldest);
    }
  }

  forgetAll(): void {
    this.#kept.clear();
    this.#weight = 0;
  }

  forget(key: string): void {
    const found = this.#kept.get(key);
    if (found === undefined) return;
    this.#kept.delete(key);
    this.#weight -= found.weight;
  }
}
