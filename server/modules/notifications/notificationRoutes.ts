import { z } from 'zod';
import {
  beforeCursor,
  NOTIFICATION_KINDS,
  NOTIFICATION_LIMITS,
  readNotificationsInput,
} from '../../domain/notifications/notifications.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { count, instant } from '../../platform/rest/answerSchemas.ts';
import { wholeNumber } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import type { Notifications } from './notifications.ts';

const notificationSchema = z
  .strictObject({
    id: z.string().describe('The same each time'),
    kind: z.enum(NOTIFICATION_KINDS),
    at: instant,
    lotId: z.string().nullable().describe('The number on the package; null where it is about no lot'),
    targetId: z.uuid().describe('UUID of the alert, review, import, consignment, document or account'),
    name: z
      .string()
      .nullable()
      .describe('Of a person, file, consignment or document; severity of a new alert; null once erased'),
    isRead: z.boolean(),
  })
  .meta({ id: 'Notification' });

const unread = count.describe('Of the newest 100');

/** REST calls of notifications. Partner keys reach none of them. */
export const notificationRoutes = ({ notifications }: { notifications: Notifications }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/notifications',
    summary: 'What happened in the last 30 days and concerns the caller, newest first',
    access: 'staff',
    query: z.strictObject({
      before: z
        .string()
        .regex(/^[\w:.~-]{0,120}$/, encodeMessage(CALL.cannotBeTaken({ field: 'before' })))
        .optional()
        .describe('`next` of the page before; the newest without it'),
      limit: wholeNumber('limit', 1, NOTIFICATION_LIMITS.mostOfPage).default(NOTIFICATION_LIMITS.page),
    }),
    answer: z.strictObject({
      notifications: z.array(notificationSchema),
      next: z.string().nullable().describe('For `before` of the next page'),
      unread,
    }),
    handle: async ({ caller, query: { before, limit } }) => {
      const page = await notifications.list(caller, { before: parseInput(beforeCursor, before), limit });
      return { data: { ...page, unread: await notifications.unread(caller) } };
    },
  }),
  route({
    method: 'POST',
    path: '/notifications/read',
    summary: 'Store that single notifications were read, or all until a time',
    access: 'staff',
    body: readNotificationsInput,
    answer: z.strictObject({ unread }),
    handle: async ({ caller, body }) => ({ data: { unread: await notifications.markRead(caller, body) } }),
  }),
];
