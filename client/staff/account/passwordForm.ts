import { z } from 'zod';
import { changePasswordInput } from '../../../server/domain/access/accountInput.ts';
import type { OfficeWords } from '../../words/adminMessages.ts';

/** Schema of a new password: the server's rules, plus the form's checks (repeated, not the old one). */
export function passwordForm({ say }: OfficeWords) {
  return z
    .object({ ...changePasswordInput.shape, again: z.string() })
    .refine(({ newPassword, again }) => newPassword === again, { path: ['again'], message: say('password.differs') })
    .refine(({ currentPassword, newPassword }) => currentPassword !== newPassword, {
      path: ['newPassword'],
      message: say('password.same'),
    })
    .transform(({ again: _again, ...input }) => input);
}
