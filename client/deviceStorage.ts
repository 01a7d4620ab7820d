/*
 * What the pages keep on this device. Browsers may forbid it, and it may be full: then a page works all the same, and remembers
 * until it is closed. No other file touches the browser's storage.
 */
type Kind = 'localStorage' | 'sessionStorage';

/** Never throws. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Asked for each time: where it is forbidden, already the look at it throws. Null where there is none, as on a server. */
const browsers = (kind: Kind): Storage | null => (typeof window === 'undefined' ? null : window[kind]);

/** @param storage the browser's, or null; may throw, and so may what it answers */
export function deviceStorage(storage: () => DeviceStorage | null): DeviceStorage {
  /** what could not be written, or not be taken away (null): it counts in this page before what is stored */
  const unstored = new Map<string, string | null>();
  const isDone = (change: (stored: DeviceStorage) => void): boolean => {
    try {
      const stored = storage();
      if (stored === null) return false;
      change(stored);
      return true;
    } catch {
      return false;
    }
  };
  const remove = (key: string): void => {
    if (isDone((stored) => stored.removeItem(key))) unstored.delete(key);
    else unstored.set(key, null);
  };
  return {
    getItem(key) {
      const held = unstored.get(key);
      if (held !== undefined) return held;
      try {
        return storage()?.getItem(key) ?? null;
      } catch {
        return null;
      }
    },
    setItem(key, value) {
      if (isDone((stored) => stored.setItem(key, value))) {
        unstored.delete(key);
        return;
      }
      // An earlier value must not be found by another tab, or by the next visit, in place of this one.
      remove(key);
      unstored.set(key, value);
    },
    removeItem: remove,
  };
}

/** Kept from one visit to the next, for all tabs. */
export const localStore = deviceStorage(() => browsers('localStorage'));
/** Kept as long as this tab. */
export const sessionStore = deviceStorage(() => browsers('sessionStorage'));

/** Whether the browser keeps anything: for parts that are not ours and would break where it does not. */
export function keepsOnDevice(): boolean {
  try {
    return browsers('localStorage')?.getItem('') !== undefined;
  } catch {
    return false;
  }
}
