import { z } from 'zod';
import { AUDIT_ACTIONS } from '../../../server/domain/access/auditActions.ts';
import type { OfficeWords } from '../../words/adminMessages.ts';

/** Schema of the filters: the first day must not be after the last one. */
export function auditForm({ say }: OfficeWords) {
  return z
    .object({
      actor: z.string().trim(),
      action: z.enum(['', ...AUDIT_ACTIONS]),
      subject: z.string().trim(),
      from: z.string(),
      to: z.string(),
    })
    .refine(({ from, to }) => from === '' || to === '' || from <= to, { path: ['to'], message: say('audit.dayOrder') });
}
