import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { withCompiledWords } from '../compiledWords.ts';
import { withPackedFiles } from '../packedFiles.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Modules used only to check a proof or to compare with an earlier visit. */
const CHECKS_SIGNATURES = /server\/domain\/proof\/(certificate|der|signatures|headSignatures)\.ts|node_modules\/zod\//;

/** Everything except messages with links, which the verification page does not use, to keep it small. */
const IN_LIGHT_PAGES = new RegExp(
  `^(?!.*(words/(rich|textWords|landingWords)\\.tsx?|public/texts/|${CHECKS_SIGNATURES.source}))`,
);

/** 'fr-page' for a file of messages: files of all languages have the same names. */
function catalogueName(module: string | null): string | null {
  const [, language, file] = /\/messages\/(\w+)\/(\w+)\.json$/.exec(module ?? '') ?? [];
  return language === undefined ? null : `${language}-${file}`;
}

/**
 * Builds the public pages separately from the staff area, so that shoppers load no staff code: for the browser, and
 * with `--ssr public/render.tsx` for server-side rendering.
 */
export default defineConfig(({ isSsrBuild }) => ({
  root: path('..'),
  base: '/pages/',
  publicDir: false,
  plugins: [react(), withCompiledWords, ...(isSsrBuild ? [] : [withPackedFiles])],
  // Bundled for the server, which uses only a few modules of each library.
  ssr: { noExternal: true },
  ...(isSsrBuild ? { define: { 'process.env.NODE_ENV': '"production"' } } : {}),
  build: {
    emptyOutDir: true,
    manifest: isSsrBuild !== true,
    assetsInlineLimit: 0,
    // One style sheet, inlined in each page (server/platform/ssr): otherwise scripts would load their own again.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    rollupOptions: isSsrBuild
      ? {}
      : {
          input: path('main.tsx'),
          // One shared file, not one per combination of pages.
          output: {
            chunkFileNames: ({ facadeModuleId }) => `assets/${catalogueName(facadeModuleId) ?? '[name]'}-[hash].js`,
            codeSplitting: {
              groups: [
                // A group includes the imports of its modules: group what each visit needs before the signature checks.
                { name: 'shared', minShareCount: 2, test: IN_LIGHT_PAGES, priority: 1 },
                { name: 'checker', minShareCount: 2, test: CHECKS_SIGNATURES },
              ],
            },
          },
        },
  },
}));
