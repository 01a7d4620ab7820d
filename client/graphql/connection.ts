import { useSyncExternalStore } from 'react';

/*
 * Whether live updates reach this tab. `useConnection()` gives 'live', 'reconnecting' or 'offline'; before the first connection it
 * is 'live', so that nothing flickers while a page loads.
 */
export type Connection = 'live' | 'reconnecting' | 'offline';

const listeners = new Set<() => void>();
let socketDown = false;

/** Told by the socket: it broke, or it is back. */
export function setSocketDown(down: boolean): void {
  socketDown = down;
  for (const listener of listeners) listener();
}

function current(): Connection {
  if (!navigator.onLine) return 'offline';
  return socketDown ? 'reconnecting' : 'live';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    listeners.delete(listener);
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, current);
}
