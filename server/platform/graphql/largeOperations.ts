import type { FairQueue } from '../concurrency/fairQueue.ts';
import { isLarge } from '../rate-limits/requestsOfCost.ts';
import { askerOf } from '../http/rates.ts';
import type { Context } from './context.ts';

/**
 * Executes an operation; a large one waits for its turn among the large calls of all transports.
 * @param large queue of the large calls of all transports
 * @param cost of the operation, as `assertAffordable` answers it
 * @throws Refused too-many-requests when the caller has too many of them running; RequestTimeout
 */
export function inLargeQueue<T>(
  large: FairQueue,
  { caller, info }: Context,
  cost: number,
  execute: () => Promise<T>,
): Promise<T> {
  return isLarge(cost) ? large.run(askerOf(caller, info), execute) : execute();
}
