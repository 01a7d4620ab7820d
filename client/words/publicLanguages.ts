import { PAGE_WORDS, type PageWords, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { addWords } from './language.ts';
import type { Messages } from './messages.ts';

/** What comes with a page; the words of a record's details, of a proof and of the camera come with the parts that say them. */
export type WordsPart = PageWords | 'details' | 'proof' | 'scan';
export const WORDS_PARTS: readonly WordsPart[] = [...PAGE_WORDS, 'details', 'proof', 'scan'];

type Load = () => Promise<Readonly<Record<string, Messages>>>;

/** The words of the public pages in each language, in files of their own: a page loads those of one language. */
const LOADS: Record<PublicLocale, Record<WordsPart, Load>> = {
  'en-US': {
    all: () => import('./catalogues/english.ts'),
    landing: () => import('./en/public/landing.ts'),
    texts: () => import('./en/public/texts.ts'),
    details: () => import('./catalogues/englishDetails.ts'),
    proof: () => import('./en/public/proof.ts'),
    scan: () => import('./en/public/scan.ts'),
  },
  fr: {
    all: () => import('./catalogues/french.ts'),
    landing: () => import('./fr/public/landing.ts'),
    texts: () => import('./fr/public/texts.ts'),
    details: () => import('./catalogues/frenchDetails.ts'),
    proof: () => import('./fr/public/proof.ts'),
    scan: () => import('./fr/public/scan.ts'),
  },
  'es-419': {
    all: () => import('./catalogues/spanish.ts'),
    landing: () => import('./es/public/landing.ts'),
    texts: () => import('./es/public/texts.ts'),
    details: () => import('./catalogues/spanishDetails.ts'),
    proof: () => import('./es/public/proof.ts'),
    scan: () => import('./es/public/scan.ts'),
  },
  tpi: {
    all: () => import('./catalogues/tokPisin.ts'),
    landing: () => import('./tpi/public/landing.ts'),
    texts: () => import('./tpi/public/texts.ts'),
    details: () => import('./catalogues/tokPisinDetails.ts'),
    proof: () => import('./tpi/public/proof.ts'),
    scan: () => import('./tpi/public/scan.ts'),
  },
};

/** What each language calls itself. */
export const NATIVE_NAMES: Record<PublicLocale, string> = {
  'en-US': 'English',
  fr: 'Français',
  'es-419': 'Español',
  tpi: 'Tok Pisin',
};

/** The languages that the page speaks: in a browser one. */
const spoken = new Set<PublicLocale>();

/** Loads words of a language for public pages; they can be said from then on. */
export async function loadWords(locale: PublicLocale, parts: readonly WordsPart[]): Promise<void> {
  spoken.add(locale);
  const catalogues = await Promise.all(parts.map((part) => LOADS[locale][part]()));
  const language = new Intl.Locale(locale).language;
  for (const catalogue of catalogues) for (const words of Object.values(catalogue)) addWords(language, words);
}

/** Loads more words of what the page speaks already. */
export async function loadMoreWords(part: WordsPart): Promise<void> {
  await Promise.all([...spoken].map((locale) => loadWords(locale, [part])));
}
