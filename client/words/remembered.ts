/** How many are kept: more than one server speaks at a time. */
const MOST = 50;

/**
 * A value for each key, made once. Locales and time zones may be a stranger's own words, of any number, so only the newest 50 are
 * kept; what has gone is made again.
 */
export function remembered<Value>(): {
  get: (key: string, make: () => Value) => Value;
  all: () => Iterable<[string, Value]>;
} {
  const kept = new Map<string, Value>();
  return {
    get: (key, make) => {
      const before = kept.get(key);
      if (before !== undefined) return before;
      const value = make();
      kept.set(key, value);
      if (kept.size > MOST) for (const oldest of [...kept.keys()].slice(0, kept.size - MOST)) kept.delete(oldest);
      return value;
    },
    all: () => kept,
  };
}
