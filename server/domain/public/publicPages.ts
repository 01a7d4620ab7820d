/*
 * What the server that answers with a public page and the components that draw it know of each other. The server finds the
 * components as a program of their own (`dist/pages`), so that neither imports the other.
 */

/** The addresses of the public pages, as React Router and Fastify both read them. */
export const PUBLIC_PATHS = [
  '/',
  '/verify',
  '/verify/:lotId',
  '/privacy',
  '/terms',
  '/support',
  '/buyer/:token',
] as const;

/** Path that the page of a buyer's link is rendered at: the token is a secret, and the page is the same for all. */
export const ANY_BUYER_PATH = '/buyer/-';

/** Pages for search engines: the site's own, no pages of lots. */
export const LISTED_PATHS = ['/', '/verify', '/privacy', '/terms', '/support'] as const;

/** Steps of the verification page, as `?step=` names them. `share` is the result with its address to copy. */
export const PUBLIC_STEPS = ['landing', 'search', 'results', 'share', 'blockchain'] as const;

/** Languages of the public pages with the customs that they are written in (BCP 47); the first is spoken where none fits. */
export const PUBLIC_LOCALES = ['en-US', 'fr', 'es-419', 'tpi'] as const;
export type PublicLocale = (typeof PUBLIC_LOCALES)[number];

/** The language without its region, as `?lang=` names it: 'es' of 'es-419'. */
export function languageOf(tag: string): string {
  return (tag.trim().split('-')[0] ?? '').toLowerCase();
}

/** Whose plurals, figures and clock a language takes that Intl does not know; its months are in its catalogue. */
const CUSTOMS: Readonly<Record<string, string>> = { tpi: 'en-GB' };

/** The locale that Intl is asked for: a language that it does not know would otherwise be written as the machine's. */
export function intlLocale(locale: string): string {
  return CUSTOMS[locale] ?? locale;
}

/** As `?lang=` names them. */
export const LANGUAGES = ['en', 'fr', 'es', 'tpi'] as const;
type Language = (typeof LANGUAGES)[number];

/** What each language calls itself. */
export const NATIVE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'Français',
  es: 'Español',
  tpi: 'Tok Pisin',
};
export const ENGLISH_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  fr: 'French',
  es: 'Spanish',
  tpi: 'Tok Pisin',
};

/** What the language of a page calls itself. */
export function nativeName(locale: PublicLocale): string {
  const language = LANGUAGES.find((name) => name === languageOf(locale));
  return language === undefined ? locale : NATIVE_NAMES[language];
}

/**
 * The first requested language that is supported, compared without regions: `fr-CA` gets French. Null if there is none.
 */
export function firstSpoken(wanted: readonly string[]): PublicLocale | null {
  for (const tag of wanted) {
    const spoken = PUBLIC_LOCALES.find((locale) => languageOf(locale) === languageOf(tag));
    if (spoken !== undefined) return spoken;
  }
  return null;
}

/** The language that the query of an address asks for by `?lang=`; null where it asks for none of ours. */
export function askedLocale(query: string): PublicLocale | null {
  return firstSpoken(new URLSearchParams(query).getAll('lang').slice(0, 1));
}

/** Text files of a language: the lot's page and common parts, the landing page, and the pages of plain text. */
export const PAGE_WORDS = ['page', 'landing', 'texts'] as const;
export type PageWords = (typeof PAGE_WORDS)[number];

/** Path of the preview picture for links, beside the site's other fixed files. */
export const PREVIEW_PATH = '/preview.png';

/** What was answered of the lot that an address names. */
export interface PageLot {
  /** as the REST call answers: 200, 400, 403, 404, 429, 503 */
  status: number;
  /** its `data`; null where it was refused */
  data: unknown;
}

/** What the ledger holds of the lot, each part as its REST call answers it; null where that would be refused. */
export interface PageLedger {
  /** of `/lots/public/{lotId}/blockchain` */
  blockchain: unknown;
  /** of `/lots/public/{lotId}/provenance` */
  provenance: unknown;
  /** of `/blockchain/health` */
  health: unknown;
}

/** What this server offers to visitors, and who runs it. */
export interface SiteOffers {
  /** lots of the demonstration are loaded */
  demoLots: boolean;
  /** contact requests are kept (CONTACT=store) */
  keepsContacts: boolean;
  /** name of the cooperative that runs the site; empty while none is set */
  operator: string;
}

/** What a page is drawn from, on the server and again where it comes alive. */
export interface PageState {
  locale: PublicLocale;
  /** scheme, host and port of the site */
  origin: string;
  offers: SiteOffers;
  /** base address of the public API: a path, or an address elsewhere */
  apiUrl: string;
  /** null where the address names none */
  lot: PageLot | null;
  /** null where the page does not show it */
  ledger: PageLedger | null;
}

/** The files of the public pages that a page refers to. */
export interface PageFiles {
  /** address of the script that makes pages alive */
  script: string;
  /** by the name of a page, addresses of further scripts that it needs at once */
  further: Readonly<Record<string, readonly string[]>>;
  /** addresses of the words of each language */
  words: Readonly<Record<PublicLocale, Readonly<Record<PageWords, string>>>>;
  /** font rules, inlined in each page */
  css: string;
}

export interface RenderedPage {
  html: string;
  /** the text of each style element, for the hashes of the Content-Security-Policy */
  styles: readonly string[];
}

/** What `dist/pages/render/render.js` exports. */
export interface PageRenderer {
  /**
   * A whole document. Reads nothing but its arguments.
   * @param address path of the page as a browser asks for it, and of its query the step and the language
   */
  renderPage(address: string, state: PageState, files: PageFiles): RenderedPage;
}
