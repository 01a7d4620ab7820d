import { print, stripIgnoredCharacters, type DocumentNode } from 'graphql';
import type { Plugin } from 'vite';

/** A document as the generator writes it: a syntax tree on one line. */
const WRITTEN = /^export const (\w+) = (\{"kind":"Document".*\}) as unknown as (.*);$/gm;

/**
 * The module of generated documents with each as its text, read when the page loads: the trees weigh a fifth of the scripts that the
 * signed-in dashboard may load, their texts next to nothing.
 * @throws Error when it finds no document
 */
export function withShortDocuments(code: string): string {
  let found = 0;
  const short = code.replace(WRITTEN, (_, name: string, tree: string, type: string) => {
    found += 1;
    // The generator's own output.
    const document = JSON.parse(tree) as DocumentNode;
    const text = stripIgnoredCharacters(print(document));
    return `export const ${name} = /* @__PURE__ */ parse(${JSON.stringify(text)}, { noLocation: true }) as unknown as ${type};`;
  });
  if (found === 0)
    throw new Error('There is no document among the generated ones: does the generator write them otherwise?');
  return `import { parse } from 'graphql';\n${short}`;
}

export const shortDocuments: Plugin = {
  name: 'short-documents',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/client\/graphql\/generated\.ts$/ },
    handler: (code) => ({ code: withShortDocuments(code), map: null }),
  },
};
