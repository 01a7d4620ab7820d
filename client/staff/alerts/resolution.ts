import { z } from 'zod';
import { ALERT_OUTCOMES } from '../../../server/domain/alerts.ts';
import type { StaffWords } from '../../words/staffWords.ts';

/** How much may be said with the end of an alert; the server takes more. */
export const ALERT_NOTE_LENGTH = 1000;

/** Nothing said is null. */
const saidOrNull = z
  .string()
  .trim()
  .transform((said) => said || null);

/** With an outcome a note is required (decisions, 'Place, satellite check, alerts'). */
export function resolution({ say }: StaffWords) {
  return z
    .object({
      outcome: z
        .string()
        .transform((chosen) => (chosen === '' ? null : chosen))
        .pipe(z.enum(ALERT_OUTCOMES).nullable()),
      note: saidOrNull,
    })
    .refine(({ outcome, note }) => outcome === null || note !== null, {
      path: ['note'],
      error: say('resolve.noteRequired'),
    });
}

export const dismissal = z.object({ reason: saidOrNull });
