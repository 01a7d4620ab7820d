import { isLarge } from '../rate-limits/prices.ts';
import { askerOf } from '../http/rates.ts';
import type { Context } from './context.ts';

/**
 * Executes an operation, a large one when it is its turn among the large calls of all transports.
 * @param cost of the operation, as `assertAffordable` answers it
 * @throws Refused too-many-requests when the caller has too many of them under way; RequestTimeout
 */
export function inLargeQueue<T>(
  { caller, info, services }: Context,
  cost: number,
  execute: () => Promise<T>,
): Promise<T> {
  return isLarge(cost) ? services.workQueues.large.during(askerOf(caller, info), execute) : execute();
}
