import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { packageRoot } from '../process/packageRoot.ts';
import { sendFailure } from './answer.ts';

/** The staff area is one page, which routes its addresses in the browser. */
const STAFF_AREA = /^\/(admin|login)(\/|$)/;
/** No page has this path, so a program with the wrong version gets an API error. */
const INTERFACES = /^\/api(\/|$)/;
/** Folder of the built client. */
export const PAGES = join(packageRoot, 'dist', 'client');
const NOTHING_HERE = REFUSED.resourceNotFound({});

/** Whether a request only reads. HEAD is answered as GET is, without a body (RFC 9110, section 9.3.2). */
export function isRead({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** The client's other files by name, and the staff area's page at each of its addresses. Where nothing is, verification is. */
export async function serveStaffArea(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(PAGES, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: PAGES,
      index: false,
      wildcard: false,
      // Part of a page has no use, and a range beyond its end would be an error.
      acceptRanges: false,
      // Built files carry their content's hash in the name; pages do not.
      setHeaders: (reply, path) => {
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        );
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const isPage = isRead(request) && !INTERFACES.test(path) && !/\.\w+$/.test(path);
    if (built && isPage) return STAFF_AREA.test(path) ? reply.sendFile('index.html', PAGES) : reply.redirect('/verify');
    return sendFailure(reply, request, 404, 'Not found', NOTHING_HERE);
  });
}
