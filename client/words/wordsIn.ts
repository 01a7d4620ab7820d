import { formatsOf, type Formats } from './format.ts';
import { DEFAULT_LOCALE, i18nOf } from './language.ts';
import type { Messages, Say, Word } from './messages.ts';
import { remembered } from './remembered.ts';

/* The words of a language, for whatever draws them: screens take them by the hooks of `words.tsx`. */

export interface Words<Catalogue extends Messages> extends Formats {
  /** BCP 47 */
  locale: string;
  say: Say<Catalogue>;
  tell: (word: Word<Catalogue>) => string;
}

/** The language of a place in the page. */
export interface Language {
  /** BCP 47 */
  locale: string;
  /** IANA name of the zone that instants are written in; without one, that of the machine */
  timeZone?: string | undefined;
  /** instants are written with the name of the zone */
  namesZone?: boolean;
}

const made = remembered<Words<Messages>>();

/** All words that are loaded, in a language. */
export function wordsOf({ locale, timeZone, namesZone = false }: Language): Words<Messages> {
  return made.get(`${locale} ${timeZone ?? ''} ${namesZone}`, () => ({
    ...formatsOf(locale, timeZone, namesZone),
    locale,
    say: (id: string, params?: Record<string, unknown>) => i18nOf(locale)._(id, params),
    tell: ({ id, params }) => i18nOf(locale)._(id, params),
  }));
}

/** The words of an area, by the type of its catalogue, which must have been loaded. */
export function wordsIn<Catalogue extends Messages>(locale: string = DEFAULT_LOCALE): Words<Catalogue> {
  // Lingui knows texts alone. `addWords` got the catalogue of this type.
  return wordsOf({ locale }) as unknown as Words<Catalogue>;
}
