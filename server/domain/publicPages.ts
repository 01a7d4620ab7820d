/*
 * What the server that answers with a public page and the components that draw it know of each other. The server finds the
 * components as a program of their own (`dist/pages`), so that neither imports the other.
 */

/** The addresses of the public pages, as React Router and Fastify both read them. */
export const PUBLIC_PATHS = ['/', '/verify', '/verify/:lotId', '/privacy', '/terms', '/support'] as const;

/** What search engines are told of: our own pages, and nobody's lots. */
export const LISTED_PATHS = ['/', '/verify', '/privacy', '/terms', '/support'] as const;

/** Steps of the verification page, as `?step=` names them. */
export const PUBLIC_STEPS = ['landing', 'search', 'results', 'blockchain'] as const;

/** Languages of the public pages (BCP 47); the first is spoken where none fits. */
export const PUBLIC_LOCALES = ['en-US'] as const;
export type PublicLocale = (typeof PUBLIC_LOCALES)[number];

/** Where the picture stands that goes with a link to a page, beside the site's other fixed files. */
export const PREVIEW_PATH = '/preview.png';

/** What was answered of the lot that an address names. */
export interface ToldLot {
  /** as the REST call answers: 200, 400, 403, 404, 429, 503 */
  status: number;
  /** its `data`; null where it was refused */
  data: unknown;
}

/** What this server offers to visitors of the first page. */
export interface SiteOffers {
  /** lots of the demonstration are loaded */
  demoLots: boolean;
  /** contact requests are kept (CONTACT=store) */
  keepsContacts: boolean;
}

/** What a page is drawn from, on the server and again where it comes alive. */
export interface PageState {
  locale: string;
  /** scheme, host and port of the site */
  origin: string;
  offers: SiteOffers;
  /** null where the address names none */
  lot: ToldLot | null;
}

/** The files of the public pages that a page refers to. */
export interface PageFiles {
  /** address of the script that makes pages alive */
  script: string;
  /** by the name of a page, addresses of further scripts that it needs at once */
  further: Readonly<Record<string, readonly string[]>>;
  /** rules for fonts; they stand in each page */
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
   * @param address path of the page as a browser asks for it, and of its query the step
   */
  renderPage(address: string, state: PageState, files: PageFiles): RenderedPage;
}
