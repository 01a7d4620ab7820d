import type { Message } from '../../server/domain/messages/message.ts';
import { hasWords, messageText } from './language.ts';

/**
 * What the server says by codes, on public pages: in the words that the page has for them (`code.<code>`), else as the server says
 * it, in English. Null when nothing is said. Staff pages, where messages name fields and stages, have `localizedTexts.ts`.
 */
export function publicMessageText({ locale }: { locale: string }, sentences: readonly Message[]): string | null {
  const words = sentences.map(({ code, values, text }) =>
    hasWords(locale, `code.${code}`) ? messageText(locale, `code.${code}`, Object(values)) : text,
  );
  return words.join(' ') || null;
}
