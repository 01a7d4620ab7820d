import { z } from 'zod';
import { CALL } from '../messages/callMessages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { isStorable, STORABLE_PATTERN } from '../text/validText.ts';
import { accountFields, FARMER_NEEDS_FARM_SCHEMA, farmerHasFarm, needsFarm, newPassword } from './accountInput.ts';

/** How long an invitation holds. */
export const INVITATION_DAYS = 7;
/** How long a link to a new password holds that was mailed, and one that is handed over by hand. */
export const RESET_MINUTES = 60;
export const HANDED_RESET_HOURS = 24;
/** Invitations that are open at a time. */
export const MOST_INVITATIONS = 200;

const { username, name, role, email, farmId } = accountFields;

const NEEDS_EMAIL = { path: ['email'], error: encodeMessage(INPUT.required({ field: 'email' })) };
const hasAddress = ({ byMail, email: address }: { byMail: boolean; email: string }): boolean =>
  !byMail || address !== '';

/** Input of an invitation (POST /invitations). */
export const inviteInput = z
  .strictObject({
    name,
    role,
    email,
    farmId,
    byMail: z
      .boolean(encodeMessage(CALL.flag({ field: 'byMail' })))
      .default(false)
      .describe('Mail the link to the address; otherwise the answer shows it once'),
  })
  .refine(farmerHasFarm, needsFarm)
  .refine(hasAddress, NEEDS_EMAIL)
  .meta({
    allOf: [
      FARMER_NEEDS_FARM_SCHEMA,
      {
        anyOf: [
          { type: 'object', properties: { byMail: { enum: [false] } } },
          { type: 'object', properties: { email: { type: 'string', format: 'email' } }, required: ['email'] },
        ],
      },
    ],
  });
export type NewInvitation = z.output<typeof inviteInput>;

/** The secret in a link, as the program made it. */
export const accountLinkToken = z
  .string(encodeMessage(INPUT.required({ field: 'token' })))
  .regex(/^[\w.-]{1,200}$/, encodeMessage(INPUT.linkToken({})));

export const openInvitationInput = z.strictObject({ token: accountLinkToken });

/** Input of whoever accepts an invitation (POST /auth/invitation/accept). */
export const acceptInvitationInput = z.strictObject({ token: accountLinkToken, username, password: newPassword });
export type AcceptedInvitation = z.output<typeof acceptInvitationInput>;

const LOGIN = encodeMessage(INPUT.required({ field: 'login' }));

/** Input of whoever forgot their password (POST /auth/password-reset). */
export const passwordResetAskedInput = z.strictObject({
  login: z
    .string(LOGIN)
    .trim()
    .min(1, LOGIN)
    .max(254, encodeMessage(INPUT.tooLong({ field: 'login', most: 254 })))
    .refine(isStorable, encodeMessage(INPUT.notStorable({ field: 'login' })))
    .meta({ pattern: STORABLE_PATTERN, description: 'User name or mail address' }),
});
export type PasswordResetAsked = z.output<typeof passwordResetAskedInput>;

/** Input of whoever holds a link to a new password (POST /auth/password-reset/complete). */
export const resetPasswordInput = z.strictObject({ token: accountLinkToken, newPassword });
export type ResetPassword = z.output<typeof resetPasswordInput>;

/** Input of those who manage accounts, for a link to a new password (POST /users/{id}/reset-link). */
export const resetLinkInput = z.strictObject({
  byMail: z.boolean(encodeMessage(CALL.flag({ field: 'byMail' }))).default(false),
});
