import { z } from 'zod';
import { ALERT_OUTCOMES } from '../../../server/domain/alerts.ts';
import { hasNeededNote, NOTE_NEEDED } from '../../../server/domain/resolution.ts';

/** How much may be said with the end of an alert; the server takes more. */
export const ALERT_NOTE_LENGTH = 1000;

/** Nothing said is null. */
const saidOrNull = z
  .string()
  .trim()
  .transform((said) => said || null);

export const resolution = z
  .object({
    outcome: z
      .string()
      .transform((chosen) => (chosen === '' ? null : chosen))
      .pipe(z.enum(ALERT_OUTCOMES).nullable()),
    note: saidOrNull,
  })
  .refine(hasNeededNote, NOTE_NEEDED);

export const dismissal = z.object({ reason: saidOrNull });
