import { setImmediate } from 'node:timers/promises';

/** Longest time for which long work keeps the thread that answers requests. */
const AT_A_TIME_MS = 5;

/**
 * For long work in portions: to be awaited after each, it lets other work through when the last time was a few
 * milliseconds ago.
 */
export function pauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_A_TIME_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
