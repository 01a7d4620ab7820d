import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import type { Messages } from '../server/domain/messages/say.ts';

/**
 * Compiles a file of messages to the form that `messageText` formats without parsing, so that no page needs the ICU
 * MessageFormat parser.
 * @param isNeeded which messages to include
 * @throws when a message cannot be parsed
 */
export function compiledCatalogue(json: string, isNeeded: (id: string) => boolean = () => true): string {
  const messages: Record<string, string> = JSON.parse(json);
  const compiled: Record<string, Messages[string]> = {};
  for (const [id, message] of Object.entries(messages)) {
    const tokens = compileMessageOrThrow(message);
    const isPlain = tokens.every((token) => typeof token === 'string');
    if (isNeeded(id)) compiled[id] = isPlain ? tokens.join('') : tokens;
  }
  return JSON.stringify(compiled);
}

/** Matches the files of messages. */
export const CATALOGUES = /\/messages\/[a-z]{2,3}\/\w+\.json$/;
const ENGLISH_TEXTS = /\/server\/domain\/messages\/english\.ts$/;

/**
 * Removes the English texts of all codes from a page, which has them in its own catalogues. A message without a text on
 * the page falls back to its code.
 */
export const withoutServerTexts: Plugin = {
  name: 'without-server-texts',
  enforce: 'pre',
  apply: 'build',
  load: {
    filter: { id: ENGLISH_TEXTS },
    handler: () => ({ code: 'export const englishText = (code) => code;', moduleType: 'js', map: null }),
  },
};

/** Compiles the catalogues of messages/<language>/ for the browser. Other programs parse the source messages. */
export const withCompiledWords: Plugin[] = [
  {
    name: 'with-compiled-words',
    enforce: 'pre',
    apply: 'build',
    transform: {
      filter: { id: CATALOGUES },
      handler: (code) => ({ code: compiledCatalogue(code), map: null }),
    },
  },
  withoutServerTexts,
];
