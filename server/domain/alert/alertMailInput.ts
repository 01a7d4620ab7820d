import { z } from 'zod';
import { LANGUAGES } from '../public/publicPages.ts';
import { encodeMessage } from '../messages/encodeMessage.ts';
import { INPUT } from '../messages/inputMessages.ts';
import { STORABLE_PATTERN } from '../text/validText.ts';

/** When alerts are mailed: soon, several in one mail, or once a day. */
export const MAIL_PACES = ['soon', 'daily'] as const;
export type MailPace = (typeof MAIL_PACES)[number];
export type MailLanguage = (typeof LANGUAGES)[number];

/** Shortest pause between two mails of the pace 'soon'. */
export const MAIL_PAUSE_MINUTES = 15;
/** Hour of the 'daily' mails, UTC. */
export const MAIL_HOUR = 6;
export const MAIL_CODE_DIGITS = 8;
export const MAIL_CODE_MINUTES = 60;

const ADDRESS = encodeMessage(INPUT.emailForm({}));
const CODE = encodeMessage(INPUT.mailCode({}));

/** Address, language and pace of a person's alert mail. */
export const alertMailInput = z.strictObject({
  address: z
    .string(ADDRESS)
    .trim()
    .pipe(z.email(ADDRESS).max(254, ADDRESS))
    .meta({ pattern: STORABLE_PATTERN })
    .describe('It is sent a code first'),
  language: z.enum(LANGUAGES, encodeMessage(INPUT.oneOf({ field: 'language', choices: LANGUAGES }))),
  pace: z.enum(MAIL_PACES, encodeMessage(INPUT.oneOf({ field: 'pace', choices: MAIL_PACES }))),
});
export type AlertMailChange = z.output<typeof alertMailInput>;

/** The mailed code as people type it: spaces are ignored. */
export const mailCodeInput = z.strictObject({
  code: z
    .string(CODE)
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{8}$/, CODE))
    .meta({ pattern: '^[\\s\\d]*$' }),
});
