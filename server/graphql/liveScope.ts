import { lotScope, type LotScope } from '../domain/permissions.ts';
import type { Context } from './context.ts';
import { requireUser } from '../identity/caller.ts';

/**
 * The subscriber's scope, asked anew for every event: rights that were taken away end with the next one.
 * @returns a function that answers null once the session or the account ended
 * @throws Refused unauthenticated for an anonymous subscriber
 */
export function liveScope({ caller, services, recheck }: Context): () => Promise<LotScope | null> {
  requireUser(caller);
  return async () => {
    const now = await recheck();
    return now.kind === 'user' ? lotScope(services.config.permissionTable, now.role, now.farmId) : null;
  };
}
