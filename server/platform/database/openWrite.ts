import { AsyncLocalStorage } from 'node:async_hooks';

const writes = new AsyncLocalStorage<true>();

/** Runs the work of a transaction that writes. */
export function insideWrite<T>(work: () => Promise<T>): Promise<T> {
  return writes.run(true, work);
}

/**
 * Guards long work: inside a write transaction it would hold locks and delay all events.
 * @throws Error inside such a transaction
 */
export function assertOutsideWrite(): void {
  if (writes.getStore() === true) throw new Error('Long work inside a transaction that writes');
}
