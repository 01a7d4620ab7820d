import { z } from 'zod';
import { ROLES, type Role } from './permissions.ts';
import { nameInput } from './nameInput.ts';
import { CALL } from '../messages/callMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';

/** At least three characters, beginning with a letter or digit (docs/spec/access-and-accounts.md, 'Account fields'). */
export const USERNAME = /^[A-Za-z0-9][A-Za-z0-9._-]{2,39}$/;
/** For new accounts; the login form accepts 6, for older passwords. */
export const PASSWORD_MIN = 8;
/** Longest accepted password: limits the hashing time. */
export const PASSWORD_MAX = 200;

const name = nameInput(120);
const role = z.enum(ROLES, encodeMessage(INPUT.oneOf({ field: 'role', choices: ROLES })));
const EMAIL = encodeMessage(INPUT.emailForm({}));
const email = z.union([z.literal(''), z.email(EMAIL).max(254, EMAIL)], EMAIL);

const FARM_ID = encodeMessage(INPUT.farmIdForm({ most: 40 }));
/** Upper-case, as farm ids are stored; empty for accounts without a farm. */
export const farmIdInput = z
  .string(FARM_ID)
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9_-]{0,40}$/, FARM_ID)
  .meta({ pattern: '^[A-Za-z0-9_-]{0,40}$' });

/** The rule for new passwords. */
export const newPassword = z
  .string(encodeMessage(INPUT.required({ field: 'password' })))
  .min(PASSWORD_MIN, encodeMessage(INPUT.tooShort({ field: 'password', least: PASSWORD_MIN })))
  .max(PASSWORD_MAX, encodeMessage(INPUT.tooLong({ field: 'password', most: PASSWORD_MAX })));

/** The fields of an account that others set. */
export const accountFields = {
  username: z
    .string(encodeMessage(INPUT.required({ field: 'username' })))
    .regex(USERNAME, encodeMessage(INPUT.usernameForm({ least: 3, most: 40 }))),
  name,
  role,
  email: email.default(''),
  farmId: farmIdInput.default(''),
  password: newPassword,
};

/** A farmer needs a farm (docs/spec/access-and-accounts.md, 'Merged table'). */
export const FARMER_NEEDS_FARM = { field: 'farmId', said: INPUT.farmerNeedsFarm({}) };
export const farmerHasFarm = (account: { role: Role; farmId: string }): boolean =>
  account.role !== 'farmer' || account.farmId !== '';
/** The same for programs that read schemas. */
export const FARMER_NEEDS_FARM_SCHEMA = {
  anyOf: [
    { type: 'object', properties: { role: { enum: ROLES.filter((one) => one !== 'farmer') } } },
    {
      type: 'object',
      properties: { farmId: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' } },
      required: ['farmId'],
    },
  ],
};
export const needsFarm = { path: [FARMER_NEEDS_FARM.field], error: encodeMessage(FARMER_NEEDS_FARM.said) };

/** Input of a new account. */
export const newUserInput = z
  .object({ ...accountFields, demo: z.boolean().default(false) })
  .refine(farmerHasFarm, needsFarm);

export type NewUser = z.input<typeof newUserInput>;

/** Input for adding an account (POST /users). */
export const createUserInput = z
  .strictObject(accountFields)
  .refine(farmerHasFarm, needsFarm)
  .meta(FARMER_NEEDS_FARM_SCHEMA);
export type CreatedUser = z.output<typeof createUserInput>;

/** Input for changing an account; omitted fields stay (PATCH /users/{id}). */
export const changeUserInput = z.strictObject({
  name: name.optional(),
  email: email.optional(),
  role: role.optional(),
  farmId: farmIdInput.optional(),
  disabled: z
    .boolean(encodeMessage(CALL.flag({ field: 'disabled' })))
    .optional()
    .describe('A disabled account cannot log in'),
});
export type UserChange = z.output<typeof changeUserInput>;

export const setPasswordInput = z.strictObject({ newPassword });

const currentPassword = z
  .string(encodeMessage(INPUT.required({ field: 'currentPassword' })))
  .min(1, encodeMessage(INPUT.required({ field: 'currentPassword' })))
  .max(PASSWORD_MAX, encodeMessage(INPUT.tooLong({ field: 'currentPassword', most: PASSWORD_MAX })));

/** Input for changing one's own password (POST /auth/password). */
export const changePasswordInput = z.strictObject({ currentPassword, newPassword });
export type PasswordChange = z.output<typeof changePasswordInput>;

/** Input for changing one's own mail address (POST /auth/email); empty to keep none. */
export const changeEmailInput = z.strictObject({ currentPassword, email });
export type EmailChange = z.output<typeof changeEmailInput>;
