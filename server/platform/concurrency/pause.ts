import { setImmediate } from 'node:timers';

/** Longest time for which long work keeps the thread that answers requests. */
const AT_A_TIME_MS = 4;

// A thread has one event loop: all long work on it shares its turns.
const waiting: (() => void)[] = [];
let since = performance.now();

/**
 * To be awaited between the portions of long work: it lets others through when such work, be it this one or another, has kept the thread for a
 * few milliseconds. Of those that wait one goes on in each turn of the event loop, in the order in which they came.
 */
export async function pause(): Promise<void> {
  if (performance.now() - since < AT_A_TIME_MS) return;
  await new Promise<void>((goOn) => {
    waiting.push(goOn);
    if (waiting.length === 1) setImmediate(next);
  });
}

function next(): void {
  const goOn = waiting.shift();
  if (waiting.length > 0) setImmediate(next);
  since = performance.now();
  goOn?.();
}
