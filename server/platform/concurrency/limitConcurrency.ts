import { AsyncResource } from 'node:async_hooks';
import PQueue from 'p-queue';

/** Runs a task when its turn comes. @throws what the task throws; the signal's reason when it is aborted first */
export type Limiter = <T>(task: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** Runs at most `concurrency` tasks at a time, in the order of their calls. */
export function limitConcurrency(concurrency: number): Limiter {
  const queue = new PQueue({ concurrency });
  // p-queue starts a task in the async context of the one that ended before it; a task belongs to the request of its caller.
  return (task, signal) => queue.add(AsyncResource.bind(task), signal === undefined ? {} : { signal });
}
