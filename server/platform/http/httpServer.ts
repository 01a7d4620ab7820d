import { existsSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { HeaderMap, type ApolloServer } from '@apollo/server';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import fastifyStatic from '@fastify/static';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { SharedRates } from '../rate-limits/sharedRates.ts';
import type { Config } from '../config.ts';
import type { OpenRequests, RequestScope } from '../database/requestScope.ts';
import { REFUSED, REQUEST } from '../../domain/messages/refusalMessages.ts';
import type { Context } from '../graphql/context.ts';
import type { CompiledExecution } from '../graphql/execution.ts';
import { operationAnswer, refusedOperation, unreadOperation } from '../graphql/operationAnswer.ts';
import type { SocketIdentity } from '../graphql/socketParts.ts';
import { serveSockets } from '../graphql/socketServer.ts';
import { Refused } from '../errors/refusal.ts';
import type { Caller, RequestInfo } from '../access/caller.ts';
import { addressGroup } from '../../modules/identity/loginLimits.ts';
import { packageRoot } from '../process/packageRoot.ts';
import {
  endWhenSent,
  JSON_HEADERS,
  leaveWhenGone,
  send,
  sendError,
  sendFailure,
  unreadable,
  type Answer,
} from './answer.ts';
import { depthError } from './jsonBody.ts';
import { serveRest } from '../rest/restServer.ts';
import { Rates } from './rates.ts';
import type { Route } from '../rest/route.ts';
import type { IdentityService } from '../../modules/identity/identityService.ts';
import type { MailService } from '../../modules/mail/mailService.ts';
import type { WorkQueues } from '../concurrency/workQueues.ts';
import type { LiveEvents } from '../graphql/liveEvents.ts';
import type { Loaders } from '../graphql/loaders.ts';
import type { ResolverContainer } from '../graphql/schema.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import { answerBroken } from './brokenRequest.ts';
import { clientAddress, requestHost, requestId } from './requestInfo.ts';
import { securityHeaders } from './securityHeaders.ts';
import { serveMetrics, type Metrics } from './metrics.ts';
import { serveStopPage } from '../../modules/mail/stopPage.ts';
import { serveElementFile } from '../ssr/elementFile.ts';
import { pagesAreBuilt } from '../ssr/pageRenderer.ts';
import { servePublicPages, type PublicPages, type PublicPagesParts } from '../ssr/publicPages.ts';
import { endSlowBodies, type Arriving } from './slowBodies.ts';

const NOTHING_HERE = REFUSED.resourceNotFound({});
/** The staff area is one page, which routes its addresses in the browser. */
const STAFF_AREA = /^\/(admin|login)(\/|$)/;
/** No page has this path, so a program with the wrong version gets an API error. */
const INTERFACES = /^\/api(\/|$)/;
const PAGES = join(packageRoot, 'dist', 'client');
/** How often is looked for requests that are late. */
const LATE_MS = 1_000;
const SWEEP_MS = 50;
/** Time to receive the rest of a rejected body. */
const RECEIVE_MS = 5_000;
/** At a stop; see `closeWhenAnswered`. */
const GIVE_UP_MS = 4_000;
const CUT_OFF_MS = 5_000;
/** What pages of CORS_ORIGINS may call with, and read of answers beyond their bodies. */
const CROSS_SITE = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed', 'Content-Disposition'],
};
/** What Apollo Server looks at: the form of body and answer, and proof that the call is no simple cross-site request. */
const HEADERS_READ = ['content-type', 'accept', 'x-apollo-operation-name', 'apollo-require-preflight'];

export interface HttpParts {
  config: Config;
  identity: IdentityService;
  mail: MailService;
  /** sources of the public pages */
  pages: Pick<PublicPagesParts, 'health' | 'provenance'>;
  requests: OpenRequests;
  workQueues: WorkQueues;
  idempotency: IdempotencyKeys;
  live: LiveEvents;
  resolvers: ResolverContainer;
  loaders(caller: Caller): Loaders;
  rates: SharedRates;
  routes: readonly Route[];
  schema: GraphQLSchema;
  execution: CompiledExecution;
  apollo: ApolloServer<Context>;
  metrics: Metrics;
  log: FastifyBaseLogger;
  /** scheme, host and port of the site, once it listens */
  origin(): string;
}

