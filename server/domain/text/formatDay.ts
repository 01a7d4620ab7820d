import type { PublicLocale } from '../public/publicPages.ts';

/** `Intl` knows no Tok Pisin; as on the pages (client/words/tpi/customs.ts). */
const TOK_PISIN_MONTHS = [
  'Janueri',
  'Februeri',
  'Mas',
  'Epril',
  'Me',
  'Jun',
  'Julai',
  'Ogas',
  'Septemba',
  'Oktoba',
  'Novemba',
  'Disemba',
];

const byIntl = (locale: string): ((date: Date) => string) => {
  const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  return (date) => format.format(date);
};

const DAYS: Readonly<Record<PublicLocale, (date: Date) => string>> = {
  'en-US': byIntl('en-US'),
  fr: byIntl('fr'),
  'es-419': byIntl('es-419'),
  tpi: (date) => `${date.getUTCDate()} ${TOK_PISIN_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`,
};

/** A day or a time (in UTC) in the form of PDFs and mail, e.g. 'Mar 14, 2026' (decision 54). */
export function formatDay(locale: PublicLocale, date: Date): string {
  return DAYS[locale](date);
}
