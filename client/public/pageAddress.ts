import { askedLocale, languageOf, PUBLIC_STEPS, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { usePlace } from './navigation.ts';

/*
 * Addresses of public pages with the language that was chosen: `?lang=` stays from page to page. Of a query no more is taken than
 * the server draws a page from, so that both draw the same links.
 */

/** The query that the server draws a page from: the language that is asked for, and the step; '' where it names neither. */
export function drawnQuery(lang: PublicLocale | null, step: string | null): string {
  const params = new URLSearchParams();
  if (lang !== null) params.set('lang', languageOf(lang));
  if (step !== null) params.set('step', step);
  return params.size === 0 ? '' : `?${params}`;
}

/** Gives the address of a public page the language that the reader chose; without a choice it stays as it is. */
export function useInLanguage(): (address: string) => string {
  const asked = askedLocale(usePlace().search);
  return (address) => {
    const [path = '', part] = address.split('#');
    return path + drawnQuery(asked, null) + (part === undefined ? '' : `#${part}`);
  };
}

/**
 * Where the page that is shown stands in another language: the same step of it. A query alone, for the server draws one page for
 * all lots that are not there.
 */
export function useSamePageIn(): (locale: PublicLocale) => string {
  const { search } = usePlace();
  const named = new URLSearchParams(search).get('step');
  const step = PUBLIC_STEPS.find((known) => known === named) ?? null;
  return (locale) => drawnQuery(locale, step);
}
