import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { ANY_ORIGIN } from '../http/anyOrigin.ts';
import { packageRoot } from '../process/packageRoot.ts';

const FOLDER = join(packageRoot, 'dist', 'element');
const FILE = 'manam-proof.js';
/** As it is, or packed. */
const OPEN = /manam-proof\.js(\.br|\.gz)?$/;
/** Its address stays when it changes, so pages that do not pin it get a new one soon. */
const SHORT = 'public, max-age=300';

/**
 * `/manam-proof.js`, which other sites load (docs/manam-proof.md), and beside it `/manam-proof.json` with the values to
 * pin it. Not served if it was not built.
 */
export async function serveElementFile(app: FastifyInstance): Promise<void> {
  if (!existsSync(join(FOLDER, FILE))) return;
  await app.register(fastifyStatic, {
    root: FOLDER,
    index: false,
    wildcard: false,
    // Packed forms go out under the name of their file.
    globIgnore: ['*.br', '*.gz'],
    decorateReply: false,
    acceptRanges: false,
    preCompressed: true,
    setHeaders: (reply, path) => {
      void reply.header('cache-control', SHORT);
      if (OPEN.test(path)) void reply.headers(ANY_ORIGIN);
    },
  });
}
