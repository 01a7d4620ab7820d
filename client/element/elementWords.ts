import { firstSpoken, languageOf, PUBLIC_LOCALES, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { addWords } from '../words/language.ts';
import type { Messages } from '../../server/domain/messages/say.ts';
import type { ProofCatalogue } from '../words/proofWords.ts';
import { wordsIn, type Words } from '../words/wordsIn.ts';

/*
 * The words of the element, all languages in one file: it loads nothing. Of the catalogues the build leaves just what the element can
 * say (`neededWords.ts`).
 */
const FILES = import.meta.glob<Messages>('../../messages/*/{page,proof}.json', { import: 'default', eager: true });
for (const locale of PUBLIC_LOCALES) {
  const language = languageOf(locale);
  for (const file of ['page', 'proof']) addWords(language, FILES[`../../messages/${language}/${file}.json`] ?? {});
}

export type ElementWords = Words<ProofCatalogue>;

export function elementWords(locale: PublicLocale): ElementWords {
  return wordsIn(locale);
}

/** The language that is named closest to an element: by its own `lang`, or by that of what it stands in; '' where none is. */
function namedNear(element: Element): string {
  const near = element.closest('[lang]');
  if (near !== null) return near.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? namedNear(root.host) : '';
}

/** What an element speaks: the language of its place where that is ours, else the first of the browser's that is. */
export function localeAt(element: Element): PublicLocale {
  return firstSpoken([namedNear(element), ...navigator.languages]) ?? PUBLIC_LOCALES[0];
}
