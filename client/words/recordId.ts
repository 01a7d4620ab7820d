import { hasWords } from './language.ts';
import type { RecordId, RecordWords } from './recordWords.ts';

/** The id of a name that the server gave: idOf(words, 'field.', 'weight') is 'field.weight'; null where this version knows no such name. */
export function idOf<Prefix extends string>(
  { locale }: Pick<RecordWords, 'locale'>,
  prefix: Prefix,
  name: string,
): Extract<RecordId, `${Prefix}${string}`> | null {
  const known = (id: string): id is Extract<RecordId, `${Prefix}${string}`> => hasWords(locale, id);
  const id = prefix + name;
  return known(id) ? id : null;
}