export interface HttpServer {
  app: FastifyInstance;
  /** closes web sockets first, so that their streams end before their sources */
  closeSockets(): Promise<void>;
  /** closes the sockets of those users and partner keys, among the given, that are no longer let in */
  recheckSockets(subjects: ReadonlySet<string>): Promise<void>;
  /** deletes cached public pages of lots: personal data were erased */
  forgetPages(): void;
  /** ends when the requests under way are answered; @throws AnswersCut when some could not be */
  close(): Promise<void>;
}

/** One port for pages, REST, GraphQL and web sockets. */
export async function makeHttpServer(parts: HttpParts): Promise<HttpServer> {
  const { config, identity, requests, workQueues, idempotency, live, log } = parts;
  const rates = new Rates(parts.rates, config);
  const security = await securityHeaders(config);
  const arriving: Arriving = new WeakMap();
  const refuseBroken = answerBroken(security(null), arriving);
  const app = fastify({
    loggerInstance: log,
    bodyLimit: config.limits.bodyBytes,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    // A logger for each request costs more than its few lines: those name the request themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: false,
    // Time to receive a request: an upload may take as long as its import, other bodies have less (`endSlowBodies`).
    requestTimeout: config.limits.longRequestTimeoutMs,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Other protocols that a client offers to change to, as some do with HTTP/2, are passed over (RFC 9110, section 7.8).
    http: {
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      // Also of a connection on which nothing comes.
      headersTimeout: config.limits.requestTimeoutMs,
      // Node checks for late requests only each half minute.
      connectionsCheckingInterval: LATE_MS,
    },
    // Sockets that keep-alive holds open would otherwise delay a stop.
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBroken,
    // Addresses that cannot be decoded, or are too long, come neither to a route nor to a hook.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers(security(requestHost(request.raw))).header('x-request-id', request.id);
      sendFailure(reply, request, 404, 'Not found', NOTHING_HERE);
    },
  });

  // Node itself would reject unknown expectations, without the security headers; they may be ignored (RFC 9110,
  // 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(security(requestHost(request.raw))).header('x-request-id', request.id);
    done();
  });
  const { requestTimeoutMs: withinMs } = config.limits;
  endSlowBodies(app, { withinMs, trustProxy: config.trustProxy, arriving }, refuseBroken);
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    parts.metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    // The route's pattern, not the address: addresses carry lot ids and searches.
    const { statusCode, elapsedTime } = reply;
    log.info(
      { requestId: request.id, method: request.method, route, statusCode, ms: Math.round(elapsedTime) },
      'request',
    );
    done();
  });
  // The connection of a refused body ends with its answer. While its client still sends, that would be a reset, by which
  // the answer is lost.
  app.addHook('onError', (request, _reply, _error, done) => whenReceived(request.raw, done));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  readJsonAlone(app);
  // Only routes that take a file read it; their mount refuses it everywhere else.
  await app.register(multipart, { throwFileSizeLimit: false });

  await app.register(compress, { threshold: 1024 });
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: config.corsOrigins, ...CROSS_SITE });

  const infoOf = (request: FastifyRequest): RequestInfo => ({
    requestId: String(request.id),
    address: clientAddress(request.raw, config.trustProxy),
    gdprConsent: request.headers['x-gdpr-consent'] === 'true',
    userAgent: request.headers['user-agent'],
  });
  const identify = (request: FastifyRequest, { address }: RequestInfo): Promise<Caller> =>
    callerOf(identity, bearer(request.headers.authorization), address);
  const spend = (caller: Caller, info: RequestInfo, scope: RequestScope): Promise<void> => {
    scope.payer = (price) => rates.charge(caller, info, price);
    scope.countChanges = (changes) => rates.countChanges(caller, changes);
    return rates.spend(caller, info);
  };
  const contextFor = (caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>): Context => ({
    caller,
    info,
    loaders: parts.loaders(caller),
    resolvers: parts.resolvers,
    live,
    recheck,
  });

  serveRest(app, { config, requests, workQueues, idempotency, routes: parts.routes, identify, infoOf, spend });
  serveMetrics(app, parts.metrics, config);
  serveGraphql(app, parts, identify, infoOf, spend, contextFor);
  const pages = pagesAreBuilt()
    ? await servePublicPages(app, { ...parts.pages, config, requests, infoOf, spend, origin: parts.origin })
    : NO_PAGES;
  await serveElementFile(app);
  await serveStopPage(app, {
    mail: parts.mail,
    requests,
    requestTimeoutMs: config.limits.requestTimeoutMs,
    infoOf,
    spend,
  });
  await serveStaffArea(app);

  const sockets = serveSockets(app.server, {
    schema: parts.schema,
    execution: parts.execution,
    production: config.production,
    origins: new Set([...(config.publicUrl === null ? [] : [config.publicUrl]), ...config.corsOrigins]),
    hostOf: requestHost,
    addressOf: (request) => addressGroup(clientAddress(request, config.trustProxy)),
    identify: async (authorization, request): Promise<SocketIdentity> => {
      const token = bearer(authorization ?? undefined);
      const address = clientAddress(request, config.trustProxy);
      return {
        caller: () => callerOf(identity, token, address),
        signsIn: token !== null,
        expiresAt: token === null ? null : await identity.tokenExpiry(token).catch(() => new Date()),
        info: {
          requestId: requestId(undefined),
          address,
          gdprConsent: request.headers['x-gdpr-consent'] === 'true',
          userAgent: request.headers['user-agent'],
        },
      };
    },
    context: (caller, info, recheck) => contextFor(caller, info, recheck),
    spend: (caller, info) => rates.spend(caller, info),
    charge: (caller, info, price) => rates.charge(caller, info, price),
    countChanges: (caller, changes) => rates.countChanges(caller, changes),
    requests,
    large: workQueues.large,
    idempotency,
    requestTimeoutMs: config.limits.requestTimeoutMs,
    log: (error) => log.error({ err: error }, 'A socket operation failed'),
  });
  parts.metrics.watchSockets({
    sockets: sockets.sockets,
    operations: sockets.operations,
    streams: () => live.followers,
  });
  return {
    app,
    closeSockets: () => sockets.close(),
    recheckSockets: (subjects) => sockets.recheck(subjects),
    forgetPages: () => pages.forget(),
    close: () => closeWhenAnswered(app, requests),
  };
}

