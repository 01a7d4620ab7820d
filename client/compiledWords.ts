import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage';
import { parseSync, type Plugin } from 'vite';

type Literal = { start: number; end: number; text: string };

/** The message of every entry of the objects at the top of a catalogue's module. */
function messagesIn(path: string, code: string): Literal[] {
  const { program, errors } = parseSync(path, code);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  return program.body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
    return statement.declaration.declarations.flatMap(({ init }) => {
      let value = init;
      while (value?.type === 'TSAsExpression' || value?.type === 'TSSatisfiesExpression') value = value.expression;
      if (value?.type !== 'ObjectExpression') return [];
      return value.properties.map((property) => {
        const message = property.type === 'Property' ? property.value : null;
        if (message?.type !== 'Literal' || typeof message.value !== 'string') {
          throw new Error(`${path}: a catalogue holds nothing but an id and a text, as they are`);
        }
        return { start: message.start, end: message.end, text: message.value };
      });
    });
  });
}

/**
 * A module of messages with each in the form that Lingui says without reading it, so that no page carries the reader of
 * ICU MessageFormat.
 * @throws when a message cannot be read
 */
export function compiledCatalogue(path: string, code: string): string {
  let compiled = code;
  for (const { start, end, text } of messagesIn(path, code).reverse()) {
    compiled = compiled.slice(0, start) + JSON.stringify(compileMessageOrThrow(text)) + compiled.slice(end);
  }
  return compiled;
}

/** Compiles the catalogues of client/words/<language>/; everything else that runs them reads the messages as they are written. */
export const withCompiledWords: Plugin = {
  name: 'with-compiled-words',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/client\/words\/[a-z]{2,3}\/.+\.ts$/ },
    handler: (code, id) => ({ code: compiledCatalogue(id, code), map: null }),
  },
};
