import { z } from 'zod';
import { ALERT_OUTCOMES, type AlertOutcome } from '../../../../server/domain/alert/alerts.ts';
import { LEAVE } from '../resolutionForm.ts';

export const DISMISS = 'dismiss';

/** Choices of the alert page, in the order of their keys 1 to 4. */
export const ALERT_CHOICES = [...ALERT_OUTCOMES, LEAVE, DISMISS] as const;
export type Decision = (typeof ALERT_CHOICES)[number];

/** What is sent: a resolution, with or without an outcome for the lot, or a dismissal. */
export type DecisionInput =
  | { step: 'resolve'; outcome: AlertOutcome | null; note: string | null }
  | { step: 'dismiss'; reason: string };

/** Whether a decision needs a text: an outcome does on the server too, a dismissal on this screen only. */
export function needsNote(decision: string): boolean {
  return decision !== '' && decision !== LEAVE;
}

/**
 * Schema of the decision on the alert page. A decision is final, so none is preset.
 * @param messages shown when a choice, a note or a reason is missing
 */
export function decisionForm(messages: { choose: string; note: string; reason: string }) {
  return z
    .object({ decision: z.string().min(1, messages.choose).pipe(z.enum(ALERT_CHOICES)), note: z.string().trim() })
    .transform(({ decision, note }, context): DecisionInput => {
      if (needsNote(decision) && note === '') {
        const message = decision === DISMISS ? messages.reason : messages.note;
        context.addIssue({ code: 'custom', path: ['note'], message });
        return z.NEVER;
      }
      if (decision === DISMISS) return { step: 'dismiss', reason: note };
      return { step: 'resolve', outcome: decision === LEAVE ? null : decision, note: note || null };
    });
}
