import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { DEFAULT_LOCALE } from './language.ts';
import type { Catalogue } from '../../server/domain/messages/say.ts';
import { wordsIn, wordsOf, type Language, type Words } from './wordsIn.ts';

/*
 * <WordsProvider locale="en-US">...</WordsProvider>   once, around everything; another locale says everything anew
 * const { say, tell, formatKg } = useSharedWords();   in a component; usePublicWords, useStaffWords likewise
 * say('dialog.cancel'), say('pages.page', { page: 3 })
 * tell({ id: 'pages.page', params: { page: 3 } })     what state holds in place of a text
 * <TextRich id="support.whereText" parts={{ link: <Link to="/verify" /> }} />   for a message with <link>...</link> in it
 *
 * How to add a message: write its id and English text into the file of its area (messages/en), run `npm run generate`, then say it.
 * Ids are '<screen>.<what it is>'. The compiler refuses an id that is not there and parameters that do not fit; the build refuses a
 * message that cannot be read. A message of the public pages needs its translations as well (messages/fr and others): `npm run check`
 * names those that are missing. How to add a language: messages/README.md.
 */

/** The language of this part of the page. */
export const Spoken = createContext<Language>({ locale: DEFAULT_LOCALE });

/**
 * Everything below it speaks the language of `locale`. A server gives its `timeZone` as well, which is not the reader's: the page that
 * takes over begins with the same.
 */
export function WordsProvider({
  locale = DEFAULT_LOCALE,
  timeZone,
  namesZone = false,
  children,
}: Partial<Language> & { children: ReactNode }) {
  const language = useMemo(() => ({ locale, timeZone, namesZone }), [locale, timeZone, namesZone]);
  useEffect(() => {
    document.documentElement.lang = new Intl.Locale(locale).language;
  }, [locale]);
  return <Spoken value={language}>{children}</Spoken>;
}

interface AreaWords<Known extends Catalogue> {
  useWords: () => Words<Known>;
  wordsIn: (locale?: string) => Words<Known>;
}

/** The words of an area, by the type of its catalogue: a hook, and the words of a locale for code that draws nothing. */
export function areaWords<Known extends Catalogue>(): AreaWords<Known> {
  return {
    // As in `wordsIn`.
    useWords: () => wordsOf(use(Spoken)) as unknown as Words<Known>,
    wordsIn,
  };
}
