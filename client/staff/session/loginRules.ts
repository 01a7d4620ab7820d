import { z } from 'zod';
import { encodeMessage } from '../../../server/domain/messages/encodeMessage.ts';
import { INPUT } from '../../../server/domain/messages/inputMessages.ts';

const USERNAME_LEAST = 3;
const PASSWORD_LEAST = 6;

/**
 * The sign-in form's own rules (docs/spec/staff-screens.md, 'Sign-in rules'); the server accepts any existing user name
 * and password.
 */
export const loginForm = z.object({
  username: z
    .string()
    .trim()
    .min(1, encodeMessage(INPUT.required({ field: 'username' })))
    .refine(
      (name) => name.replace(/[^\p{L}\p{N}]/gu, '').length >= USERNAME_LEAST,
      encodeMessage(INPUT.usernameShort({ least: USERNAME_LEAST })),
    ),
  password: z
    .string()
    .min(1, encodeMessage(INPUT.required({ field: 'password' })))
    .min(PASSWORD_LEAST, encodeMessage(INPUT.tooShort({ field: 'password', least: PASSWORD_LEAST }))),
});
