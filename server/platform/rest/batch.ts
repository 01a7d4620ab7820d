import { AsyncLocalStorage } from 'node:async_hooks';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { REFUSED, REQUEST } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import type { RequestInfo } from '../access/caller.ts';
import { failureEnvelope } from '../http/envelope.ts';
import { route, type Route } from './route.ts';

export const BATCH_MAX = 20;

/** What the calls of one batch share with the request that brought them. */
export interface Batch {
  info: RequestInfo;
}

const storage = new AsyncLocalStorage<Batch>();

/** The batch that the running call came in; undefined for a call of its own. */
export function currentBatch(): Batch | undefined {
  return storage.getStore();
}

/** Why a call cannot be part of a batch; null if it can. */
export function refusedInBatch(target: Pick<Route, 'path' | 'upload'>): Message | null {
  if (target.path === '/batch') return REQUEST.batchInBatch({});
  if (/^\/auth(\/|$)/.test(target.path)) return REQUEST.signInInBatch({});
  return target.upload ? REQUEST.sendsFileInBatch({}) : null;
}

const MESSAGES = {
  requests: `requests must be a list of 1 to ${BATCH_MAX} calls`,
  path: 'path takes an address under /api/v1, such as /lots?page=2',
};

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
const batchBody = z.strictObject({
  requests: z
    .array(
      z.strictObject({
        method: z.enum(METHODS, {
          error: encodeMessage(CALL.oneOf({ field: 'method', choices: METHODS })),
        }),
        path: z
          .string({ error: MESSAGES.path })
          .max(2000, MESSAGES.path)
          .regex(/^\/[\x21-\x7e]*$/, MESSAGES.path)
          .describe('Relative to /api/v1, with its query'),
        body: z.unknown().optional(),
      }),
      { error: MESSAGES.requests },
    )
    .min(1, MESSAGES.requests)
    .max(BATCH_MAX, MESSAGES.requests),
});

/**
 * Runs several calls: in order, each as if called alone, with its own rights, validation, rate and status
 * (docs/spec/rest-api.md, 'Batch calls'). Calls that exceed the batch's time answer 503 and are not carried out.
 * @param base of the other calls' addresses
 * @param withinMs no call begins after this time, ms
 */
export function batchRoute(app: FastifyInstance, base: string, withinMs: number): Route {
  return route({
    method: 'POST',
    path: '/batch',
    summary: 'Makes several calls, in order, each as if called alone',
    description:
      `At most ${BATCH_MAX}. Each call has its own rights, validation, rate and status; one that fails stops none after it. ` +
      'No batch in a batch, no sign-in calls and no files. Calls for which the time of the batch (10 s) is over answer 503 ' +
      'and are not carried out.',
    access: 'staff',
    // Each call has its own 10 s, and none begins after the batch's.
    long: true,
    body: batchBody,
    answer: z.strictObject({
      responses: z.array(z.strictObject({ statusCode: z.int(), body: z.record(z.string(), z.unknown()) })),
    }),
    handle: async ({ body, header, info }) => {
      const until = Date.now() + withinMs;
      const passed = ['authorization', 'user-agent'].flatMap((name) => {
        const value = header(name);
        return value === undefined ? [] : [[name, value]];
      });
      const headers = Object.fromEntries(passed);
      const responses: { statusCode: number; body: unknown }[] = [];
      for (const { method, path, body: payload } of body.requests) {
        const url = base + path;
        if (Date.now() > until) {
          responses.push(refused(503, 'Service unavailable', REQUEST.batchTimeOver({}), info));
        } else if (!new URL(url, 'http://localhost').pathname.startsWith(`${base}/`)) {
          responses.push(refused(404, 'Not found', REFUSED.resourceNotFound({}), info));
        } else {
          const json = payload === undefined ? {} : { 'content-type': 'application/json' };
          // Awaited inside: the call is not made before.
          const answer = await storage.run(
            { info },
            async () =>
              await app.inject({
                method,
                url,
                headers: { ...headers, ...json },
                payload: payload === undefined ? undefined : JSON.stringify(payload),
              }),
          );
          responses.push({ statusCode: answer.statusCode, body: answer.json() });
        }
      }
      return { data: { responses } };
    },
  });
}

function refused(statusCode: number, error: string, said: Message, { requestId }: RequestInfo) {
  return { statusCode, body: failureEnvelope({ error, said, statusCode }, requestId) };
}
