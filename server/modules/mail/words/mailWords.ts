import type { AlertOutcome, AlertSeverity, AlertStatus, AlertType } from '../../../domain/alert/alerts.ts';
import type { MailLanguage } from '../../../domain/alert/alertMailInput.ts';
import type { PublicLocale } from '../../../domain/public/publicPages.ts';
import type { AlertPayload } from '../../alerts/notifications/alertPayload.ts';
import { english } from './english.ts';
import { french } from './french.ts';
import { spanish } from './spanish.ts';
import { tokPisin } from './tokPisin.ts';

/*
 * What mail says in each language. It is written by the server, which knows nothing of the client's catalogues (client/words); names of
 * severities are theirs.
 */
export interface MailWords {
  /** days are written in its customs */
  locale: PublicLocale;
  subject: (alerts: number) => string;
  lead: (alerts: number) => string;
  /** of alerts that are not listed */
  more: (alerts: number) => string;
  types: Readonly<Record<AlertType, string>>;
  severity: (severity: string) => string;
  severities: Readonly<Record<AlertSeverity, string>>;
  events: Readonly<Record<AlertPayload['event'], string>>;
  status: (status: string) => string;
  statuses: Readonly<Record<AlertStatus, string>>;
  outcomes: Readonly<Record<AlertOutcome, string>>;
  raised: (moment: string) => string;
  /** name of the link to all alerts */
  all: string;
  why: string;
  /** name of the link that stops them */
  stop: string;

  codeSubject: string;
  code: (code: string) => string;
  codeUse: (minutes: number) => string;
  codeNotYou: string;

  /** the page that the link leads to */
  page: { title: string; ask: string; act: string; done: string; unknown: string };
}

export const MAIL_WORDS: Readonly<Record<MailLanguage, MailWords>> = {
  en: english,
  fr: french,
  es: spanish,
  tpi: tokPisin,
};
