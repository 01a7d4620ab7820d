import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (relative: string): string => fileURLToPath(new URL(relative, import.meta.url));

/**
 * Builds the service worker as one file: some browsers do not support modules in workers, and its URL must not change.
 */
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
