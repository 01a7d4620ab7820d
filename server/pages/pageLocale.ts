import { PUBLIC_LOCALES, type PublicLocale } from '../domain/publicPages.ts';

/** More than a browser sends, less than would cost something. */
const MOST_PREFERENCES = 20;

/**
 * The language that a public page is written in: `?lang=`, else what the browser prefers (RFC 9110, section 12.5.4), else the
 * first of ours. Told by languages alone: whoever asks for `fr-CA` gets our French.
 * @param asked value of `?lang=`
 * @param accepted the Accept-Language header
 */
export function pageLocale(
  asked: unknown,
  accepted: string | undefined,
  locales: readonly PublicLocale[] = PUBLIC_LOCALES,
): PublicLocale {
  const [first = 'en-US'] = locales;
  const wanted = [...(typeof asked === 'string' ? [asked] : []), ...preferences(accepted ?? '')];
  const fitting = wanted.map((language) => locales.find((locale) => languageOf(locale) === languageOf(language)));
  return fitting.find((locale) => locale !== undefined) ?? first;
}

const languageOf = (tag: string): string => (tag.trim().split('-')[0] ?? '').toLowerCase();

/** Languages, the most wanted first; those that are refused (`q=0`) are left out. */
function preferences(accepted: string): string[] {
  return accepted
    .split(',', MOST_PREFERENCES)
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';');
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
