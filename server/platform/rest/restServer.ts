import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { isLarge, chargeCost } from '../rate-limits/requestsOfCost.ts';
import type { Config } from '../config.ts';
import type { OpenRequests, RequestScope } from '../database/requestScope.ts';
import { REFUSED, REQUEST } from '../../domain/messages/refusalMessages.ts';
import { ANY_ORIGIN } from '../http/anyOrigin.ts';
import { isAutomation } from '../http/automation.ts';
import { requireUser, type Caller, type RequestInfo } from '../access/caller.ts';
import type { Ticket } from '../concurrency/fairQueue.ts';
import { askerOf } from '../http/rates.ts';
import { parseInput } from '../validation/parseInput.ts';
import { forbidden } from '../errors/refusal.ts';
import type { QueueName, WorkQueues } from '../concurrency/workQueues.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import {
  asAnswer,
  endWhenSent,
  failure,
  JSON_HEADERS,
  leaveWhenGone,
  send,
  sendError,
  sendFailure,
  unreadable,
  type Answer,
} from '../http/answer.ts';
import { successEnvelope } from '../http/envelope.ts';
import { batchRoute, currentBatch, refusedInBatch } from './batch.ts';
import { digestOf, isKnownTag } from '../http/etag.ts';
import { answeredOnce, takesIdempotencyKey } from '../http/idempotentCall.ts';
import { contentDisposition } from './contentDisposition.ts';
import { withoutEmpty } from './query.ts';
import { documentRoutes } from './openapi/documentRoutes.ts';
import { routePrice } from './routePrices.ts';
import type { Route, RouteAnswer } from './route.ts';
import { receiveUpload, TooLarge, type UploadedFile } from './upload.ts';

/** From this size on a file that is being sent counts as one that is being made. */
const LARGE_BYTES = 256 * 1024;

/** The ticket of one REST call in its queue; a call without a queue runs at once. */
class HeavyCall {
  readonly #queues: WorkQueues;
  readonly #scope: RequestScope;
  readonly #reply: FastifyReply;
  #ticket: Ticket | null = null;

  constructor(queues: WorkQueues, scope: RequestScope, reply: FastifyReply) {
    this.#queues = queues;
    this.#scope = scope;
    this.#reply = reply;
  }

  /**
   * Runs a call's work when its turn comes; it never starts if the client disconnects first.
   * @throws Refused too-many-requests; RequestTimeout
   */
  run<T>(queue: QueueName | undefined, asker: string, work: () => Promise<T>): Promise<T> {
    if (queue === undefined) return work();
    const ticket = this.#queues[queue].acquire(asker);
    this.#ticket = ticket;
    this.#scope.queue = ticket;
    this.#reply.raw.once('close', () => {
      if (!ticket.started) this.#scope.giveUp();
    });
    return ticket.run(work);
  }

  /**
   * Holds the ticket while a large file or a stream is being sent, which is cut when the call's time is over: the tickets bound
   * the memory that slow clients take.
   */
  releaseWhenSent({ body }: Answer): void {
    const ticket = this.#ticket;
    if (ticket === null) return;
    const { raw } = this.#reply;
    const small = typeof body === 'string' || (Buffer.isBuffer(body) && body.byteLength < LARGE_BYTES);
    if (small || raw.closed) {
      ticket.release();
      return;
    }
    const takeBack = this.#scope.whenOver(() => raw.destroy());
    raw.once('close', () => {
      takeBack();
      ticket.release();
    });
  }
}

export const REST_BASE = '/api/v1';

export interface RestParts {
  config: Config;
  requests: OpenRequests;
  workQueues: WorkQueues;
  idempotency: IdempotencyKeys;
  routes: readonly Route[];
  identify(request: FastifyRequest, info: RequestInfo): Promise<Caller>;
  infoOf(request: FastifyRequest): RequestInfo;
  /** counts one request against the caller's rate, and later its checked work; throws Refused above the limit */
  spend(caller: Caller, info: RequestInfo, scope: RequestScope): Promise<void>;
}

/**
 * Mounts `/api/v1`: each declared route is parsed by its own schemas, authenticated, limited, and answered in the
 * envelope. Unknown paths answer 404, known paths with another method 405.
 */
