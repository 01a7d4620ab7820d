import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import { withoutServerTexts } from '../compiledWords.ts';
import { withPackedFiles } from '../packedFiles.ts';
import { withNeededWords } from './neededWords.ts';

const FILE = 'manam-proof.js';

/** Written beside the file and printed by the build: the hash for Subresource Integrity, and the size. */
function withListing(version: string): Plugin {
  return {
    name: 'with-listing',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const file = bundle[FILE];
        if (file?.type !== 'chunk') throw new Error(`${FILE} was not built`);
        const integrity = `sha384-${createHash('sha384').update(file.code).digest('base64')}`;
        const bytesOf = (name: string): number => {
          const packed = bundle[name];
          return packed?.type === 'asset' ? Buffer.byteLength(packed.source) : 0;
        };
        const bytes = {
          plain: Buffer.byteLength(file.code),
          brotli: bytesOf(`${FILE}.br`),
          gzip: bytesOf(`${FILE}.gz`),
        };
        const listing = `${JSON.stringify({ file: FILE, version, integrity, bytes }, null, 2)}\n`;
        this.emitFile({ type: 'asset', fileName: 'manam-proof.json', source: listing });
      },
    },
  };
}

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
