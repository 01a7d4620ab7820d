import { hasWords } from '../../words/language.ts';
import type { OfficeId, OfficeWords } from '../../words/adminMessages.ts';

/** Label of a receipt's field; an unknown name is shown unchanged. */
export function erasedWord({ say, locale }: OfficeWords, field: string): string {
  const isKnown = (id: string): id is Extract<OfficeId, `gone.${string}`> => hasWords(locale, id);
  const id = `gone.${field}`;
  return isKnown(id) ? say(id) : field;
}
