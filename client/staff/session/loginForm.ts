import { z } from 'zod';

/** The sign-in form's own checks, texts as specified (staff specification, section 5, 'Login'). */
export const loginForm = z.object({
  username: z
    .string()
    .trim()
    .min(1, 'Username is required')
    .refine(
      (name) => name.replace(/[^\p{L}\p{N}]/gu, '').length >= 3,
      'Username must be at least 3 alphanumeric characters',
    ),
  password: z.string().min(1, 'Password is required').min(6, 'Password must be at least 6 characters'),
});
