/** Numbers by chance, the same ones for the same seed (mulberry32). */
export class SeededRandom {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  between(least: number, most: number): number {
    return least + Math.floor(this.next() * (most - least + 1));
  }

  /** One of a list. @throws RangeError for an empty list */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)];
    if (found === undefined) throw new RangeError('nothing to pick from');
    return found;
  }

  /** So many different ones of a list, or all. */
  some<T>(list: readonly T[], count: number): T[] {
    const rest = [...list];
    const found: T[] = [];
    while (found.length < count && rest.length > 0) {
      const at = Math.floor(this.next() * rest.length);
      const [one] = rest.splice(at, 1);
      if (one !== undefined) found.push(one);
    }
    return found;
  }

  /** Divides grams into parts of at least one gram. @param grams at least as many as parts */
  divide(grams: number, parts: number): number[] {
    let left = grams;
    return Array.from({ length: parts }, (_, i) => {
      const after = parts - 1 - i;
      const part = after === 0 ? left : this.between(1, Math.max(1, Math.floor((2 * (left - after)) / (after + 1))));
      left -= part;
      return part;
    });
  }
}
