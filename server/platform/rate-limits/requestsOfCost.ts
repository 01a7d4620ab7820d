import { currentRequest } from '../database/requestScope.ts';

/**
 * What one request of a caller's rate pays for, in the unit of the cost of a GraphQL operation: a page of 12 lots with every plain
 * field costs about 450, a page of 100 about 3,700.
 */
export const COST_OF_A_REQUEST = 600;

/** How many requests of its caller's rate a call of this cost counts as: at least one. */
export function requestsOf(cost: number): number {
  return Math.max(1, Math.ceil(cost / COST_OF_A_REQUEST));
}

/** Whether a call of this cost waits in the queue `large`. */
export function isLarge(cost: number): boolean {
  return requestsOf(cost) > 1;
}

/** Charges the running request for what its call costs beyond the one request that was counted when it came. */
export function chargeCost(cost: number): void {
  const more = requestsOf(cost) - 1;
  if (more > 0) currentRequest()?.payer?.(more);
}
