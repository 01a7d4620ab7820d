import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const TEXTS = /\.(js|css|svg)$/;
/** Bytes; compressing a smaller file saves no packet. */
const SMALLEST = 1024;

/**
 * Compresses static files at the highest level; the server sends `<file>.br` or `<file>.gz` to clients that accept it.
 */
export const withPackedFiles: Plugin = {
  name: 'with-packed-files',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const texts = Object.values(bundle).filter(({ fileName }) => TEXTS.test(fileName));
      for (const file of texts) {
        const content = Buffer.from(file.type === 'chunk' ? file.code : file.source);
        if (content.length < SMALLEST) continue;
        const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
        const [small, common] = await Promise.all([
          promisify(brotliCompress)(content, { params }),
          promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
        ]);
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: small });
        this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: common });
      }
    },
  },
};
