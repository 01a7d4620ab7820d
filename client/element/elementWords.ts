import { firstSpoken, languageOf, PUBLIC_LOCALES, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { words as english } from '../words/catalogues/english.ts';
import { words as french } from '../words/catalogues/french.ts';
import { words as spanish } from '../words/catalogues/spanish.ts';
import { words as tokPisin } from '../words/catalogues/tokPisin.ts';
import { element as englishElement } from '../words/en/public/element.ts';
import { proof as englishProof } from '../words/en/public/proof.ts';
import { element as spanishElement } from '../words/es/public/element.ts';
import { proof as spanishProof } from '../words/es/public/proof.ts';
import { element as frenchElement } from '../words/fr/public/element.ts';
import { proof as frenchProof } from '../words/fr/public/proof.ts';
import { addWords } from '../words/language.ts';
import type { Messages } from '../words/messages.ts';
import type { ProofCatalogue } from '../words/proofWords.ts';
import { element as tokPisinElement } from '../words/tpi/public/element.ts';
import { proof as tokPisinProof } from '../words/tpi/public/proof.ts';
import { wordsIn, type Words } from '../words/wordsIn.ts';

/*
 * The words of the element, all languages in one file: it loads nothing. Of the catalogues the build leaves just what the element can
 * say (`neededWords.ts`).
 */
const CATALOGUES: Record<PublicLocale, readonly Messages[]> = {
  'en-US': [english, englishProof, englishElement],
  fr: [french, frenchProof, frenchElement],
  'es-419': [spanish, spanishProof, spanishElement],
  tpi: [tokPisin, tokPisinProof, tokPisinElement],
};
for (const locale of PUBLIC_LOCALES) {
  for (const messages of CATALOGUES[locale]) addWords(languageOf(locale), messages);
}

export type ElementWords = Words<ProofCatalogue & typeof englishElement>;

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
