import { z } from 'zod';
import { CALL } from '../messages/callMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';

/** What notifications tell of. */
export const NOTIFICATION_KINDS = [
  'alertRaised',
  'alertCommented',
  'alertClosed',
  'alertAssigned',
  'alertDue',
  'shippingWaiting',
  'shippingConfirmed',
  'shippingShipped',
  'importDone',
  'buyerTask',
  'documentEnds',
  'invitationAccepted',
] as const;
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

export const NOTIFICATION_LIMITS = {
  /** days for which something is told */
  days: 30,
  /** days before its end on which a document is told of */
  documentDays: 30,
  page: 20,
  mostOfPage: 100,
  /** a larger number of unread ones is not counted out */
  unread: 100,
  /** marks of single ones that are stored for an account */
  marks: 200,
} as const;

/** Where a page of notifications begins: behind this one. */
export interface NotificationCursor {
  /** ISO 8601 with microseconds, UTC */
  at: string;
  id: string;
}

const ID = /^[a-zA-Z]{1,40}:[0-9a-f-]{1,40}$/;

export const notificationCursorText = ({ at, id }: NotificationCursor): string => `${at}~${id}`;

function readCursor(text: string): NotificationCursor | undefined {
  const [at = '', id = '', ...more] = text.split('~');
  const isCursor = more.length === 0 && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/.test(at) && ID.test(id);
  return isCursor && !Number.isNaN(Date.parse(at)) ? { at, id } : undefined;
}

const BEFORE = encodeMessage(CALL.cannotBeTaken({ field: 'before' }));
const IDS = encodeMessage(CALL.cannotBeTaken({ field: 'ids' }));
const UP_TO = encodeMessage(CALL.cannotBeTaken({ field: 'upTo' }));

/** The parameter `before` of a list: `next` of the page before it. */
export const beforeCursor = z
  .string(BEFORE)
  .max(120, BEFORE)
  .nullish()
  .transform((text, context) => {
    if (text === null || text === undefined) return null;
    const cursor = readCursor(text);
    if (cursor !== undefined) return cursor;
    context.addIssue({ code: 'custom', message: BEFORE });
    return z.NEVER;
  });

/** Input of what was read (POST /notifications/read): single ones, or all until a time. */
export const readNotificationsInput = z.strictObject({
  ids: z
    .array(z.string(IDS).regex(ID, IDS), IDS)
    .max(NOTIFICATION_LIMITS.mostOfPage, IDS)
    .default([])
    .describe('Single ones'),
  upTo: z.iso
    .datetime({ offset: true, error: UP_TO })
    .nullish()
    .describe('All until then: the time of the newest that was shown'),
});
export type ReadNotifications = z.output<typeof readNotificationsInput>;
