import { firstSpoken, languageOf, PUBLIC_LOCALES, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { addWords } from '../words/language.ts';
import type { Messages } from '../../server/domain/messages/say.ts';
import type { ProofCatalogue } from '../words/proofWords.ts';
import { wordsIn, type Words } from '../words/wordsIn.ts';

/*
 * The element's texts, all languages in one file, so that it loads nothing. The build keeps only the messages that the
 * element uses (`neededWords.ts`).
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

/** The closest `lang` attribute of an element or its ancestors; '' if there is none. */
function namedNear(element: Element): string {
  const near = element.closest('[lang]');
  if (near !== null) return near.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? namedNear(root.host) : '';
}

/**
 * The language of an element: the closest `lang` if we support it, else the first supported language of the browser.
 */
export function localeAt(element: Element): PublicLocale {
  return firstSpoken([namedNear(element), ...navigator.languages]) ?? PUBLIC_LOCALES[0];
}
