import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { withCompiledWords } from '../compiledWords.ts';
import { withPackedFiles } from '../packedFiles.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** What only those parts need that are loaded once somebody has a proof checked, or comes again. */
const CHECKS_SIGNATURES = /server\/domain\/proof\/(certificate|der|signatures|headSignatures)\.ts|node_modules\/zod\//;

/** All but sentences with links in them, which the verification page has none of: it has to be light. */
const IN_LIGHT_PAGES = new RegExp(
  `^(?!.*(words/(rich|textWords|landingWords)\\.tsx?|public/texts/|${CHECKS_SIGNATURES.source}))`,
);

/** 'fr-page' of a file of messages: files of all languages have the same names. */
function catalogueName(module: string | null): string | null {
  const [, language, file] = /\/messages\/(\w+)\/(\w+)\.json$/.exec(module ?? '') ?? [];
  return language === undefined ? null : `${language}-${file}`;
}

/**
 * The public pages, apart from the staff area, so that a shopper's browser gets no line of what only staff need:
 * for the browser, and with `--ssr public/render.tsx` the program that draws them on the server.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: path('..'),
  base: '/pages/',
  publicDir: false,
  plugins: [react(), withCompiledWords, ...(isSsrBuild ? [] : [withPackedFiles])],
  // Loaded by the server alone: of a whole library a few modules are used.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    emptyOutDir: true,
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0,
    // One sheet, which stands in each page (server/platform/ssr): a script would otherwise load that of its page again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rollupOptions: isSsrBuild
      ? {}
      : {
          input: path('main.tsx'),
          // One file of what several pages share, not one of each set of modules that some of them do.
          output: {
            chunkFileNames: ({ facadeModuleId }) => `assets/${catalogueName(facadeModuleId) ?? '[name]'}-[hash].js`,
            codeSplitting: {
              groups: [
                // A group takes along what its modules import: what each visit needs is taken before what checks signatures.
                { name: 'shared', minShareCount: 2, test: IN_LIGHT_PAGES, priority: 1 },
                { name: 'checker', minShareCount: 2, test: CHECKS_SIGNATURES },
              ],
            },
          },
        },
  },
}));
