import { z } from 'zod';
import type { StaffWords } from '../../words/staffWords.ts';

/** The sign-in form's own checks (staff specification, section 5, 'Login'). */
export function loginForm({ say }: StaffWords) {
  return z.object({
    username: z
      .string()
      .trim()
      .min(1, say('login.usernameRequired'))
      .refine((name) => name.replace(/[^\p{L}\p{N}]/gu, '').length >= 3, say('login.usernameShort')),
    password: z.string().min(1, say('login.passwordRequired')).min(6, say('login.passwordShort')),
  });
}
