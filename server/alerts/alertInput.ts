import { z } from 'zod';
import { ALERT_IDS_AT_ONCE, ALERT_OUTCOMES, ALERT_SEVERITIES, ALERT_STATUSES, ALERT_TYPES } from '../domain/alerts.ts';
import { isStorable, STORABLE_PATTERN } from '../domain/storable.ts';
import { oneOf } from '../inputSchemas.ts';

export const ALERT_TEXT_LENGTH = 2000;
const PAGE_MAX = 1_000_000;
const LIMIT_MAX = 100;
const FARM_ID = 'farmId takes the id of a farm';

/** Also takes digits as text, as a query string carries them. */
function wholeNumber(name: string, max: number) {
  const error = `${name} takes a whole number from 1 to ${max}`;
  return z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value),
    z.number({ error }).int({ error }).min(1, { error }).max(max, { error }),
  );
}

const text = (name: string) =>
  z
    .string({ error: `${name} takes text` })
    .trim()
    .normalize('NFC')
    .max(ALERT_TEXT_LENGTH, `${name} takes at most ${ALERT_TEXT_LENGTH} characters`)
    .refine(isStorable, `${name} holds characters that cannot be stored`)
    .meta({ pattern: STORABLE_PATTERN })
    .nullish()
    .transform((value) => value || null);

export const alertFilter = z.strictObject({
  status: oneOf('status', ALERT_STATUSES).nullish(),
  type: oneOf('type', ALERT_TYPES).nullish(),
  severity: oneOf('severity', ALERT_SEVERITIES).nullish(),
  farmId: z
    .string({ error: FARM_ID })
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9_-]{1,40}$/, FARM_ID)
    .nullish()
    .describe('Alerts of lots of one farm, e.g. FARM001'),
});
export type AlertFilter = z.infer<typeof alertFilter>;

export const alertPage = z.strictObject({
  page: wholeNumber('page', PAGE_MAX).default(1),
  limit: wholeNumber('limit', LIMIT_MAX).default(50),
});
export const alertListing = alertPage.extend(alertFilter.shape);

export const alertLimit = (preset: number) =>
  z.strictObject({ limit: wholeNumber('limit', LIMIT_MAX).default(preset) });

/** An outcome is a conclusion that people have to be able to follow, so it needs a note (decisions, 'Place, satellite check, alerts'). */
export const resolution = z
  .strictObject({ note: text('note'), outcome: oneOf('outcome', ALERT_OUTCOMES).nullish() })
  .refine(({ note, outcome }) => !outcome || note !== null, {
    path: ['note'],
    message: 'A note is required with an outcome',
  })
  // The same for programs that read schemas.
  .meta({
    anyOf: [
      { type: 'object', properties: { outcome: { type: 'null' } } },
      { type: 'object', properties: { note: { type: 'string', pattern: '\\S' } }, required: ['note'] },
    ],
  });

export const dismissal = z.strictObject({ reason: text('reason') });

export const bulkUpdate = z.strictObject({
  alertIds: z
    .array(z.string().max(64, 'An alert id has at most 64 characters'), { error: 'alertIds takes a list of alert ids' })
    .min(1, 'alertIds takes at least one alert id')
    .max(ALERT_IDS_AT_ONCE, `alertIds takes at most ${ALERT_IDS_AT_ONCE} alert ids`),
  status: oneOf('status', ['acknowledged', 'dismissed']),
});
