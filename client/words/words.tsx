import { createContext, use, useEffect, useMemo, type ReactNode } from 'react';
import { DEFAULT_LOCALE } from './language.ts';
import type { Catalogue } from '../../server/domain/messages/say.ts';
import { wordsIn, wordsOf, type Language, type Words } from './wordsIn.ts';

/*
 * <WordsProvider locale="en-US">...</WordsProvider>   once, at the root; a new locale renders everything again
 * const { say, tell, formatKg } = useSharedWords();   in a component; usePublicWords, useStaffWords likewise
 * say('dialog.cancel'), say('pages.page', { page: 3 })
 * tell({ id: 'pages.page', params: { page: 3 } })     a message stored in state in place of its text
 * <TextRich id="support.whereText" parts={{ link: <Link to="/verify" /> }} />   for a message with <link>...</link>
 *
 * How to add a message: add its id and English text to the file of its area (messages/en), run `npm run generate`, then
 * use it. Ids are '<screen>.<what it is>'. The compiler rejects unknown ids and wrong parameters; the build rejects a
 * message that cannot be parsed. A message of the public pages also needs translations (messages/fr and others): `npm
 * run check` lists missing ones. How to add a language: messages/README.md.
 */

/** The language of this part of the page. */
export const Spoken = createContext<Language>({ locale: DEFAULT_LOCALE });

/**
 * Sets the language of its children. A server also passes a `timeZone`, which is not the reader's; hydration must use
 * the same.
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

/** The messages of an area, typed by its catalogue: a hook, and a function for code outside components. */
export function areaWords<Known extends Catalogue>(): AreaWords<Known> {
  return {
    // As in `wordsIn`.
    useWords: () => wordsOf(use(Spoken)) as unknown as Words<Known>,
    wordsIn,
  };
}
