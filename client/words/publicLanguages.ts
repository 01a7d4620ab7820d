import { languageOf, PAGE_WORDS, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { addWords } from './language.ts';
import type { Messages } from '../../server/domain/messages/say.ts';

/** What comes with a page; the words of a record's details with the camera's, and those of a proof, come with the parts that say them. */
export const WORDS_PARTS = [...PAGE_WORDS, 'details', 'proof'] as const;
export type WordsPart = (typeof WORDS_PARTS)[number];

/** The messages of the public pages, in files of their own for each language: a page loads those of one language. */
const LOADS = import.meta.glob<Messages>('../../messages/*/{page,landing,texts,details,proof}.json', {
  import: 'default',
});

/** The languages that the page speaks: in a browser one. */
const spoken = new Set<PublicLocale>();

/** Loads words of a language for public pages; they can be said from then on. */
export async function loadWords(locale: PublicLocale, parts: readonly WordsPart[]): Promise<void> {
  spoken.add(locale);
  const language = languageOf(locale);
  const files = await Promise.all(parts.map((part) => LOADS[`../../messages/${language}/${part}.json`]?.()));
  for (const messages of files) if (messages !== undefined) addWords(language, messages);
}

/** Loads more words of what the page speaks already. */
export async function loadMoreWords(part: WordsPart): Promise<void> {
  await Promise.all([...spoken].map((locale) => loadWords(locale, [part])));
}
