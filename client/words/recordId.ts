import { hasWords } from './language.ts';
import type { RecordId, RecordWords } from './recordWords.ts';

/**
 * Builds a message id from a server name: idOf(words, 'field.', 'weight') is 'field.weight'; null for a name unknown to
 * this version.
 */
export function idOf<Prefix extends string>(
  { locale }: Pick<RecordWords, 'locale'>,
  prefix: Prefix,
  name: string,
): Extract<RecordId, `${Prefix}${string}`> | null {
  const known = (id: string): id is Extract<RecordId, `${Prefix}${string}`> => hasWords(locale, id);
  const id = prefix + name;
  return known(id) ? id : null;
}