/** Reads and drops the rest of a request; calls `goOn` after 5 s in any case. */
function whenReceived(request: IncomingMessage, goOn: () => void): void {
  if (request.complete || request.destroyed) {
    goOn();
    return;
  }
  const over = (): void => {
    clearTimeout(patience);
    request.off('end', over).off('close', over);
    goOn();
  };
  const patience = setTimeout(over, RECEIVE_MS);
  request.once('end', over).once('close', over).resume();
}

/** JSON is the one form that bodies come in; an empty one counts as none, because clients name the type on every call. */
function readJsonAlone(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void json(request, body, (error, value) => done(error ?? depthError(value), value));
  });
}

/** Clients of requests under way got no answer, or a part of one. */
export class AnswersCut extends Error {
  override name = 'AnswersCut';
}

/**
 * Takes no more requests, and ends when those under way are answered. After 4 s they are given up as if their time were
 * over, a second later their connections are cut.
 * @throws AnswersCut when some were not answered by then
 */
async function closeWhenAnswered(app: FastifyInstance, requests: OpenRequests): Promise<void> {
  let cut = 0;
  // A connection that is still sending its answer is not idle when the server closes idle ones, and its client would
  // keep it open long afterwards.
  const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS);
  const giveUp = setTimeout(() => requests.giveUp(), GIVE_UP_MS);
  const cutOff = setTimeout(() => {
    cut = requests.count;
    app.server.closeAllConnections();
  }, CUT_OFF_MS);
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(giveUp);
    clearTimeout(cutOff);
  }
  if (cut > 0) throw new AnswersCut(`${cut} requests were cut off before they were answered`);
}

