import type { Message } from '../../server/domain/messages/message.ts';
import { hasWords, messageText } from './language.ts';

/**
 * Translates server messages on public pages: the page's text of `code.<code>`, else the server's English text. Null if
 * there are none. Staff pages, where messages include field and stage names, use `localizedTexts.ts`.
 */
export function publicMessageText({ locale }: { locale: string }, sentences: readonly Message[]): string | null {
  const words = sentences.map(({ code, values, text }) =>
    hasWords(locale, `code.${code}`) ? messageText(locale, `code.${code}`, Object(values)) : text,
  );
  return words.join(' ') || null;
}
