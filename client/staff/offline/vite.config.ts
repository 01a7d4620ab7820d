import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/** Builds the service worker of the staff area as one file, beside that of the public pages. */
export default defineConfig({
  root: path('.'),
  publicDir: false,
  build: {
    emptyOutDir: false,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: path('worker.ts'),
      output: { format: 'iife', entryFileNames: 'staffWorker.js' },
    },
  },
});
