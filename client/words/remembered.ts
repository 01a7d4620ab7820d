/** Maximum number of entries: a server uses several locales at once. */
const MOST = 50;

/**
 * A cache that creates one value per key. Locales and time zones may come from requests, so only the newest 50 are
 * kept; an evicted value is created again.
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