/** The token of a bearer header (RFC 6750), or null. */
function bearer(authorization: string | undefined): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/**
 * The caller of a token; anonymous without one, or with an invalid one.
 * @throws Refused too-many-requests for an unknown key from an address that has tried too many
 */
async function callerOf(identity: IdentityService, token: string | null, address: string): Promise<Caller> {
  if (token === null) return { kind: 'anonymous' };
  try {
    return await identity.authenticate(token, address);
  } catch (error) {
    if (error instanceof Refused && error.refusal.kind === 'unauthenticated') return { kind: 'anonymous' };
    throw error;
  }
}

function serveGraphql(
  app: FastifyInstance,
  parts: HttpParts,
  identify: (request: FastifyRequest, info: RequestInfo) => Promise<Caller>,
  infoOf: (request: FastifyRequest) => RequestInfo,
  spend: (caller: Caller, info: RequestInfo, scope: RequestScope) => Promise<void>,
  contextFor: (caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>) => Context,
): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async (request, reply) => {
      if (isRead(request) && wantsPage(request)) return reply.sendFile('query/index.html', PAGES);
      if (request.isMultipart()) return send(reply, unreadOperation(415, REQUEST.notJson({})));
      const scope = parts.requests.begin(parts.config.limits.requestTimeoutMs);
      leaveWhenGone(reply, scope);
      try {
        return send(reply, await answer(request, scope).catch(refusedOperation));
      } finally {
        endWhenSent(reply, scope);
      }
    },
    // What cannot be read is refused in the form of GraphQL too: its clients look at nothing else.
    errorHandler: (error, request, reply) => {
      const known = unreadable(error);
      if (known === null) sendError(request, reply, error);
      else void send(reply, unreadOperation(known.statusCode, known.said));
    },
  });
  app.route({
    method: app.supportedMethods.filter((method) => !['GET', 'HEAD', 'POST'].includes(method)),
    url: '/graphql',
    onRequest: (request, reply) => {
      void send(
        reply.header('allow', 'GET, POST'),
        unreadOperation(405, REQUEST.wrongMethod({ method: request.method })),
      );
    },
    handler: async () => undefined,
  });

  async function answer(request: FastifyRequest, scope: RequestScope): Promise<Answer> {
    const info = infoOf(request);
    const caller = await scope.run(() => identify(request, info));
    await spend(caller, info, scope);
    const key = request.headers['idempotency-key'];
    return operationAnswer(
      {
        keys: parts.idempotency,
        caller,
        key: typeof key === 'string' ? key : undefined,
        body: request.body,
        deadlineMs: parts.config.limits.requestTimeoutMs,
        scope,
      },
      () => execute(request, caller, info),
    );
  }

  async function execute(request: FastifyRequest, caller: Caller, info: RequestInfo): Promise<Answer> {
    const headers = new HeaderMap();
    for (const name of HEADERS_READ) {
      const value = request.headers[name];
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    const search = request.url.indexOf('?');
    const {
      status,
      headers: answered,
      body,
    } = await parts.apollo.executeHTTPGraphQLRequest({
      httpGraphQLRequest: {
        method: request.method,
        headers,
        search: search < 0 ? '' : request.url.slice(search),
        body: request.body,
      },
      context: async () => contextFor(caller, info, () => identify(request, info)),
    });
    // Incremental delivery is not offered, so every answer is complete.
    return {
      status: status ?? 200,
      headers: { ...JSON_HEADERS, ...Object.fromEntries(answered) },
      body: body.kind === 'complete' ? body.string : '',
    };
  }
}

/** HEAD is answered as GET is, without a body (RFC 9110, section 9.3.2). */
function isRead({ method }: FastifyRequest): boolean {
  return method === 'GET' || method === 'HEAD';
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html') && !request.url.includes('query=');
}

/** When run from sources: `npm run dev` serves the pages on another port. */
const NO_PAGES: PublicPages = { forget: () => undefined };

/** The client's other files by name, and the staff area's page at each of its addresses. Where nothing is, verification is. */
async function serveStaffArea(app: FastifyInstance): Promise<void> {
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
