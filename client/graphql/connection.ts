import { useSyncExternalStore } from 'react';

/*
 * Whether live updates reach this tab. `useConnection()` returns 'live', 'reconnecting' or 'offline'; it is 'live'
 * before the first connection, to avoid flicker during page load.
 */
export type Connection = 'live' | 'reconnecting' | 'offline';

const listeners = new Set<() => void>();
let socketDown = false;

/** Called when the socket disconnects or reconnects. */
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
