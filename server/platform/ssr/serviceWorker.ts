import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { packageRoot } from '../process/packageRoot.ts';

const WORKER = join(packageRoot, 'dist', 'worker', 'worker.js');

/**
 * The service worker of the verification page (client/public/offline/worker.ts). Its address is the same in each
 * version, so browsers request it again each time; its scope, `/verify`, is narrower than its path.
 */
export async function serveWorker(app: FastifyInstance): Promise<void> {
  const script = await readFile(WORKER, 'utf8');
  app.get('/worker.js', async (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(script),
  );
}
