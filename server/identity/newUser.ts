import { z } from 'zod';
import { ROLES } from '../domain/permissions.ts';
import { PASSWORD_MAX } from './sessionInput.ts';

/** At least three characters, beginning with a letter or digit (staff specification, section 5, 'Login'). */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/;
/** For new accounts; the login form, which asks for 6, must also take older passwords. */
const PASSWORD_MIN = 8;

/** What a new account takes. Farm ids are stored upper-case; a farmer needs one (decisions, 'The merged permission table'). */
export const newUserInput = z
  .object({
    username: z
      .string('Username is required')
      .regex(
        USERNAME,
        'Username must be 3 to 40 letters, digits, dots, dashes or underscores, the first a letter or digit',
      ),
    name: z
      .string()
      .trim()
      .normalize('NFC')
      .min(1, 'Name is required')
      .max(120, 'Name can be at most 120 characters')
      .regex(/^\P{Cc}*$/u, 'Name holds characters that cannot be stored'),
    role: z.enum(ROLES, `Role must be one of ${ROLES.join(', ')}`),
    email: z
      .union([z.literal(''), z.email().max(254)], 'Email must be an address such as name@example.org')
      .default(''),
    farmId: z
      .string()
      .trim()
      .toUpperCase()
      .regex(/^[A-Z0-9_-]{0,40}$/, 'Farm ID takes letters, digits, _ and -, at most 40 characters')
      .default(''),
    password: z
      .string('Password is required')
      .min(PASSWORD_MIN, `Password must be at least ${PASSWORD_MIN} characters`)
      .max(PASSWORD_MAX, `Password can be at most ${PASSWORD_MAX} characters`),
    demo: z.boolean().default(false),
  })
  .refine(({ role, farmId }) => role !== 'farmer' || farmId !== '', {
    path: ['farmId'],
    message: 'A farmer needs a farm',
  });

export type NewUser = z.input<typeof newUserInput>;
