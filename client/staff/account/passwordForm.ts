import { z } from 'zod';
import { changePasswordInput } from '../../../server/domain/access/accountInput.ts';
import type { OfficeWords } from '../../words/adminMessages.ts';

/** One's own new password: the rules of the server, and what only a form asks. */
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
