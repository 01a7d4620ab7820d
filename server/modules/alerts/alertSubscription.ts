import { Field, ObjectType, Resolver, Root, Subscription } from 'type-graphql';
import type { Context } from '../../platform/graphql/context.ts';
import { AlertChangeEnum } from '../../platform/graphql/enums.ts';
import { liveScope } from '../../platform/graphql/liveScope.ts';
import type { AlertChanges } from '../../platform/graphql/screenAlerts.ts';
import { AlertObject } from './alertTypes.ts';

@ObjectType({ description: 'What happened to an alert just now' })
export class AlertEvent {
  @Field(() => AlertChangeEnum, { description: 'What happened' })
  kind!: 'RAISED' | 'CHANGED' | 'DISMISSED';

  @Field(() => AlertObject, { description: 'The alert as it is now' })
  alert!: AlertObject;
}

@Resolver()
export class AlertSubscription {
  @Subscription(() => AlertEvent, {
    subscribe: ({ context }: { context: Context }) => context.live.alerts(liveScope(context)),
    description:
      'Alerts in sight as they are raised, changed and dismissed. ' +
      'Example: `subscription { alertChanged { kind alert { lotId severity } } }`',
  })
  alertChanged(@Root() news: AlertChanges): AlertEvent {
    return news;
  }
}
