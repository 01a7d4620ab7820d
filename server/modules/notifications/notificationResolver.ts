import { Arg, Ctx, ID, Int, Mutation, Query, Resolver } from 'type-graphql';
import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { beforeCursor, NOTIFICATION_LIMITS, readNotificationsInput } from '../../domain/notifications/notifications.ts';
import type { Context } from '../../platform/graphql/context.ts';
import { parseArguments } from '../../platform/graphql/parseArguments.ts';
import { DateTime } from '../../platform/graphql/scalars.ts';
import type { Notifications } from './notifications.ts';
import { NotificationPage, NotificationsRead } from './notificationTypes.ts';

const LIMIT = encodeMessage(CALL.range({ field: 'limit', min: 1, max: NOTIFICATION_LIMITS.mostOfPage }));
const listing = z.strictObject({
  before: beforeCursor,
  limit: z.int(LIMIT).min(1, LIMIT).max(NOTIFICATION_LIMITS.mostOfPage, LIMIT),
});

/** What happened and concerns the caller. */
@Resolver()
export class NotificationResolver {
  readonly #notifications: Notifications;

  constructor({ notifications }: { notifications: Notifications }) {
    this.#notifications = notifications;
  }

  @Query(() => NotificationPage, {
    description:
      'What happened in the last 30 days and concerns the caller, newest first. ' +
      'Example: `{ notifications { notifications { kind at lotId isRead } next } }`',
  })
  notifications(
    @Ctx() { caller }: Context,
    @Arg('before', () => String, { nullable: true, description: '`next` of the page before' })
    before: string | null | undefined,
    @Arg('limit', () => Int, { defaultValue: NOTIFICATION_LIMITS.page, description: '1 to 100' }) limit: number,
  ): Promise<NotificationPage> {
    return this.#notifications.list(caller, parseArguments(caller, listing, { before, limit }));
  }

  @Query(() => Int, {
    description: 'How many of the newest 100 notifications are unread. Example: `{ unreadNotifications }`',
  })
  unreadNotifications(@Ctx() { caller }: Context): Promise<number> {
    return this.#notifications.unread(caller);
  }

  @Mutation(() => NotificationsRead, {
    description:
      'Stores that single notifications were read, or all until a time. ' +
      'Example: `mutation ($at: DateTime!) { readNotifications(upTo: $at) { unread } }`',
  })
  async readNotifications(
    @Ctx() { caller }: Context,
    @Arg('ids', () => [ID], { defaultValue: [], description: 'Single ones, at most 100' }) ids: string[],
    @Arg('upTo', () => DateTime, { nullable: true, description: 'All until then: of the newest that was shown' })
    upTo: string | null | undefined,
  ): Promise<NotificationsRead> {
    const input = parseArguments(caller, readNotificationsInput, { ids, upTo });
    return Object.assign(new NotificationsRead(), { unread: await this.#notifications.markRead(caller, input) });
  }
}
