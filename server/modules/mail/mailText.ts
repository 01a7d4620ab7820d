import { MAIL_CODE_MINUTES, type MailLanguage } from '../../domain/alert/alertMailInput.ts';
import { ALERT_OUTCOMES } from '../../domain/alert/alerts.ts';
import { formatDay } from '../../domain/text/formatDay.ts';
import { languageOf } from '../../domain/public/publicPages.ts';
import type { AlertPayload } from '../alerts/notifications/alertPayload.ts';
import { MAIL_WORDS, type MailWords } from './words/mailWords.ts';

/** What a mail says, in both forms. */
export interface MailText {
  subject: string;
  text: string;
  html: string;
}

/** Alerts that one mail lists; of more it says how many. */
export const MOST_LISTED = 50;

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
  const words = MAIL_WORDS[language];
  const alerts = lastOfEach(told);
  const listed = alerts.slice(0, MOST_LISTED);
  const unlisted = alerts.length - listed.length;
  const lines = listed.map((one) => ({ ...linesOf(one, words), address: links.alert(one.alert.id) }));
  const more = unlisted === 0 ? [] : [words.more(unlisted)];
  const text = [
    words.lead(alerts.length),
    ...lines.map(({ name, facts, address }) => [name, ...facts, address].join('\n')),
    ...more,
    `${words.all}: ${links.all}`,
    `-- \n${words.why}\n${words.stop}: ${links.stop}`,
  ].join('\n\n');
  const html = page(
    words,
    [
      `<p>${escaped(words.lead(alerts.length))}</p>`,
      '<ul>',
      ...lines.map(
        ({ name, facts, address }) =>
          `<li><a href="${escaped(address)}">${escaped(name)}</a><br>${facts.map(escaped).join('<br>')}</li>`,
      ),
      '</ul>',
      ...more.map((line) => `<p>${escaped(line)}</p>`),
      `<p><a href="${escaped(links.all)}">${escaped(words.all)}</a></p>`,
      '<hr>',
      `<p>${escaped(words.why)} <a href="${escaped(links.stop)}">${escaped(words.stop)}</a></p>`,
    ].join('\n'),
  );
  return { subject: words.subject(alerts.length), text, html, alerts: alerts.length };
}

/** The mail that asks whether an address is the account's. */
export function codeText(code: string, language: MailLanguage): MailText {
  const words = MAIL_WORDS[language];
  const lines = [words.code(code), words.codeUse(MAIL_CODE_MINUTES), words.codeNotYou];
  const html = page(words, lines.map((line) => `<p>${escaped(line)}</p>`).join('\n'));
  return { subject: words.codeSubject, text: lines.join('\n\n'), html };
}

/** A document in the language's name; mail programs show it in their own letters and colors. */
function page(words: MailWords, body: string): string {
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

function linesOf({ event, alert }: AlertPayload, words: MailWords): { name: string; facts: string[] } {
  const outcome = ALERT_OUTCOMES.find((one) => one === alert.outcome);
  const at = new Date(alert.raisedAt);
  const moment = `${formatDay(words.locale, at)}, ${alert.raisedAt.slice(11, 16)} UTC`;
  const status = words.statuses[alert.status];
  return {
    name: `${alert.lotId}: ${words.types[alert.type]}`,
    facts: [
      words.events[event],
      words.severity(words.severities[alert.severity]),
      words.status(outcome === undefined ? status : `${status}, ${words.outcomes[outcome]}`),
      words.raised(moment),
    ],
  };
}
