import { firstSpoken, PUBLIC_LOCALES, type PublicLocale } from '../../domain/public/publicPages.ts';

/** More than a browser sends, less than would cost something. */
const MOST_PREFERENCES = 20;

/** The language that a browser prefers by its Accept-Language header (RFC 9110, section 12.5.4); the first of ours where none fits. */
export function preferredLocale(accepted: string | undefined): PublicLocale {
  return firstSpoken(preferences(accepted ?? '')) ?? PUBLIC_LOCALES[0];
}

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
