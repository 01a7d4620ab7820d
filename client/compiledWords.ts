import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync, type Plugin } from 'vite';

interface Entry {
  /** of the whole entry */
  start: number;
  end: number;
  id: string;
  message: { start: number; end: number; text: string };
}

/** Every entry of the objects at the top of a catalogue's module, in order. */
function entriesIn(path: string, code: string): Entry[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ init }) => {
      let value = init;
      while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') value = value.expression;
      if (value?.type !== 'ObjectExpression') return [];
      return value.properties.map((property) => {
        const { start, end } = property;
        const [id, message] = property.type === 'Property' ? [property.key, property.value] : [null, null];
        if (
          id?.type !== 'Literal' ||
          typeof id.value !== 'string' ||
          message?.type !== 'Literal' ||
          typeof message.value !== 'string'
        ) {
          throw new Error(`${path}: a catalogue holds nothing but an id and a text, as they are`);
        }
        const text = { start: message.start, end: message.end, text: message.value };
        return { start, end, id: id.value, message: text };
      });
    });
  });
}

/** The ids of a module of messages. */
export function idsIn(path: string, code: string): string[] {
  return entriesIn(path, code).map(({ id }) => id);
}

/**
 * A module of messages with each in the form that Lingui says without reading it, so that no page carries the reader of
 * ICU MessageFormat.
 * @param isNeeded which messages stay
 * @throws when a message cannot be read
 */
export function compiledCatalogue(path: string, code: string, isNeeded: (id: string) => boolean = () => true): string {
  let compiled = code;
  for (const { start, end, id, message } of entriesIn(path, code).reverse()) {
    const kept = code.slice(start, message.start) + JSON.stringify(compileMessageOrThrow(message.text));
    const behind = compiled.slice(end);
    compiled = compiled.slice(0, start) + (isNeeded(id) ? kept + behind : behind.replace(/^\s*,/, ''));
  }
  return compiled;
}

/** The modules of messages. */
export const CATALOGUES = /\/client\/words\/[a-z]{2,3}\/.+\.ts$/;

/** Compiles the catalogues of client/words/<language>/; everything else that runs them reads the messages as they are written. */
export const withCompiledWords: Plugin = {
  name: 'with-compiled-words',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: CATALOGUES },
    handler: (code, id) => ({ code: compiledCatalogue(id, code), map: null }),
  },
};
