import type { MessageParams } from '../../server/domain/messages/format.ts';
import { formatsOf, type Formats } from './format.ts';
import { DEFAULT_LOCALE, messageText } from './language.ts';
import type { Catalogue, Say, Word } from '../../server/domain/messages/say.ts';
import { remembered } from './remembered.ts';

/* The words of a language, for whatever draws them: screens take them by the hooks of `words.tsx`. */

export interface Words<Known extends Catalogue> extends Formats {
  /** BCP 47 */
  locale: string;
  say: Say<Known>;
  tell: (word: Word<Known>) => string;
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

/** Words by whatever id: which ids and parameters there are, the type of an area knows. */
interface AnyWords extends Formats {
  locale: string;
  say: (id: string, params?: MessageParams) => string;
  tell: (word: { id: string; params?: MessageParams }) => string;
}

const made = remembered<AnyWords>();

/** All words that are loaded, in a language. */
export function wordsOf({ locale, timeZone, namesZone = false }: Language): AnyWords {
  return made.get(`${locale} ${timeZone ?? ''} ${namesZone}`, () => ({
    ...formatsOf(locale, timeZone, namesZone),
    locale,
    say: (id, params) => messageText(locale, id, params),
    tell: ({ id, params }) => messageText(locale, id, params),
  }));
}

/** The words of an area, by the type of its catalogue, which must have been loaded. */
export function wordsIn<Known extends Catalogue>(locale: string = DEFAULT_LOCALE): Words<Known> {
  // `addWords` got the catalogue of this type.
  return wordsOf({ locale }) as unknown as Words<Known>;
}
