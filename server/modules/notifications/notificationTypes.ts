import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { NotificationKind } from '../../domain/notifications/notifications.ts';
import { enumOf } from '../../platform/graphql/enums.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { NotificationData, NotificationPageData } from './notifications.ts';

export const NotificationKindEnum = enumOf<NotificationKind>('NotificationKind', 'What a notification tells of', {
  alertRaised: 'A new alert; name is its severity',
  alertCommented: 'A comment by somebody else on an alert that the caller acknowledged or is assigned to',
  alertClosed: 'Somebody else closed an alert that the caller acknowledged',
  alertAssigned: 'Somebody assigned an alert to the caller',
  alertDue: 'An alert of the caller is due',
  shippingWaiting: 'A lot waits for a second person before it is shipped',
  shippingConfirmed: 'A second person confirmed what the caller asked for',
  shippingShipped: 'A lot was shipped with warnings, and nobody has looked at it yet',
  importDone: 'An import of the caller is done; name is the file',
  buyerTask: 'The buyer of a consignment is to be informed; name is its number',
  documentEnds: 'A document ends within 30 days; name is its title',
  invitationAccepted: 'Somebody whom the caller invited has an account',
});

@ObjectType('Notification', { simpleResolvers: true, description: 'Something that happened and concerns the caller' })
export class NotificationType implements NotificationData {
  @Field(() => ID, { description: 'The same each time' })
  id!: string;

  @Field(() => NotificationKindEnum, { description: 'What it tells of' })
  kind!: NotificationKind;

  @Field(() => DateTime, { description: 'When it happened' })
  at!: string;

  @Field(() => String, { nullable: true, description: 'The number on the package; null where it is about no lot' })
  lotId!: string | null;

  @Field(() => ID, { description: 'UUID of the alert, review, import, consignment, document or account' })
  targetId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Of a person, file, consignment or document; severity of a new alert; null once erased',
  })
  name!: string | null;

  @Field(() => Boolean, { description: 'Whether the caller has read it' })
  isRead!: boolean;
}

@ObjectType({ simpleResolvers: true, description: 'One page of notifications' })
export class NotificationPage implements NotificationPageData {
  @Field(() => [NotificationType], { description: 'The newest first' })
  notifications!: NotificationType[];

  @Field(() => String, { nullable: true, description: 'For `before` of the next page; null after the last one' })
  next!: string | null;
}

@ObjectType({ description: 'What was read is stored' })
export class NotificationsRead {
  @Field(() => Int, { description: 'How many of the newest 100 are unread now' })
  unread!: number;
}
