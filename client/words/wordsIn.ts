import type { MessageParams } from '../../server/domain/messages/format.ts';
import { formatsOf, type Formats } from './format.ts';
import { DEFAULT_LOCALE, messageText } from './language.ts';
import type { Catalogue, Say, Word } from '../../server/domain/messages/say.ts';
import { remembered } from './remembered.ts';

/* The messages of a language, for any renderer; screens use the hooks of `words.tsx`. */

export interface Words<Known extends Catalogue> extends Formats {
  /** BCP 47 */
  locale: string;
  say: Say<Known>;
  tell: (word: Word<Known>) => string;
}

/** The language of a part of the page. */
export interface Language {
  /** BCP 47 */
  locale: string;
  /** IANA name of the time zone of instants; default: the machine's */
  timeZone?: string | undefined;
  /** instants include the name of the zone */
  namesZone?: boolean;
}

/** Messages with untyped ids: the types of an area restrict ids and parameters. */
interface AnyWords extends Formats {
  locale: string;
  say: (id: string, params?: MessageParams) => string;
  tell: (word: { id: string; params?: MessageParams }) => string;
}

const made = remembered<AnyWords>();

/** All loaded messages in a language. */
export function wordsOf({ locale, timeZone, namesZone = false }: Language): AnyWords {
  return made.get(`${locale} ${timeZone ?? ''} ${namesZone}`, () => ({
    ...formatsOf(locale, timeZone, namesZone),
    locale,
    say: (id, params) => messageText(locale, id, params),
    tell: ({ id, params }) => messageText(locale, id, params),
  }));
}

/** The messages of an area, typed by its catalogue, which must be loaded. */
export function wordsIn<Known extends Catalogue>(locale: string = DEFAULT_LOCALE): Words<Known> {
  // `addWords` received the catalogue of this type.
  return wordsOf({ locale }) as unknown as Words<Known>;
}
