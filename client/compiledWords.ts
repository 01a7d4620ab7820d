import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import type { Plugin } from 'vite';
import type { Messages } from '../server/domain/messages/say.ts';

/**
 * A file of messages with each in the form that `messageText` writes without parsing it, so that no page carries the parser of
 * ICU MessageFormat.
 * @param isNeeded which messages stay
 * @throws when a message cannot be read
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

/** The files of messages. */
export const CATALOGUES = /\/messages\/[a-z]{2,3}\/\w+\.json$/;
const ENGLISH_TEXTS = /\/server\/domain\/messages\/english\.ts$/;

/**
 * Leaves the English texts of all codes out of a page, which has them in its own catalogues. Without words of the page a message is
 * named by its code.
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

/** Compiles the catalogues of messages/<language>/; everything else that runs them reads the messages as they are written. */
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
