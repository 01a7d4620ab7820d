import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isAutomation } from '../http/automation.ts';
import { requireUser, type Caller, type RequestInfo } from '../identity/caller.ts';
import { LedgerAway } from '../ledger/ledger.ts';
import { parseInput } from '../parseInput.ts';
import { forbidden, Refused } from '../refusal.ts';
import type { Services } from '../services.ts';
import { failureEnvelope, REST_FAILURES, retryAfter, successEnvelope } from './envelope.ts';
import type { Route } from './route.ts';

export const REST_BASE = '/api/v1';

export interface RestParts {
  services: Services;
  routes: readonly Route[];
  identify(request: FastifyRequest): Promise<Caller>;
  infoOf(request: FastifyRequest): RequestInfo;
  /** counts one request against the caller's rate; throws Refused when there were too many */
  spend(caller: Caller, info: RequestInfo): Promise<void>;
}

/**
 * Mounts `/api/v1`: each declared route is parsed by its own schemas, authenticated, limited, and answered in the
 * envelope. Unknown paths answer 404, known paths with another method 405.
 */
export function serveRest(app: FastifyInstance, parts: RestParts): void {
  const methods = new Map<string, Set<string>>();
  for (const route of parts.routes) {
    const url = REST_BASE + route.path;
    app.route({ method: route.method, url, handler: (request, reply) => answer(route, parts, request, reply) });
    const known = methods.get(url) ?? new Set<string>();
    methods.set(url, known.add(route.method));
  }
  for (const [url, known] of methods) {
    const others = (['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const).filter((method) => !known.has(method));
    if (others.length === 0) continue;
    app.route({
      method: others,
      url,
      handler: async (request, reply) => {
        void reply.header('allow', [...known].join(', '));
        return sendFailure(reply, request, 405, 'Method not allowed', `${request.method} is not offered here`);
      },
    });
  }
}

async function answer(route: Route, parts: RestParts, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
  const info = parts.infoOf(request);
  const caller: Caller = route.access === 'public' ? { kind: 'anonymous' } : await parts.identify(request);
  await parts.spend(caller, info);
  if (route.access === 'staff') requireUser(caller);
  if (route.access === 'public' && parts.services.config.publicBlockAutomation) refuseAutomation(request);
  const result = await route.handle({
    params: parse(route.params, request.params),
    query: parse(route.query, request.query),
    body: parse(route.body, request.body ?? {}),
    header: (name) => single(request.headers[name]),
    caller,
    info,
    services: parts.services,
  });
  void reply.code(result.status ?? route.status ?? 200).headers(result.headers ?? {});
  return successEnvelope(result.data, info.requestId, result.message);
}

/** @throws Refused forbidden, with the specified text (public specification, section 8) */
function refuseAutomation(request: FastifyRequest): void {
  if (isAutomation(request.headers['user-agent'])) throw forbidden('Access denied - automated access not allowed');
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema === undefined ? undefined : parseInput(schema, value);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** Errors that Fastify itself raises before a handler runs, by status. */
const BEFORE_HANDLER: Record<number, { error: string; message: string }> = {
  400: { error: 'Validation failed', message: 'The request could not be read: its body is not valid JSON' },
  413: { error: 'Payload too large', message: 'The request body is larger than 1 MB' },
  414: { error: 'URI too long', message: 'The address is too long' },
  415: { error: 'Unsupported media type', message: 'Send the body as application/json' },
};

/** Maps every error to the envelope; what is not a refusal is logged and becomes one plain sentence. */
export function sendError(request: FastifyRequest, reply: FastifyReply, error: unknown): unknown {
  if (error instanceof Refused) {
    const { statusCode, error: short } = REST_FAILURES[error.refusal.kind];
    const seconds = retryAfter(error.refusal);
    if (seconds !== null) void reply.header('retry-after', String(seconds));
    const details = error.refusal.kind === 'invalid' ? error.refusal.details : undefined;
    return sendFailure(reply, request, statusCode, short, error.message, details);
  }
  if (error instanceof LedgerAway) {
    return sendFailure(reply, request, 503, 'Service unavailable', 'The ledger cannot be reached now. Please try again later.');
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
  const known = BEFORE_HANDLER[status];
  if (known) return sendFailure(reply, request, status, known.error, known.message);
  request.log.error({ err: error }, 'Request failed');
  return sendFailure(reply, request, 500, 'Server error', 'A server error occurred. Please try again later.');
}

export function sendFailure(
  reply: FastifyReply,
  request: FastifyRequest,
  statusCode: number,
  error: string,
  message: string,
  details?: { field: string; message: string }[],
): unknown {
  return reply.code(statusCode).send(failureEnvelope({ error, message, statusCode, details }, String(request.id)));
}
