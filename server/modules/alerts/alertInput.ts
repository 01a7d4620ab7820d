import { z } from 'zod';
import {
  ALERT_IDS_AT_ONCE,
  ALERT_OUTCOMES,
  ALERT_SEVERITIES,
  ALERT_STATUSES,
  ALERT_TASKS,
  ALERT_TYPES,
} from '../../domain/alert/alerts.ts';
import { hasNeededNote, NOTE_NEEDED } from '../../domain/alert/neededNote.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { isUuid, PUBLIC_LOT_ID } from '../../domain/lot/lotId.ts';
import { isStorable, NOT_BLANK_PATTERN, STORABLE_PATTERN } from '../../domain/text/validText.ts';
import { calendarDay, oneOf } from '../../platform/validation/inputSchemas.ts';

export const ALERT_TEXT_LENGTH = 2000;
const PAGE_MAX = 1_000_000;
const LIMIT_MAX = 100;
const FARM_ID = encodeMessage(CALL.farm({ field: 'farmId' }));
const LOT_ID = encodeMessage(CALL.lot({ field: 'lotId' }));

/** Also takes digits as text, as a query string carries them. */
function wholeNumber(name: string, max: number) {
  const error = encodeMessage(CALL.wholeNumber({ field: name, min: 1, max }));
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number({ error }).int({ error }).min(1, { error }).max(max, { error }),
  );
}

/** What a person writes about an alert. */
const writtenText = (name: string) =>
  z
    .string({ error: encodeMessage(CALL.text({ field: name })) })
    .trim()
    .normalize('NFC')
    .max(ALERT_TEXT_LENGTH, encodeMessage(CALL.tooLong({ field: name, most: ALERT_TEXT_LENGTH })))
    .refine(isStorable, encodeMessage(CALL.notStorable({ field: name })))
    .meta({ pattern: STORABLE_PATTERN });
const text = (name: string) =>
  writtenText(name)
    .nullish()
    .transform((value) => value || null);

export const alertFilter = z.strictObject({
  status: oneOf('status', ALERT_STATUSES).nullish(),
  type: oneOf('type', ALERT_TYPES).nullish(),
  severity: oneOf('severity', ALERT_SEVERITIES).nullish(),
  task: oneOf('task', ALERT_TASKS)
    .nullish()
    .describe('Open alerts that are mine to look into, whose last day is within 7 days, or over'),
  farmId: z
    .string({ error: FARM_ID })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9_-]{1,40}$/, FARM_ID)
    .nullish()
    .describe('Alerts of lots of one farm, e.g. FARM001'),
  lotId: z
    .string({ error: LOT_ID })
    .trim()
    .refine((given) => isUuid(given) || PUBLIC_LOT_ID.test(given), LOT_ID)
    .meta({ pattern: STORABLE_PATTERN })
    .nullish()
    .describe('Alerts of one lot: its UUID or its lot id, e.g. LOT701'),
});
export type AlertFilter = z.infer<typeof alertFilter>;

export const alertPage = z.strictObject({
  page: wholeNumber('page', PAGE_MAX).default(1),
  limit: wholeNumber('limit', LIMIT_MAX).default(50),
});
export const alertListing = alertPage.extend(alertFilter.shape);
export type AlertListing = z.output<typeof alertListing>;

export const alertLimit = (preset: number) =>
  z.strictObject({ limit: wholeNumber('limit', LIMIT_MAX).default(preset) });

export const resolution = z
  .strictObject({ note: text('note'), outcome: oneOf('outcome', ALERT_OUTCOMES).nullish() })
  .refine(hasNeededNote, NOTE_NEEDED)
  // The same for programs that read schemas.
  .meta({
    anyOf: [
      { type: 'object', properties: { outcome: { type: 'null' } } },
      { type: 'object', properties: { note: { type: 'string', pattern: NOT_BLANK_PATTERN } }, required: ['note'] },
    ],
  });
export type AlertResolution = z.output<typeof resolution>;

export const dismissal = z.strictObject({ reason: text('reason') });

const NO_COMMENT = encodeMessage(CALL.tooShort({ field: 'text', least: 1 }));
export const newComment = z.strictObject({ text: writtenText('text').min(1, NO_COMMENT) });

const ASSIGNEE = encodeMessage(CALL.assignee({ field: 'assigneeId' }));
export const assignment = z.strictObject({
  assigneeId: z.uuid({ error: ASSIGNEE }).nullable().describe('An account, as `assignees` lists them; null: nobody'),
  dueOn: calendarDay('dueOn').nullable().describe('The last day for it, YYYY-MM-DD; null: without one'),
});
export type Assignment = z.output<typeof assignment>;

const alertId = z
  .string()
  .max(64, encodeMessage(CALL.alertIdLong({ most: 64 })))
  .refine(isStorable, encodeMessage(CALL.notStorable({ field: 'alertIds' })))
  .meta({ pattern: STORABLE_PATTERN });
export const bulkUpdate = z.strictObject({
  alertIds: z
    .array(alertId, { error: encodeMessage(CALL.alertIds({})) })
    .min(1, encodeMessage(CALL.noAlertIds({})))
    .max(ALERT_IDS_AT_ONCE, encodeMessage(CALL.manyAlertIds({ most: ALERT_IDS_AT_ONCE }))),
  status: oneOf('status', ['acknowledged', 'dismissed']),
});
export type BulkUpdate = z.output<typeof bulkUpdate>;
