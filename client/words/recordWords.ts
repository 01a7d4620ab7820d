import type { record } from './en/record.ts';
import { hasWords } from './language.ts';
import type { PlainId } from './messages.ts';
import type { SharedCatalogue } from './sharedWords.ts';
import { areaWords, type Words } from './words.tsx';

/* What is said of a lot's record on the ledger, on public pages and in the staff area. */
export type RecordCatalogue = SharedCatalogue & typeof record;
export type RecordWords = Words<RecordCatalogue>;
export type RecordId = PlainId<RecordCatalogue>;

export const { useWords: useRecordWords, wordsIn: recordWordsIn } = areaWords<RecordCatalogue>();

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
