import { z } from 'zod';
import { alertMailInput, MAIL_PACES, mailCodeInput } from '../../domain/alert/alertMailInput.ts';
import { LANGUAGES } from '../../domain/public/publicPages.ts';
import { NOT_CACHED } from '../identity/answers.ts';
import { count, instant } from '../../platform/rest/answerSchemas.ts';
import { route, type DataAnswer, type Route } from '../../platform/rest/route.ts';
import { LETTER_STATES } from './alertEmails.ts';
import { LETTER_FAULTS } from './mailDelivery.ts';
import { SEND_FAULTS } from './mailServer.ts';
import type { AlertMailView } from './mailService.ts';
import type { MailService } from './mailService.ts';

const mailSchema = z
  .strictObject({
    offered: z.boolean().describe('False: this server sends no mail'),
    setting: z
      .strictObject({
        address: z.string(),
        language: z.enum(LANGUAGES),
        pace: z.enum(MAIL_PACES).describe('soon: as they come, at most every 15 minutes; daily: at 06:00 UTC'),
        askedAt: instant,
        confirmedAt: instant.nullable().describe('Null until the code that was mailed there was given: no alerts come'),
      })
      .nullable()
      .describe('Null: nothing is mailed'),
    letters: z.array(
      z.strictObject({
        id: z.uuid(),
        kind: z.enum(['code', 'digest']),
        state: z.enum(LETTER_STATES),
        alerts: count.nullable().describe('How many it told of; null before it was sent, and for a code'),
        attempts: count,
        createdAt: instant,
        lastAt: instant.nullable(),
        lastStatus: z.int().nullable().describe("The mail server's last answer; null when none came"),
        lastFault: z.enum([...SEND_FAULTS, ...LETTER_FAULTS]).nullable(),
      }),
    ),
  })
  .meta({ id: 'AlertMail' });

const answer = z.strictObject({ mail: mailSchema });

/** REST calls of alerts by mail: each person's own. */
export const mailRoutes = ({ mail }: { mail: MailService }): readonly Route[] => [
  route({
    method: 'GET',
    path: '/alert-mail',
    summary: 'Whether and where alerts are mailed to oneself, and the newest ten mails of 30 days',
    access: 'staff',
    answer,
    handle: async ({ caller }) => mailData(await mail.read(caller)),
  }),
  route({
    method: 'PUT',
    path: '/alert-mail',
    summary: 'Have alerts in sight mailed to oneself',
    description:
      'An address that is not confirmed is sent a code of 8 digits, five times a day at most, and no alerts before it was given; the same ' +
      'call again sends another code. Not for partner keys. 409 where the server sends no mail.',
    access: 'staff',
    body: alertMailInput,
    answer,
    handle: async ({ caller, body, info }) => mailData(await mail.set(caller, body, info)),
  }),
  route({
    method: 'POST',
    path: '/alert-mail/confirm',
    summary: 'Give the code that was mailed: from now on alerts are',
    description: 'It holds for 60 minutes, and ten may be tried.',
    access: 'staff',
    body: mailCodeInput,
    answer,
    handle: async ({ caller, body, info }) => mailData(await mail.confirm(caller, body, info)),
  }),
  route({
    method: 'DELETE',
    path: '/alert-mail',
    summary: 'Have no more alerts mailed; the address is kept no longer',
    access: 'staff',
    answer,
    handle: async ({ caller, info }) => mailData(await mail.stop(caller, info)),
  }),
];

function mailData({ offered, setting, letters }: AlertMailView): DataAnswer {
  const mail: z.infer<typeof mailSchema> = {
    offered,
    setting: setting && {
      ...setting,
      askedAt: setting.askedAt.toISOString(),
      confirmedAt: setting.confirmedAt?.toISOString() ?? null,
    },
    letters: letters.map(({ createdAt, lastAt, ...letter }) => ({
      ...letter,
      createdAt: createdAt.toISOString(),
      lastAt: lastAt?.toISOString() ?? null,
    })),
  };
  return { data: { mail }, headers: NOT_CACHED };
}
