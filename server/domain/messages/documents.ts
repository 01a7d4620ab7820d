import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import en from '../../../messages/en/documents.json' with { type: 'json' };
import enPage from '../../../messages/en/page.json' with { type: 'json' };
import es from '../../../messages/es/documents.json' with { type: 'json' };
import esPage from '../../../messages/es/page.json' with { type: 'json' };
import fr from '../../../messages/fr/documents.json' with { type: 'json' };
import frPage from '../../../messages/fr/page.json' with { type: 'json' };
import tpi from '../../../messages/tpi/documents.json' with { type: 'json' };
import tpiPage from '../../../messages/tpi/page.json' with { type: 'json' };
import type { DocumentsMessages, PageMessages } from '../../../messages/types.ts';
import { intlLocale, PUBLIC_LOCALES, type PublicLocale } from '../public/publicPages.ts';
import { messageWriter, type MessageParams } from './format.ts';
import type { Say } from './say.ts';

/* The texts of certificates and mail, which the server writes in each language of the public pages. */
const MESSAGES: Readonly<Record<PublicLocale, Readonly<Record<string, string>>>> = {
  'en-US': { ...enPage, ...en },
  fr: { ...frPage, ...fr },
  'es-419': { ...esPage, ...es },
  tpi: { ...tpiPage, ...tpi },
};

export interface DocumentWords {
  locale: PublicLocale;
  say: Say<DocumentsMessages & PageMessages>;
  /** The text of an id that not every language has; null where this one has none. */
  find: (id: string) => string | null;
  /** A day or an instant (in UTC), e.g. 'Mar 14, 2026' (decision 54). */
  day: (date: Date) => string;
  /** A figure with up to three decimals. */
  figure: (value: number) => string;
  /** A country's name by its ISO 3166-1 code. */
  country: (code: string) => string;
}

function wordsOf(locale: PublicLocale): DocumentWords {
  const customs = intlLocale(locale);
  const messages = new Map(Object.entries(MESSAGES[locale]));
  const write = messageWriter(customs);
  const find = (id: string, params?: MessageParams): string | null => {
    const message = messages.get(id);
    return message === undefined ? null : write(compileMessageOrThrow(message), params);
  };
  const days = new Intl.DateTimeFormat(customs, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
  const figures = new Intl.NumberFormat(customs, { maximumFractionDigits: 3 });
  const countries = new Intl.DisplayNames(customs, { type: 'region' });
  return {
    locale,
    say: (id, ...[params]) => find(id, params) ?? id,
    find,
    day: (date) => {
      // `Intl` does not know the months of every language.
      const month = find(`month.${date.getUTCMonth() + 1}`);
      return month === null ? days.format(date) : `${date.getUTCDate()} ${month} ${date.getUTCFullYear()}`;
    },
    figure: (value) => figures.format(value),
    country: (code) => find(`country.${code}`) ?? countries.of(code) ?? code,
  };
}

const WORDS = new Map(PUBLIC_LOCALES.map((locale) => [locale, wordsOf(locale)]));

/** What documents and mail say in a language. */
export function documentWords(locale: PublicLocale): DocumentWords {
  return WORDS.get(locale) ?? wordsOf(locale);
}
