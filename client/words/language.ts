import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { intlLocale } from '../../server/domain/public/publicPages.ts';
import { messageWriter, type MessageParams, type MessageWriter } from '../../server/domain/messages/format.ts';
import type { Messages } from '../../server/domain/messages/say.ts';
import { remembered } from './remembered.ts';

/** Language and customs of dates and numbers, until another is chosen (docs/spec/staff-screens.md, 'Formats'). */
export const DEFAULT_LOCALE = 'en-US';
const DEFAULT_LANGUAGE = 'en';

interface Language {
  messages: Messages;
  write: MessageWriter;
}

/** By language, the messages that were loaded. */
const catalogues = new Map<string, Messages>();
/** By locale. A locale's messages are never exchanged, so that a server may write several at once. */
const languages = remembered<Language>();

function messagesOf(locale: string): Messages {
  const language = new Intl.Locale(locale).language;
  return { ...catalogues.get(DEFAULT_LANGUAGE), ...catalogues.get(language) };
}

/**
 * Adds a file of messages; called as it is loaded: by the modules of the staff area, which is in English alone, and for public
 * pages by `loadWords`.
 * @param language of BCP 47, without a region: 'en', 'de'
 */
export function addWords(language: string, messages: Messages): void {
  catalogues.set(language, { ...catalogues.get(language), ...messages });
  for (const [locale, known] of languages.all()) known.messages = messagesOf(locale);
}

/** All messages that are loaded, in a locale of BCP 47; English ones where its language has none. */
function languageOf(locale: string): Language {
  return languages.get(locale, () => ({ messages: messagesOf(locale), write: messageWriter(intlLocale(locale)) }));
}

/** Whether a loaded file has a message of this id, for codes of the server that this version may not know. */
export function hasWords(locale: string, id: string): boolean {
  return Object.hasOwn(languageOf(locale).messages, id);
}

/** The message of an id in a locale; the id itself where no loaded file has one. */
export function messageText(locale: string, id: string, params?: MessageParams): string {
  const { messages, write } = languageOf(locale);
  const message = Object.hasOwn(messages, id) ? messages[id] : undefined;
  if (message === undefined) return id;
  if (typeof message !== 'string') return write(message, params);
  // A build has parsed every message with parameters: no page carries the parser.
  return process.env.NODE_ENV === 'production' ? message : write(compileMessageOrThrow(message), params);
}
