import {
  languageOf,
  PREVIEW_PATH,
  PUBLIC_LOCALES,
  type PageFiles,
  type PublicLocale,
} from '../../server/domain/public/publicPages.ts';
import { drawnQuery } from './pageAddress.ts';
import type { PageHead } from './pageHead.ts';
import type { WrittenState } from './pageState.ts';

/** A style element: font rules (without a name), or those that Emotion hydrates. */
export interface PageStyle {
  /** Emotion's `data-emotion` */
  name: string | null;
  css: string;
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ESCAPES[character] ?? character);

/** JSON that cannot end its script element: `<` is the only character that must be escaped. */
const scriptJson = (value: unknown): string => JSON.stringify(value).replaceAll('<', String.raw`\u003c`);

/**
 * The document of a rendered page. Scripts are only our own files, and the only inline content is data: the
 * Content-Security-Policy of public pages allows the styles by hash and has no other exception.
 * @param asked the language in its address
 * @param further scripts that the page needs at once
 */
export function pageDocument(
  drawn: { html: string; styles: readonly PageStyle[] },
  head: PageHead,
  { asked, ...state }: WrittenState & { asked: PublicLocale | null },
  { script, further, icon }: Pick<PageFiles, 'script'> & { further: readonly string[]; icon: string },
): string {
  const meta = (name: string, content: string): string => `<meta name="${name}" content="${escaped(content)}">`;
  const og = (name: string, content: string): string => `<meta property="og:${name}" content="${escaped(content)}">`;
  const homeIn = (locale: PublicLocale | null): string | null =>
    head.home === null ? null : state.origin + head.home + drawnQuery(locale, null);
  const alternate = (language: string, address: string | null): string =>
    address === null ? '' : `<link rel="alternate" hreflang="${language}" href="${escaped(address)}">`;
  const home = homeIn(asked);
  return [
    `<!doctype html><html lang="${languageOf(state.locale)}"><head><meta charset="utf-8">`,
    meta('viewport', 'width=device-width, initial-scale=1'),
    meta('color-scheme', 'light dark'),
    '<meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme: light)">',
    '<meta name="theme-color" content="#181310" media="(prefers-color-scheme: dark)">',
    `<title>${escaped(head.title)}</title>`,
    meta('description', head.description),
    home === null ? meta('robots', 'noindex') : `<link rel="canonical" href="${escaped(home)}">`,
    ...(home === null ? [] : [og('url', home)]),
    ...PUBLIC_LOCALES.map((locale) => alternate(languageOf(locale), homeIn(locale))),
    // Without `?lang=` the page uses the browser's language.
    alternate('x-default', homeIn(null)),
    og('type', 'website'),
    og('site_name', 'Manam-Trace'),
    og('title', head.shared),
    og('description', head.description),
    og('image', state.origin + PREVIEW_PATH),
    og('image:width', '1200'),
    og('image:height', '630'),
    meta('twitter:card', 'summary_large_image'),
    `<link rel="icon" href="${escaped(icon)}" type="image/svg+xml">`,
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    '<link rel="manifest" href="/manifest.webmanifest">',
    ...drawn.styles.map(({ name, css }) => `<style${name === null ? '' : ` data-emotion="${name}"`}>${css}</style>`),
    // The content is in the document, so scripts load after images and fonts.
    ...[script, ...further].map((address) => `<link rel="modulepreload" fetchpriority="low" href="${address}">`),
    `</head><body><div id="root">${drawn.html}</div>`,
    `<script type="application/json" id="page-state">${scriptJson(state)}</script>`,
    // Async and at the end, so that the document is complete without it: otherwise the browser would scroll to the
    // address's section late, and on a slow connection take the focus from a field in use.
    `<script type="module" async fetchpriority="low" src="${script}"></script></body></html>`,
  ].join('');
}
