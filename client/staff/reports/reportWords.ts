import { refusalOf } from '../../graphql/files.ts';
import { messageOf } from '../../graphql/messages.ts';
import type { ReportsWords } from '../../words/reportsWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

/** The sentence of a failed call of the REST interface: what the server says by a code, else by its kind. @param fallback when nothing better is known */
export function fileMessageOf(words: ReportsWords, error: unknown, fallback: string): string {
  const { said } = refusalOf(error);
  return said === undefined ? messageOf(words, error, fallback) : localizedText(words, said);
}
