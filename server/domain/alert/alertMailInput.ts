import { z } from 'zod';
import { LANGUAGES } from '../public/publicPages.ts';
import { carried } from '../said/carried.ts';
import { INPUT } from '../said/inputSaid.ts';
import { STORABLE_PATTERN } from '../text/validText.ts';

/** How soon alerts are mailed: as they come, several in one mail, or once a day. */
export const MAIL_PACES = ['soon', 'daily'] as const;
export type MailPace = (typeof MAIL_PACES)[number];
export type MailLanguage = (typeof LANGUAGES)[number];

/** After a mail the next one of the pace 'soon' goes out no sooner. */
export const MAIL_PAUSE_MINUTES = 15;
/** When those of the pace 'daily' go out, hour of UTC. */
export const MAIL_HOUR = 6;
export const MAIL_CODE_DIGITS = 8;
export const MAIL_CODE_MINUTES = 60;

const ADDRESS = carried(INPUT.emailForm({}));
const CODE = carried(INPUT.mailCode({}));

/** Where, in what language and how soon somebody gets alerts by mail. */
export const alertMailInput = z.strictObject({
  address: z
    .string(ADDRESS)
    .trim()
    .pipe(z.email(ADDRESS).max(254, ADDRESS))
    .meta({ pattern: STORABLE_PATTERN })
    .describe('It is sent a code first'),
  language: z.enum(LANGUAGES, carried(INPUT.oneOf({ field: 'language', choices: LANGUAGES }))),
  pace: z.enum(MAIL_PACES, carried(INPUT.oneOf({ field: 'pace', choices: MAIL_PACES }))),
});

/** The code that was mailed, as people type it: spaces count for nothing. */
export const mailCodeInput = z.strictObject({
  code: z
    .string(CODE)
    .transform((text) => text.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{8}$/, CODE))
    .meta({ pattern: '^[\\s\\d]*$' }),
});
