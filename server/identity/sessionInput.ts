import { z } from 'zod';
import { PASSWORD_MAX } from '../domain/accountInput.ts';

const required = (what: string, max: number) =>
  z.string(`${what} is required`).min(1, `${what} is required`).max(max, `${what} can be at most ${max} characters`);

const refreshToken = required('Refresh token', 200);

/** Texts of the staff specification, section 5. What no account can have is a wrong login, not bad input. */
export const loginInput = z.object({
  username: z
    .string('Username is required')
    .trim()
    .pipe(required('Username', 100))
    .meta({ minLength: 1, maxLength: 100, pattern: '\\S' }),
  password: required('Password', PASSWORD_MAX),
});

export const refreshInput = z.object({
  refreshToken,
  /** the client's name for one attempt, kept while it retries; any random text */
  attemptId: z
    .string()
    .regex(/^[\w-]{1,64}$/, 'attemptId takes 1 to 64 letters, digits, _ and -')
    .nullish(),
});

export const logoutInput = z.object({ refreshToken });