export function serveRest(app: FastifyInstance, parts: RestParts): void {
  const routes = allRoutes(app, parts);
  const methods = new Map<string, Set<string>>();
  for (const route of routes) {
    const url = REST_BASE + route.path;
    const priced = { route, priceOf: routePrice(route) };
    app.route({
      method: route.method,
      url,
      bodyLimit: route.bodyBytes,
      config: { upload: route.upload === true },
      // Before anything can be refused, and after the headers that they take the place of.
      ...(route.anyOrigin === true ? { onRequest: openToAnyOrigin } : {}),
      handler: (request, reply) => answer(priced, parts, request, reply),
      errorHandler: (error, request, reply) => {
        // A body that no parser accepts, or that is too large, with the accepted types.
        const status = unreadable(error)?.statusCode;
        if (status === 415) void send(reply, wrongMediaType(route, String(request.id)));
        else if (status === 413 && route.bodyBytes !== undefined) sendError(request, reply, tooLarge(route.bodyBytes));
        else sendError(request, reply, error);
      },
    });
    const known = methods.get(url) ?? new Set<string>();
    methods.set(url, known.add(route.method));
  }
  for (const [url, known] of methods) {
    // HEAD is served with GET. OPTIONS requests of browsers before cross-site calls are answered before any route.
    const others = app.supportedMethods.filter(
      (method) => !known.has(method) && !(method === 'HEAD' && known.has('GET')),
    );
    const refuse = (request: FastifyRequest, reply: FastifyReply): void => {
      void reply.header('allow', [...known].join(', '));
      sendFailure(reply, request, 405, 'Method not allowed', REQUEST.wrongMethod({ method: request.method }));
    };
    // Rejected before a body is read: its content does not matter.
    app.route({ method: others, url, onRequest: (request, reply) => refuse(request, reply), handler: refuse });
  }
}

/** The features' routes, and those that the mount itself adds. */
function allRoutes(app: FastifyInstance, { routes, config }: RestParts): Route[] {
  const own = [...routes, batchRoute(app, REST_BASE, config.limits.requestTimeoutMs)];
  return [...own, ...documentRoutes(own, REST_BASE)];
}

function openToAnyOrigin(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.headers(ANY_ORIGIN);
  done();
}

interface PricedRoute {
  route: Route;
  priceOf: (query: unknown) => number;
}

async function answer(
  priced: PricedRoute,
  parts: RestParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { limits } = parts.config;
  const deadlineMs = priced.route.long ? limits.longRequestTimeoutMs : limits.requestTimeoutMs;
  const scope = parts.requests.begin(deadlineMs);
  leaveWhenGone(reply, scope);
  const heavy = new HeavyCall(parts.workQueues, scope, reply);
  const given = await answerOf(priced, parts, request, scope, deadlineMs, heavy).catch((error: unknown) =>
    asAnswer(error, request),
  );
  endWhenSent(reply, scope);
  heavy.releaseWhenSent(given);
  if (given.body instanceof Readable) cutAtDeadline(given.body, scope);
  return send(reply, given);
}

/** What a call sends besides its address, by which repeated calls are compared. */
function sentContent(request: FastifyRequest, file: UploadedFile | undefined): string {
  if (file === undefined) return JSON.stringify(request.body ?? null);
  return file.sha256 + (file.thumbnail?.toString('base64') ?? '');
}

async function answerOf(
  { route, priceOf }: PricedRoute,
  parts: RestParts,
  request: FastifyRequest,
  scope: RequestScope,
  deadlineMs: number,
  heavy: HeavyCall,
): Promise<Answer> {
  const batch = currentBatch();
  const own = parts.infoOf(request);
  const info = batch === undefined ? own : { ...batch.info, requestId: own.requestId };
  const requestId = info.requestId;
  const refusal = batch === undefined ? null : refusedInBatch(route);
  if (refusal !== null) return failure({ statusCode: 400, error: 'Validation failed', said: refusal }, requestId);
  const caller: Caller =
    route.access === 'public' ? { kind: 'anonymous' } : await scope.run(() => parts.identify(request, info));
  await parts.spend(caller, info, scope);
  if (route.access === 'staff') requireUser(caller);
  if (route.access === 'public' && parts.config.publicBlockAutomation) refuseAutomation(request);
  if (request.isMultipart() !== (route.upload ?? false)) return wrongMediaType(route, requestId);

  const upload = route.upload
    ? await receiveUpload(request, mostUploadBytes(route, parts.config), route.thumbnailBytes)
    : null;
  const handle = async (): Promise<Answer> => {
    const result = await scope.run(async () => {
      const input = inputOf(route, request, { caller, info, upload: upload?.file ?? null });
      const cost = priceOf(input.query);
      chargeCost(cost);
      const queue = route.heavy ?? (isLarge(cost) ? 'large' : undefined);
      return heavy.run(queue, askerOf(caller, info), () => route.handle(input));
    });
    if (batch !== undefined && 'file' in result) {
      if (result.file.body instanceof Readable) result.file.body.destroy();
      const said = REQUEST.asksFileInBatch({});
      return failure({ statusCode: 400, error: 'Validation failed', said }, requestId);
    }
    const answered = success(route, result, requestId);
    const { etag } = answered.headers;
    if (route.conditional !== true || !isKnownTag(request.headers['if-none-match'], etag)) return answered;
    return { status: 304, headers: etag === undefined ? {} : { etag }, body: '' };
  };
  try {
    return await answeredOnce(
      {
        keys: parts.idempotency,
        caller,
        key: takesIdempotencyKey(route) ? single(request.headers['idempotency-key']) : undefined,
        request: `${request.method} ${request.url}\n${sentContent(request, upload?.file)}`,
        deadlineMs,
        scope,
      },
      () => handle().catch((error: unknown) => asAnswer(error, request)),
    );
  } finally {
    await upload?.close();
  }
}

