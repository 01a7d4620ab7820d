import { languageOf, PAGE_WORDS, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { addWords } from './language.ts';
import type { Messages } from '../../server/domain/messages/say.ts';

/**
 * Messages of a page. Those of a record's details, of the camera and of a proof load with the components that use them.
 */
export const WORDS_PARTS = [...PAGE_WORDS, 'details', 'proof'] as const;
export type WordsPart = (typeof WORDS_PARTS)[number];

/** The messages of the public pages, in separate files per language: a page loads only its own. */
const LOADS = import.meta.glob<Messages>('../../messages/*/{page,landing,texts,details,proof}.json', {
  import: 'default',
});

/** The loaded languages; in a browser only one. */
const spoken = new Set<PublicLocale>();

/** Loads messages of a language for public pages. */
export async function loadWords(locale: PublicLocale, parts: readonly WordsPart[]): Promise<void> {
  spoken.add(locale);
  const language = languageOf(locale);
  const files = await Promise.all(parts.map((part) => LOADS[`../../messages/${language}/${part}.json`]?.()));
  for (const messages of files) if (messages !== undefined) addWords(language, messages);
}

/** Loads more messages of the languages that are already loaded. */
export async function loadMoreWords(part: WordsPart): Promise<void> {
  await Promise.all([...spoken].map((locale) => loadWords(locale, [part])));
}
