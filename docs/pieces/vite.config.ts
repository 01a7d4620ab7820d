import react from '@vitejs/plugin-react';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { withCompiledWords } from '../../client/compiledWords.ts';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The page of the pieces (`npm run pieces`), beside the product and never in it. */
export default defineConfig({
  root: path('.'),
  publicDir: false,
  plugins: [react(), withCompiledWords],
  build: {
    outDir: path('../../dist/pieces'),
    emptyOutDir: true,
    assetsInlineLimit: 0,
    // All pieces at once, as no page of the product has them.
    chunkSizeWarningLimit: 1500,
  },
  server: { fs: { allow: [path('../..')] } },
});
