import { MAIL_CODE_MINUTES, type MailLanguage } from '../../domain/alert/alertMailInput.ts';
import { ALERT_OUTCOMES, type AlertOutcome } from '../../domain/alert/alerts.ts';
import { firstSpoken, languageOf, PUBLIC_LOCALES } from '../../domain/public/publicPages.ts';
import { sayEnglish } from '../../domain/messages/english.ts';
import { INVITATION_DAYS } from '../../domain/access/invitationInput.ts';
import { documentWords, type DocumentWords } from '../../domain/messages/documents.ts';
import type { LetterContent } from '../identity/accountMail.ts';
import type { AlertPayload } from '../alerts/notifications/alertPayload.ts';

/** What a mail says, in both forms. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Alerts that one mail lists; of more it says how many. */
export const MOST_LISTED = 50;

/** What mail says in a language. */
export function mailWords(language: MailLanguage): DocumentWords {
  return documentWords(firstSpoken([language]) ?? PUBLIC_LOCALES[0]);
}

/** Characters that mean something in HTML, in text as in attributes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * Alerts in one mail: the last notification of each alert, in the order of the first ones.
 * @param links addresses of the alert, of the list, and of the page that stops these mails
 */
export function digestText(
  told: readonly AlertPayload[],
  language: MailLanguage,
  links: { alert: (id: string) => string; all: string; stop: string },
): MailText & { alerts: number } {
  const words = mailWords(language);
  const alerts = lastOfEach(told);
  const listed = alerts.slice(0, MOST_LISTED);
  const unlisted = alerts.length - listed.length;
  const lines = listed.map((one) => ({ ...linesOf(one, words), address: links.alert(one.alert.id) }));
  const more = unlisted === 0 ? [] : [words.say('email.more', { count: unlisted })];
  const text = [
    words.say('email.lead', { count: alerts.length }),
    ...lines.map(({ name, facts, address }) => [name, ...facts, address].join('\n')),
    ...more,
    `${words.say('email.all')}: ${links.all}`,
    `-- \n${words.say('email.why')}\n${words.say('email.stop')}: ${links.stop}`,
  ].join('\n\n');
  const html = page(
    words,
    [
      `<p>${escaped(words.say('email.lead', { count: alerts.length }))}</p>`,
      '<ul>',
      ...lines.map(
        ({ name, facts, address }) =>
          `<li><a href="${escaped(address)}">${escaped(name)}</a><br>${facts.map(escaped).join('<br>')}</li>`,
      ),
      '</ul>',
      ...more.map((line) => `<p>${escaped(line)}</p>`),
      `<p><a href="${escaped(links.all)}">${escaped(words.say('email.all'))}</a></p>`,
      '<hr>',
      `<p>${escaped(words.say('email.why'))} <a href="${escaped(links.stop)}">${escaped(words.say('email.stop'))}</a></p>`,
    ].join('\n'),
  );
  return { subject: words.say('email.subject', { count: alerts.length }), text, html, alerts: alerts.length };
}

/** The mail that asks whether an address is the account's. */
export function codeText(code: string, language: MailLanguage): MailText {
  const words = mailWords(language);
  const lines = [
    words.say('email.code', { code }),
    words.say('email.codeUse', { minutes: MAIL_CODE_MINUTES }),
    words.say('email.codeNotYou'),
  ];
  const html = page(words, lines.map((line) => `<p>${escaped(line)}</p>`).join('\n'));
  return { subject: words.say('email.codeSubject'), text: lines.join('\n\n'), html };
}

/** The mail that invites somebody to an account. Like the staff area, it is in English. */
export function invitationText({ name, by, link }: LetterContent): MailText {
  return letterText(sayEnglish('mail.invitation.subject'), [
    sayEnglish('mail.hello', { name }),
    sayEnglish('mail.invitation.lead', { by }),
    { link, says: sayEnglish('mail.invitation.link') },
    sayEnglish('mail.invitation.until', { days: INVITATION_DAYS }),
    sayEnglish('mail.invitation.notYou'),
  ]);
}

/** The mail with a link to a new password. @param until ISO time until when it holds */
export function resetText({ name, by, link }: LetterContent, until: string): MailText {
  return letterText(sayEnglish('mail.reset.subject'), [
    sayEnglish('mail.hello', { name }),
    sayEnglish('mail.reset.lead', { username: by }),
    { link, says: sayEnglish('mail.reset.link') },
    sayEnglish('mail.reset.until', { moment: `${until.slice(0, 16).replace('T', ' ')} UTC` }),
    sayEnglish('mail.reset.notYou'),
  ]);
}

/** Paragraphs of a mail; one of them is a link. */
function letterText(subject: string, lines: readonly (string | { link: string; says: string })[]): MailText {
  const plain = lines.map((line) => (typeof line === 'string' ? line : `${line.says}: ${line.link}`));
  const marked = lines.map((line) =>
    typeof line === 'string'
      ? `<p>${escaped(line)}</p>`
      : `<p><a href="${escaped(line.link)}">${escaped(line.says)}</a><br>${escaped(line.link)}</p>`,
  );
  return { subject, text: plain.join('\n\n'), html: page(mailWords('en'), marked.join('\n')) };
}

/** A document in the language's name; mail programs show it in their own letters and colors. */
function page(words: DocumentWords, body: string): string {
  return [
    `<!doctype html>`,
    `<html lang="${languageOf(words.locale)}">`,
    '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Manam-Trace</title></head>',
    `<body>\n${body}\n</body>`,
    '</html>',
  ].join('\n');
}

function lastOfEach(told: readonly AlertPayload[]): AlertPayload[] {
  const byId = new Map<string, AlertPayload>();
  for (const one of told) {
    const before = byId.get(one.alert.id);
    // What is new to the reader is called so, whatever became of it meanwhile.
    byId.set(one.alert.id, before?.event === 'alert.raised' ? { ...one, event: before.event } : one);
  }
  return [...byId.values()];
}

const OUTCOMES: Readonly<Record<AlertOutcome, 'email.outcome.none' | 'email.outcome.detected'>> = {
  'No Deforestation': 'email.outcome.none',
  'Deforestation Detected': 'email.outcome.detected',
};

function linesOf({ event, alert }: AlertPayload, { say, day }: DocumentWords): { name: string; facts: string[] } {
  const moment = `${day(new Date(alert.raisedAt))}, ${alert.raisedAt.slice(11, 16)} UTC`;
  const status = say(`email.status.${alert.status}`);
  const outcome = ALERT_OUTCOMES.find((one) => one === alert.outcome);
  return {
    name: `${alert.lotId}: ${say(`alertType.${alert.type}`)}`,
    facts: [
      say(`email.event.${event}`),
      say('email.severity', { severity: say(`email.severity.${alert.severity}`) }),
      say('email.status', { status: outcome === undefined ? status : `${status}, ${say(OUTCOMES[outcome])}` }),
      say('email.raised', { moment }),
    ],
  };
}
