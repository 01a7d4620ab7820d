import { hasWords } from '../../words/language.ts';
import type { OfficeId, OfficeWords } from '../../words/adminMessages.ts';

/** What a receipt calls by the name of a field; a name that this version does not know stands as it is. */
export function erasedWord({ say, locale }: OfficeWords, field: string): string {
  const isKnown = (id: string): id is Extract<OfficeId, `gone.${string}`> => hasWords(locale, id);
  const id = `gone.${field}`;
  return isKnown(id) ? say(id) : field;
}
