import { lotScope } from '../../domain/access/permissions.ts';
import type { Context } from './context.ts';
import type { Subscriber } from './followers.ts';
import { requireUser, subjectOf } from '../access/caller.ts';

/**
 * The subscriber, whose scope is read again for every event: revoked rights take effect with the next one.
 * @throws Refused unauthenticated for an anonymous subscriber
 */
export function liveScope({ caller, live, recheck, cutOff }: Context): Subscriber {
  return {
    subject: subjectOf(requireUser(caller)),
    scope: async () => {
      const now = await recheck();
      return now.kind === 'user' ? lotScope(live.permissions, now.role, now.farmId) : null;
    },
    cutOff: () => cutOff?.(),
  };
}
