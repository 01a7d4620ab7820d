import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin, type UserConfig } from 'vite';
import { gatheredChunks } from './chunks.ts';
import { withCompiledWords } from './compiledWords.ts';

const server = process.env['MANAM_SERVER'] ?? 'http://127.0.0.1:4000';

const page = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** The query page's style sheet carries fonts as data addresses, which our Content-Security-Policy refuses; we have our own. */
const withoutEmbeddedFonts: Plugin = {
  name: 'without-embedded-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/graphiql\/dist\/style\.css/ },
    handler: (code) => code.replace(/@font-face\s*\{[^}]*\}/g, ''),
  },
};

/**
 * Files at addresses of their own, without a hash in the name: browsers look for the icon by itself, and the server writes
 * the page of the REST reference without knowing hashes.
 */
const FIXED = {
  'favicon.ico': 'design/favicon.ico',
  'mark.svg': 'design/mark.svg',
  'preview.png': 'design/preview.png',
  'manifest.webmanifest': 'design/installed/manifest.webmanifest',
  'icon-192.png': 'design/installed/icon-192.png',
  'icon-512.png': 'design/installed/icon-512.png',
  'icon-maskable.png': 'design/installed/icon-maskable.png',
  'apple-touch-icon.png': 'design/installed/apple-touch-icon.png',
  'redoc.standalone.js.LICENSE.txt': '../node_modules/redoc/bundles/redoc.standalone.js.LICENSE.txt',
};
const withFixedFiles: Plugin = {
  name: 'with-fixed-files',
  generateBundle() {
    for (const [fileName, path] of Object.entries(FIXED)) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(page(path)) });
    }
    // Redoc shows a logo from its makers' server; without it the page shows none, and asks nobody else.
    const redoc = readFileSync(page('../node_modules/redoc/bundles/redoc.standalone.js'), 'utf8');
    const source = redoc.replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,');
    this.emitFile({ type: 'asset', fileName: 'redoc.js', source });
  },
};

/** In development the public pages are drawn by the browser alone; built, they come from the server (public/vite.config.ts). */
const withPublicPages: Plugin = {
  name: 'with-public-pages',
  configureServer: ({ middlewares }) => {
    middlewares.use((request, _response, next) => {
      const [path = '/', query] = (request.url ?? '/').split('?');
      if (/^\/(verify(\/[^/]*)?|privacy|terms|support)?\/?$/.test(path) && query !== 'import')
        request.url = '/public/index.html';
      next();
    });
  },
};

const config: UserConfig = {
  root: fileURLToPath(new URL('.', import.meta.url)),
  // client/public holds sources; files with fixed addresses are below.
  publicDir: false,
  plugins: [react(), withCompiledWords, withoutEmbeddedFonts, withFixedFiles, withPublicPages],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // What loads what: the budget of the signed-in dashboard is counted by it (tests/browser/budget.spec.ts).
    manifest: true,
    // The Content-Security-Policy takes no inline script, style sheet or data address but images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Above 500 kB are the query page's editor and what plots are drawn with: neither is loaded by a page that does not need it.
    chunkSizeWarningLimit: 1300,
    rollupOptions: {
      input: page('index.html'),
      // A directive for the React compiler in the query page's editor: nothing here reads it.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/metrics': server,
      // Not what lies below it: those are modules of ours.
      '^/graphql(\\?|$)': { target: server, ws: true },
    },
  },
};

/**
 * The pages for developers, each built into the same folder by itself: a file that they shared with the staff area would start that one
 * there. The server writes the page of the REST reference, and knows no hashes.
 */
const withDeveloperPages: Plugin = {
  name: 'with-developer-pages',
  async writeBundle({ dir }) {
    const own = { ...config.build, outDir: dir, emptyOutDir: false, manifest: false };
    const buildPage = (input: string, output: object): Promise<unknown> =>
      build({
        ...config,
        configFile: false,
        logLevel: 'warn',
        build: { ...own, rollupOptions: { ...own.rollupOptions, input: page(input), output } },
      });
    await buildPage('query/index.html', {});
    await buildPage('reference/main.ts', { entryFileNames: 'reference.js', assetFileNames: 'reference[extname]' });
  },
};

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config;
  const chunkOf = await gatheredChunks(config);
  const output = { codeSplitting: { groups: [{ name: chunkOf, debugName: 'gathered' }] } };
  const plugins = [config.plugins, withDeveloperPages];
  return { ...config, plugins, build: { ...config.build, rollupOptions: { ...config.build?.rollupOptions, output } } };
});
