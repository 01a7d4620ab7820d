import { z } from 'zod';
import { ALERT_OUTCOMES } from '../../../server/domain/alert/alerts.ts';
import { hasNeededNote, NOTE_NEEDED } from '../../../server/domain/alert/neededNote.ts';
import type { StaffWords } from '../../words/staffWords.ts';

/** Maximum length of a resolution note; the server allows more. */
export const ALERT_NOTE_LENGTH = 1000;

/** An empty note is null. */
const messageOrNull = z
  .string()
  .trim()
  .transform((said) => said || null);

/** Form value that keeps the lot's status; an empty text means that no choice was made. */
export const LEAVE = 'leave';

/** Schema of the resolution form. A resolution is final, so the outcome has no default. */
export function resolutionForm({ say }: StaffWords) {
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

/** Schema of a dismissal. The API takes one without a reason; people give one, because others read it later. */
export function dismissalForm({ say }: StaffWords) {
  return z.object({ reason: z.string().trim().min(1, say('dismiss.needed')) });
}
