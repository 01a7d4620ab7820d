import { z } from 'zod';
import { ALERT_OUTCOMES } from '../../../server/domain/alert/alerts.ts';
import { hasNeededNote, NOTE_NEEDED } from '../../../server/domain/alert/resolution.ts';
import type { StaffWords } from '../../words/staffWords.ts';

/** How much may be said with the end of an alert; the server takes more. */
export const ALERT_NOTE_LENGTH = 1000;

/** Nothing said is null. */
const messageOrNull = z
  .string()
  .trim()
  .transform((said) => said || null);

/** What the form holds where the lot's status is to stay as it is; an empty text: nothing was chosen yet. */
export const LEAVE = 'leave';

/** An alert that is resolved stays so: what comes of it is chosen, never taken for granted. */
export function resolution({ say }: StaffWords) {
  return z
    .object({
      outcome: z
        .string()
        .min(1, say('resolve.choose'))
        .transform((chosen) => (chosen === LEAVE ? null : chosen))
        .pipe(z.enum(ALERT_OUTCOMES).nullable()),
      note: messageOrNull,
    })
    .refine(hasNeededNote, NOTE_NEEDED);
}

export const dismissal = z.object({ reason: messageOrNull });
