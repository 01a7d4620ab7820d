import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';

const GENERATED = /\/client\/graphql\/generated\.ts$/;
const ONE = /\/client\/graphql\/generated\.ts\?document=(\w+)$/;
const DOCUMENT = /^export const (\w+) = (\{.*\}) as unknown as DocumentNode<.*>;$/gm;

/** Matches the modules of single GraphQL documents. */
export const DOCUMENT_MODULE = ONE;

/**
 * Gives each generated GraphQL document a module of its own, so that a page loads only the documents that it sends. In
 * one module they would all load with the first page.
 */
export const withSplitDocuments: Plugin = {
  name: 'with-split-documents',
  enforce: 'pre',
  apply: 'build',
  resolveId: {
    filter: { id: /^\.\/generated\.ts\?document=/ },
    handler: (id, importer) => importer?.replace(/[^/]+$/, id.slice('./'.length)),
  },
  load: {
    filter: { id: [GENERATED, ONE] },
    async handler(id) {
      const documents = new Map<string, string>();
      const source = await readFile(id.replace(/\?.*$/, ''), 'utf8');
      for (const [, name, content] of source.matchAll(DOCUMENT)) if (name && content) documents.set(name, content);
      const one = ONE.exec(id)?.[1];
      const code =
        one === undefined
          ? [...documents.keys()].map((name) => `export { ${name} } from './generated.ts?document=${name}';`).join('\n')
          : `export const ${one} = ${documents.get(one)};`;
      return { code, moduleType: 'js', moduleSideEffects: false, map: null };
    },
  },
};
