import { Resolver, Root, Subscription } from 'type-graphql';
import { lotScope, type PermissionTable } from '../../domain/access/permissions.ts';
import { requireUser, subjectOf } from '../../platform/access/caller.ts';
import type { Context } from '../../platform/graphql/context.ts';
import type { Subscriber } from './followers.ts';
import type { LiveEvents } from './liveEvents.ts';
import { changeName, type ConsignmentChanges } from './consignmentChange.ts';
import { AlertEvent, ConsignmentEvent, LotNotificationType, LotsEvent } from './liveTypes.ts';
import type { LotChanges } from './lotChange.ts';
import type { LotsChanges } from './lotDigest.ts';
import type { AlertChanges } from './screenAlerts.ts';

interface Services {
  live: LiveEvents;
  /** who may see which lots */
  permissionTable: PermissionTable;
}

@Resolver()
export class LiveResolver {
  readonly services: Services;

  constructor(services: Services) {
    this.services = services;
  }

  @Subscription(() => LotNotificationType, {
    subscribe: ({ context }: { context: Context }) => follow(context, (live, subscriber) => live.lots(subscriber)),
    description:
      'Lots in sight as they are created, changed and deleted, and as they leave for a farm whose lots are not. ' +
      'Example: `subscription { lotChanged { kind lotId } }`',
  })
  lotChanged(@Root() news: LotChanges): LotNotificationType {
    return news;
  }

  @Subscription(() => LotsEvent, {
    subscribe: ({ context }: { context: Context }) => follow(context, (live, subscriber) => live.manyLots(subscriber)),
    description:
      'The same for whoever shows lists and figures: what happens within a moment comes in one message, and an import in a few. ' +
      'Example: `subscription { lotsChanged { lots { kind lotId } ids much } }`',
  })
  lotsChanged(@Root() news: LotsChanges): LotsEvent {
    return news;
  }

  @Subscription(() => AlertEvent, {
    subscribe: ({ context }: { context: Context }) => follow(context, (live, subscriber) => live.alerts(subscriber)),
    description:
      'Alerts in sight as they are raised, changed and dismissed. ' +
      'Example: `subscription { alertChanged { kind alert { lotId severity } } }`',
  })
  alertChanged(@Root() news: AlertChanges): AlertEvent {
    return news;
  }

  @Subscription(() => ConsignmentEvent, {
    subscribe: ({ context }: { context: Context }) =>
      follow(context, (live, subscriber) => live.consignments(subscriber)),
    description:
      'Consignments as they change, for those who see all lots. ' +
      'Example: `subscription { consignmentChanged { kind consignment { number state } } }`',
  })
  consignmentChanged(@Root() { kind, consignment }: ConsignmentChanges): ConsignmentEvent {
    return { kind: changeName(kind), consignment };
  }
}

/** Subscribes the caller to a stream. @throws Refused unauthenticated for an anonymous caller */
function follow<Event>(
  context: Context,
  stream: (live: LiveEvents, subscriber: Subscriber) => AsyncIterableIterator<Event>,
): AsyncIterableIterator<Event> {
  const { live, permissionTable } = context.resolvers.get(LiveResolver).services;
  return stream(live, subscriberOf(context, permissionTable));
}

/** The subscriber, whose scope is read again for every event: revoked rights take effect with the next one. */
function subscriberOf({ caller, recheck, cutOff }: Context, permissionTable: PermissionTable): Subscriber {
  return {
    subject: subjectOf(requireUser(caller)),
    scope: async () => {
      const now = await recheck();
      return now.kind === 'user' ? lotScope(permissionTable, now.role, now.farmId) : null;
    },
    cutOff: () => cutOff?.(),
  };
}
