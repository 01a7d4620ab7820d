import { z } from 'zod';
import { ALERT_OUTCOMES } from '../../../server/domain/alerts.ts';

/** How much may be said with the end of an alert; the server takes more. */
export const ALERT_NOTE_LENGTH = 1000;

/** Nothing said is null. */
const saidOrNull = z
  .string()
  .trim()
  .transform((said) => said || null);

/** With an outcome a note is required (decisions, 'Place, satellite check, alerts'). */
export const resolution = z
  .object({
    outcome: z
      .string()
      .transform((chosen) => (chosen === '' ? null : chosen))
      .pipe(z.enum(ALERT_OUTCOMES).nullable()),
    note: saidOrNull,
  })
  .refine(({ outcome, note }) => outcome === null || note !== null, {
    path: ['note'],
    error: 'A note is required when the outcome changes the status of the lot',
  });

export const dismissal = z.object({ reason: saidOrNull });
