import { createHash } from 'node:crypto';
import type { Plugin } from 'vite';

const FILE = 'manam-proof.js';

/** Written beside the file and printed by the build: the hash for Subresource Integrity, and the size. */
export function withListing(version: string): Plugin {
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
