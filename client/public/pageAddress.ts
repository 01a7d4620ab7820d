import { askedLocale, languageOf, PUBLIC_STEPS, type PublicLocale } from '../../server/domain/public/publicPages.ts';
import { usePlace } from './navigation.ts';

/*
 * Addresses of public pages with the chosen language: `?lang=` stays from page to page. Uses only those query
 * parameters that the server renders from, so that both render the same links.
 */

/** The query parameters that the server renders from: language and step; '' without either. */
export function drawnQuery(lang: PublicLocale | null, step: string | null): string {
  const params = new URLSearchParams();
  if (lang !== null) params.set('lang', languageOf(lang));
  if (step !== null) params.set('step', step);
  return params.size === 0 ? '' : `?${params}`;
}

/** Adds the reader's chosen language to the address of a public page; unchanged without a choice. */
export function useInLanguage(): (address: string) => string {
  const asked = askedLocale(usePlace().search);
  return (address) => {
    const [path = '', part] = address.split('#');
    return path + drawnQuery(asked, null) + (part === undefined ? '' : `#${part}`);
  };
}

/**
 * The address of the current page in another language, at the same step. Only a query, because the server renders one
 * shared page for all missing lots.
 */
export function useSamePageIn(): (locale: PublicLocale) => string {
  const { search } = usePlace();
  const named = new URLSearchParams(search).get('step');
  const step = PUBLIC_STEPS.find((known) => known === named) ?? null;
  return (locale) => drawnQuery(locale, step);
}
