import { refusalOf } from '../../graphql/files.ts';
import { errorMessage } from '../../graphql/messages.ts';
import type { ReportsWords } from '../../words/reportsWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';

/**
 * Message of a failed REST request: by the server's error code, else by the kind of failure.
 * @param fallback text if neither is known
 */
export function fileMessageOf(words: ReportsWords, error: unknown, fallback: string): string {
  const { said } = refusalOf(error);
  return said === undefined ? errorMessage(words, error, fallback) : localizedText(words, said);
}
