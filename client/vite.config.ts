import react from '@vitejs/plugin-react';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build, defineConfig, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { withCompiledWords } from './compiledWords.ts';
import { DOCUMENT_MODULE, withSplitDocuments } from './splitDocuments.ts';

const server = process.env['MANAM_SERVER'] ?? 'http://127.0.0.1:4000';

const page = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/**
 * Removes fonts embedded as data URLs from the query page's style sheet: our Content-Security-Policy blocks them, and
 * we have our own.
 */
const withoutEmbeddedFonts: Plugin = {
  name: 'without-embedded-fonts',
  enforce: 'pre',
  transform: {
    filter: { id: /\/graphiql\/dist\/style\.css/ },
    handler: (code) => code.replace(/@font-face\s*\{[^}]*\}/g, ''),
  },
};

/**
 * Files with fixed addresses, without a hash: browsers request the icon themselves, and the server renders the REST
 * reference page without knowing hashes.
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
    // Redoc loads a logo from its vendor's server; without it the page sends no external request.
    const redoc = readFileSync(page('../node_modules/redoc/bundles/redoc.standalone.js'), 'utf8');
    const source = redoc.replaceAll('https://cdn.redoc.ly/redoc/logo-mini.svg', 'data:,');
    this.emitFile({ type: 'asset', fileName: 'redoc.js', source });
  },
};

/** In development the browser renders the public pages; in production the server does (public/vite.config.ts). */
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
  // client/public contains sources; files with fixed addresses are below.
  publicDir: false,
  plugins: [react(), withCompiledWords, withSplitDocuments, withoutEmbeddedFonts, withFixedFiles, withPublicPages],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    // The manifest is used to measure the size budget of the signed-in dashboard (tests/browser/budget.spec.ts).
    manifest: true,
    // The Content-Security-Policy blocks inline scripts, style sheets and data URLs other than images.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Only the query page's editor and the plot map library are above 500 kB, and both load on demand.
    chunkSizeWarningLimit: 1300,
    rollupOptions: {
      input: page('index.html'),
      // Ignores a React Compiler directive in the query page's editor.
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    proxy: {
      '/api': server,
      '/metrics': server,
      // Not the paths below it: those are our own modules.
      '^/graphql(\\?|$)': { target: server, ws: true },
    },
  },
};

/**
 * The developer pages, each built separately into the same folder: a file shared with the staff area would start the
 * staff app there. The server renders the REST reference page and knows no hashes.
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

/*
 * Assigns the modules of the pages to script files. By default the bundler makes one file for each set of modules that
 * some parts share; the signed-in dashboard started with 39 files. This groups modules that always load together, and
 * leaves out modules that a page can do without. The groups are known only after tree shaking, so the pages are built
 * twice; the first build only collects them.
 */
const ENTRY = page('index.html');
/** The modules that the signed-in dashboard loads first. */
const FIRST_OF_STAFF = [
  'staff/AdminArea.tsx',
  'staff/AdminGate.tsx',
  'staff/shell/AdminShell.tsx',
  'staff/dashboard/DashboardTab.tsx',
].map(page);

type Chunks = ReadonlyMap<string, Rolldown.OutputChunk>;

async function chunksOf(): Promise<Chunks> {
  const inMemory = { ...config.build, write: false, emptyOutDir: false, reportCompressedSize: false };
  const built = await build({ ...config, configFile: false, logLevel: 'error', build: inMemory });
  const outputs = Array.isArray(built) ? built : [built];
  const chunks = outputs.flatMap((one) => ('output' in one ? one.output : [])).filter((one) => one.type === 'chunk');
  return new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
}

/** The files that load with the given parts: the parts and all their imports. */
function filesWith(isPart: (module: string) => boolean, chunks: Chunks): Set<string> {
  const files = new Set<string>();
  const add = (fileName: string): void => {
    if (files.has(fileName)) return;
    files.add(fileName);
    chunks.get(fileName)?.imports.forEach(add);
  };
  for (const { fileName, facadeModuleId } of chunks.values()) {
    if (facadeModuleId !== null && isPart(facadeModuleId)) add(fileName);
  }
  return files;
}

/** @returns maps a module to the name of its file, for the bundler's groups; null leaves the choice to the bundler */
async function gatheredChunks(): Promise<(module: string) => string | null> {
  const chunks = await chunksOf();
  const base = filesWith((module) => module === ENTRY, chunks);
  const staff = filesWith((module) => FIRST_OF_STAFF.includes(module), chunks);
  const groups = new Map<string, string>();
  for (const { fileName, moduleIds } of chunks.values()) {
    const group = base.has(fileName) ? 'base' : staff.has(fileName) ? 'staff' : null;
    if (group !== null) for (const module of moduleIds) groups.set(module, group);
  }
  // One file of all other documents, not one per combination of pages.
  return (module) => groups.get(module) ?? (DOCUMENT_MODULE.test(module) ? 'documents' : null);
}

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config;
  const chunkOf = await gatheredChunks();
  const output = { codeSplitting: { groups: [{ name: chunkOf, debugName: 'gathered' }] } };
  const plugins = [config.plugins, withDeveloperPages];
  return { ...config, plugins, build: { ...config.build, rollupOptions: { ...config.build?.rollupOptions, output } } };
});