function inputOf(
  route: Route,
  request: FastifyRequest,
  known: { caller: Caller; info: RequestInfo; upload: UploadedFile | null },
) {
  return {
    params: parse(route.params, request.params),
    query: parse(route.query, route.query && withoutEmpty(route.query, request.query)),
    body: parse(route.body, request.body ?? {}),
    upload: known.upload,
    header: (name: string) => single(request.headers[name]),
    caller: known.caller,
    info: known.info,
  };
}

function tooLarge(bytes: number): TooLarge {
  return new TooLarge(REQUEST.largerBody({ kilobytes: bytes / 1024 }));
}

function wrongMediaType(route: Route, requestId: string): Answer {
  const said = route.upload ? REQUEST.notForm({}) : REQUEST.notJson({});
  return failure({ statusCode: 415, error: 'Unsupported media type', said }, requestId);
}

/** What a stream still sends when the time is over would pass for the whole: its connection is cut instead. */
function cutAtDeadline(body: Readable, { signal }: RequestScope): void {
  const cut = (): void => void body.destroy(new Error('The answer took too long'));
  if (signal.aborted) cut();
  signal.addEventListener('abort', cut, { once: true });
  body.once('close', () => signal.removeEventListener('abort', cut));
}

/** @throws Refused forbidden, with the specified text (docs/spec/error-messages.md, 'Public calls') */
function refuseAutomation(request: FastifyRequest): void {
  if (isAutomation(request.headers['user-agent'])) throw forbidden(REFUSED.automation({}));
}

function parse(schema: z.ZodType | undefined, value: unknown): unknown {
  return schema === undefined ? undefined : parseInput(schema, value);
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value;
}

/** The largest file that a route takes. */
function mostUploadBytes({ uploadMegabytes }: Route, { limits }: Config): number {
  const own = uploadMegabytes === undefined ? limits.uploadBytes : uploadMegabytes * 1024 * 1024;
  return Math.min(own, limits.uploadBytes);
}

/** The answer of a route, to be sent. */
function success(route: Route, result: RouteAnswer, requestId: string): Answer {
  const status = result.status ?? route.status ?? 200;
  if ('file' in result) {
    const { name, mediaType, body, inline } = result.file;
    const headers = { 'content-type': mediaType, 'content-disposition': contentDisposition(name, inline) };
    return { status, headers: { ...headers, ...result.headers }, body };
  }
  const { data, said, repeated = false } = 'json' in result ? { data: undefined } : result;
  const json = 'json' in result ? result.json : repeated ? writtenOnce(data) : null;
  const body =
    json === null
      ? JSON.stringify(successEnvelope(data, requestId, said))
      : `{"data":${json},${JSON.stringify(successEnvelope(undefined, requestId, said)).slice(1)}`;
  // The envelope has a time and an id of its own, so that two answers with the same data are alike and not equal.
  const etag: Record<string, string> =
    route.conditional === true && json !== null ? { etag: `W/"${digestOf(json)}"` } : {};
  return { status, headers: { ...JSON_HEADERS, ...etag, ...result.headers }, body };
}

const written = new WeakMap<object, string>();

function writtenOnce(data: unknown): string {
  if (typeof data !== 'object' || data === null) return JSON.stringify(data);
  let text = written.get(data);
  if (text === undefined) {
    text = JSON.stringify(data);
    written.set(data, text);
  }
  return text;
}
