import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type InlineConfig } from 'vite';
import { withoutServerTexts } from '../compiledWords.ts';
import { withPackedFiles } from '../packedFiles.ts';
import { withListing } from './listing.ts';
import { withNeededWords } from './neededWords.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));
const { version }: { version: string } = JSON.parse(readFileSync(path('../../package.json'), 'utf8'));

/** <manam-proof>: a single file without further loads (docs/manam-proof.md). */
export default defineConfig(async () => {
  const config: InlineConfig = {
    root: path('..'),
    publicDir: false,
    build: {
      emptyOutDir: true,
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: path('manamProof.ts'),
        output: { entryFileNames: 'manam-proof.js', banner: `/* manam-proof ${version}, Apache-2.0 */` },
      },
    },
  };
  return {
    ...config,
    plugins: [await withNeededWords(config), withoutServerTexts, withPackedFiles, withListing(version)],
  };
});
