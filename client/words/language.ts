import { setupI18n, type I18n } from '@lingui/core';
import type { Messages } from './messages.ts';
import { remembered } from './remembered.ts';

/** Language and customs of dates and numbers, until another is chosen (docs/spec/staff-screens.md, 'Formats'). */
export const DEFAULT_LOCALE = 'en-US';
const DEFAULT_LANGUAGE = 'en';

/** By language, the words of the areas that were loaded. */
const catalogues = new Map<string, Messages>();
/** By locale. A locale's words are never exchanged, so that a server may speak several at once. */
const spoken = remembered<I18n>();

/** Whose plurals, figures and clock a language takes that Intl does not know; its months are in its catalogue (`format.ts`). */
const CUSTOMS: Readonly<Record<string, string>> = { tpi: 'en-GB' };

/** The locale that Intl is asked for: a language that it does not know would otherwise be written as the machine's. */
export function intlLocale(locale: string): string {
  return CUSTOMS[locale] ?? locale;
}

function messagesOf(locale: string): Messages {
  const language = new Intl.Locale(locale).language;
  return { ...catalogues.get(DEFAULT_LANGUAGE), ...catalogues.get(language) };
}

/**
 * Makes an area's words known; called as they are loaded: by the modules of the staff area, which speaks English alone, and for public
 * pages by `loadWords`.
 * @param language of BCP 47, without a region: 'en', 'de'
 */
export function addWords(language: string, messages: Messages): void {
  catalogues.set(language, { ...catalogues.get(language), ...messages });
  for (const [locale, i18n] of spoken.all()) i18n.load(locale, messagesOf(locale));
}

/** All words that are loaded, in a locale of BCP 47; English ones where its language has none. */
export function i18nOf(locale: string): I18n {
  return spoken.get(locale, () =>
    setupI18n({ locale, locales: intlLocale(locale), messages: { [locale]: messagesOf(locale) } }),
  );
}

/** Whether a loaded area has words under this id, for codes of the server that this version may not know. */
export function hasWords(locale: string, id: string): boolean {
  return Object.hasOwn(i18nOf(locale).messages, id);
}
