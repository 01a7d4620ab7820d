import { setImmediate } from 'node:timers';

/** Longest time for which long work keeps the thread that answers requests. */
const AT_A_TIME_MS = 4;

// A thread has one event loop: all long work on it shares its turns.
const waiting: (() => void)[] = [];
let since = performance.now();

/**
 * Await this between the batches of long work: it yields once such work has used the thread for a few milliseconds.
 * Each turn of the event loop resumes one waiter, in order of arrival.
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
