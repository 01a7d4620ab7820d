import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { intlLocale } from '../../server/domain/public/publicPages.ts';
import { messageWriter, type MessageParams, type MessageWriter } from '../../server/domain/messages/format.ts';
import type { Messages } from '../../server/domain/messages/say.ts';
import { remembered } from './remembered.ts';

/** Default language and format conventions (docs/spec/staff-screens.md, 'Formats'). */
export const DEFAULT_LOCALE = 'en-US';
const DEFAULT_LANGUAGE = 'en';

interface Language {
  messages: Messages;
  write: MessageWriter;
}

/** The loaded messages by language. */
const catalogues = new Map<string, Messages>();
/** By locale. A locale's messages are never replaced, so a server may render several at once. */
const languages = remembered<Language>();

function messagesOf(locale: string): Messages {
  const language = new Intl.Locale(locale).language;
  return { ...catalogues.get(DEFAULT_LANGUAGE), ...catalogues.get(language) };
}

/**
 * Registers a file of messages on load: called by modules of the staff area, which is English only, and by `loadWords`
 * for public pages.
 * @param language BCP 47 without a region: 'en', 'de'
 */
export function addWords(language: string, messages: Messages): void {
  catalogues.set(language, { ...catalogues.get(language), ...messages });
  for (const [locale, known] of languages.all()) known.messages = messagesOf(locale);
}

/** All loaded messages for a BCP 47 locale; English if its language has none. */
function languageOf(locale: string): Language {
  return languages.get(locale, () => ({ messages: messagesOf(locale), write: messageWriter(intlLocale(locale)) }));
}

/** Whether a loaded file has a message with this id; server codes may be newer than this client. */
export function hasWords(locale: string, id: string): boolean {
  return Object.hasOwn(languageOf(locale).messages, id);
}

/** The message of an id in a locale; the id itself if no loaded file has it. */
export function messageText(locale: string, id: string, params?: MessageParams): string {
  const { messages, write } = languageOf(locale);
  const message = Object.hasOwn(messages, id) ? messages[id] : undefined;
  if (message === undefined) return id;
  if (typeof message !== 'string') return write(message, params);
  // The build precompiles every message with parameters, so pages do not include the parser.
  return process.env.NODE_ENV === 'production' ? message : write(compileMessageOrThrow(message), params);
}
