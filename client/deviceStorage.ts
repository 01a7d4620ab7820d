/*
 * Storage on this device. Browsers may forbid it, and it may be full: then values last until the page closes. No other
 * file accesses the browser's storage.
 */
type Kind = 'localStorage' | 'sessionStorage';

/** Never throws. */
export type DeviceStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

/** Read on each call: where storage is forbidden, the property access itself throws. Null on a server. */
const browsers = (kind: Kind): Storage | null => (typeof window === 'undefined' ? null : window[kind]);

/** @param storage returns the browser's storage, or null; it and its methods may throw */
export function deviceStorage(storage: () => DeviceStorage | null): DeviceStorage {
  /** values that could not be written or removed (null); they override the stored ones on this page */
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
      // Other tabs and later visits must not read the outdated value.
      remove(key);
      unstored.set(key, value);
    },
    removeItem: remove,
  };
}

/** Lasts across visits, shared by all tabs. */
export const localStore = deviceStorage(() => browsers('localStorage'));
/** Lasts as long as this tab. */
export const sessionStore = deviceStorage(() => browsers('sessionStorage'));

/** Whether the browser allows storage: for third-party code that would fail without it. */
export function keepsOnDevice(): boolean {
  try {
    return browsers('localStorage')?.getItem('') !== undefined;
  } catch {
    return false;
  }
}
