import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** The service worker in one file: browsers that know no modules in workers read it too, and its address has to stay the same. */
export default defineConfig({
  root: path('.'),
  publicDir: false,
  build: {
    emptyOutDir: true,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: path('worker.ts'),
      output: { format: 'iife', entryFileNames: 'worker.js' },
    },
  },
});
