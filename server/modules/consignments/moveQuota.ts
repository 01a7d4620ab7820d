import { CONSIGNMENT_CALLS } from '../../domain/consignment/consignmentCalls.ts';
import { readConsignmentContent } from '../../domain/ledger/content.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { Refused } from '../../platform/errors/refusal.ts';
import type { StoredConsignment } from './storedConsignment.ts';

const DAY_MS = 86_400_000;

/**
 * Keeps a consignment's chain from growing without end: every step reads all of it. Steps that end the consignment are
 * not counted and always pass.
 * @param events of the consignment, which the caller has locked
 * @param lots that are added or removed now
 * @throws Refused too-many-requests, with the seconds until there is room for them
 */
export function assertMoveQuota(
  events: readonly Pick<StoredConsignment['events'][number], 'type' | 'at' | 'content'>[],
  lots: number,
  now: Date,
): void {
  const since = now.getTime() - DAY_MS;
  const counted = events
    .filter(({ type, at }) => (type === 'added' || type === 'removed') && at.getTime() > since)
    .map(({ at, content }) => ({ at: at.getTime(), cost: costOf(readConsignmentContent(content)?.lots.length ?? 0) }))
    .sort((one, other) => one.at - other.at);
  let over = counted.reduce((sum, { cost }) => sum + cost, costOf(lots)) - CONSIGNMENT_CALLS.movedADay;
  let freeAt: number | null = null;
  for (const { at, cost } of counted) {
    if (over <= 0) break;
    over -= cost;
    freeAt = at;
  }
  if (freeAt === null) return;
  throw new Refused({
    kind: 'too-many-requests',
    said: REFUSED.tooManyMovedLots({}),
    retryAfterSeconds: Math.max(1, Math.ceil((freeAt - since) / 1_000)),
  });
}

function costOf(lots: number): number {
  return Math.max(lots, CONSIGNMENT_CALLS.leastMoved);
}
