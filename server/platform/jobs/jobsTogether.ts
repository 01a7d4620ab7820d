import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Task } from './jobs.ts';

/** The result of each item, in order: null, or the error for which its job is retried. */
export type Outcomes = readonly (Error | null)[];

interface Waiting<Item> {
  item: Item;
  signal: AbortSignal;
  done: PromiseWithResolvers<void>;
}

/**
 * A task that processes several waiting jobs together, so that many lots cost one transaction. Each job ends
 * separately; one that fails is retried, and the others are done.
 * @param parts.most jobs of one batch
 * @param parts.batches that run at the same time
 * @param parts.read parses the payload of a job; throws if it is invalid, and only that job fails
 * @param parts.work returns a result for each item; an exception fails all of them. Its signal is aborted when no job
 *   waits for the batch any more
 */
export function together<Item>(parts: {
  most: number;
  batches: number;
  read: (payload: unknown) => Item;
  work: (items: readonly Item[], signal: AbortSignal) => Promise<Outcomes>;
}): Task {
  const waiting = new Set<Waiting<Item>>();
  let underWay = 0;

  const begin = (): void => {
    while (waiting.size > 0 && underWay < parts.batches) {
      const batch = [...waiting].slice(0, parts.most);
      for (const one of batch) waiting.delete(one);
      underWay += 1;
      void run(batch).finally(() => {
        underWay -= 1;
        begin();
      });
    }
  };

  const run = async (batch: readonly Waiting<Item>[]): Promise<void> => {
    const { signal, release } = allOf(batch.map((one) => one.signal));
    try {
      const outcomes = await parts.work(
        batch.map(({ item }) => item),
        signal,
      );
      for (const [i, { done }] of batch.entries()) {
        const outcome = outcomes[i];
        if (outcome === null) done.resolve();
        else done.reject(outcome ?? new Error('A job of a batch was not answered for'));
      }
    } catch (error) {
      for (const { done } of batch) done.reject(error);
    } finally {
      release();
    }
  };

  return async (payload, signal) => {
    const mine: Waiting<Item> = { item: parts.read(payload), signal, done: Promise.withResolvers() };
    waiting.add(mine);
    // Jobs taken in the same turn of the event loop form a batch.
    void nextTurn().then(begin);
    await endsWith(signal, mine.done, () => waiting.delete(mine));
  };
}

/**
 * Aborted when the last of them is. @returns also a function that removes the listeners: these signals live longer than
 * a batch
 */
function allOf(signals: readonly AbortSignal[]): { signal: AbortSignal; release: () => void } {
  const all = new AbortController();
  const ended = new AbortController();
  let left = signals.length;
  for (const signal of signals) {
    const leave = (): void => {
      left -= 1;
      if (left === 0) all.abort(signal.reason);
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true, signal: ended.signal });
  }
  return { signal: all.signal, release: () => ended.abort() };
}

/** At shutdown a job is put back; a batch that has begun is written or lost as a whole. */
async function endsWith(signal: AbortSignal, done: PromiseWithResolvers<void>, leave: () => void): Promise<void> {
  const onAbort = (): void => {
    leave();
    done.reject(new Error('The program is shutting down'));
  };
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await done.promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
