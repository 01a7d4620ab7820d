import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { HeaderMap, type ApolloServer } from '@apollo/server';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.ts';
import type { Context } from '../graphql/context.ts';
import type { CompiledExecution } from '../graphql/execution.ts';
import { makeLoaders } from '../graphql/loaders.ts';
import { serveSockets, type SocketIdentity } from '../graphql/socketServer.ts';
import { messageOf, Refused } from '../refusal.ts';
import type { Caller, RequestInfo } from '../identity/caller.ts';
import { packageRoot } from '../packageRoot.ts';
import { REST_BASE, sendError, sendFailure, serveRest } from '../rest/restServer.ts';
import { Rates } from '../rest/rates.ts';
import type { Route } from '../rest/route.ts';
import type { Services } from '../services.ts';
import { clientAddress, requestId } from './requestInfo.ts';
import { serveMetrics, type Metrics } from './metrics.ts';

const NOTHING_HERE = 'The requested resource was not found.';
const PAGES = join(packageRoot, 'dist', 'client');

export interface HttpParts {
  config: Config;
  services: Services;
  routes: readonly Route[];
  schema: GraphQLSchema;
  execution: CompiledExecution;
  apollo: ApolloServer<Context>;
  metrics: Metrics;
  log: FastifyBaseLogger;
}

export interface HttpServer {
  app: FastifyInstance;
  /** closes web sockets first, so that their streams end before what feeds them */
  closeSockets(): Promise<void>;
}

/** One port for pages, REST, GraphQL and web sockets. */
export async function makeHttpServer(parts: HttpParts): Promise<HttpServer> {
  const { config, services, log } = parts;
  const rates = new Rates(config);
  const app = fastify({
    loggerInstance: log,
    bodyLimit: config.limits.bodyBytes,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    trustProxy: false,
    requestTimeout: config.limits.requestTimeoutMs * 3,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Sockets that keep-alive holds open would otherwise delay a stop.
    forceCloseConnections: 'idle',
    // Addresses that cannot be decoded, or are too long, come neither to a route nor to a hook.
    frameworkErrors: (_error, request, reply) => {
      void reply.header('x-request-id', request.id);
      sendFailure(reply, request, 404, 'Not found', NOTHING_HERE);
    },
  });

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    parts.metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    // The route's pattern, not the address: addresses carry lot ids and searches.
    request.log.info(
      { method: request.method, route, statusCode: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'request',
    );
  });
  // Calls without a body still name a JSON body (public specification, section 7): none is no mistake.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else parseJson(request, body, done);
  });
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  readJsonAlone(app);

  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        // The component library writes its rules into style elements.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https://') ?? false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  });
  await app.register(compress, { threshold: 1024 });
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: config.corsOrigins });

  const infoOf = (request: FastifyRequest): RequestInfo => ({
    requestId: String(request.id),
    address: clientAddress(request.raw, config.trustProxy),
    gdprConsent: request.headers['x-gdpr-consent'] === 'true',
  });
  const identify = (request: FastifyRequest): Promise<Caller> =>
    callerOf(services, bearer(request.headers.authorization));
  const spend = (caller: Caller, info: RequestInfo): Promise<void> => rates.spend(caller, info);
  const contextFor = (caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>): Context => ({
    caller,
    info,
    services,
    loaders: makeLoaders(services, caller),
    recheck,
  });

  serveRest(app, { services, routes: parts.routes, identify, infoOf, spend });
  serveMetrics(app, parts.metrics, config);
  serveGraphql(app, parts, identify, infoOf, spend, contextFor);
  await servePages(app);

  const sockets = serveSockets(app.server, {
    schema: parts.schema,
    execution: parts.execution,
    production: config.production,
    identify: async (authorization, request): Promise<SocketIdentity> => {
      const token = bearer(authorization ?? undefined);
      return {
        caller: () => callerOf(services, token),
        expiresAt: token === null ? null : await services.identity.tokenExpiry(token).catch(() => new Date()),
        info: {
          requestId: requestId(undefined),
          address: clientAddress(request, config.trustProxy),
          gdprConsent: request.headers['x-gdpr-consent'] === 'true',
        },
      };
    },
    context: (caller, info, recheck) => contextFor(caller, info, recheck),
    spend,
    log: (error) => log.error({ err: error }, 'A socket operation failed'),
  });
  parts.metrics.watchSockets(sockets.sockets);
  return { app, closeSockets: () => sockets.close() };
}

/** JSON is the one form that bodies come in; an empty one counts as none, because clients name the type on every call. */
function readJsonAlone(app: FastifyInstance): void {
  const json = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => {
    if (body.trim() === '') done(null, undefined);
    else void json(request, body, done);
  });
}

/** The token of a bearer header (RFC 6750), or null. */
function bearer(authorization: string | undefined): string | null {
  return /^Bearer ([\w.~+/-]+=*)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Who a token stands for; anonymous without one, and when it is not or no longer good. */
async function callerOf(services: Services, token: string | null): Promise<Caller> {
  if (token === null) return { kind: 'anonymous' };
  try {
    return await services.identity.authenticate(token);
  } catch (error) {
    if (error instanceof Refused && error.refusal.kind === 'unauthenticated') return { kind: 'anonymous' };
    throw error;
  }
}

function serveGraphql(
  app: FastifyInstance,
  parts: HttpParts,
  identify: (request: FastifyRequest) => Promise<Caller>,
  infoOf: (request: FastifyRequest) => RequestInfo,
  spend: (caller: Caller, info: RequestInfo) => Promise<void>,
  contextFor: (caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>) => Context,
): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async (request, reply) => {
      if (request.method === 'GET' && wantsPage(request)) return reply.sendFile('query/index.html', PAGES);
      const info = infoOf(request);
      const caller = await identify(request);
      try {
        await spend(caller, info);
      } catch (error) {
        if (!(error instanceof Refused) || error.refusal.kind !== 'too-many-requests') throw error;
        const { refusal } = error;
        return reply
          .code(429)
          .header('retry-after', String(refusal.retryAfterSeconds))
          .send({ errors: [{ message: messageOf(refusal), extensions: { code: 'TOO_MANY_REQUESTS' } }] });
      }
      const headers = new HeaderMap();
      for (const [name, value] of Object.entries(request.headers)) {
        if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
      }
      const answer = await parts.apollo.executeHTTPGraphQLRequest({
        httpGraphQLRequest: {
          method: request.method,
          headers,
          search: new URL(request.url, 'http://localhost').search,
          body: request.body,
        },
        context: async () => contextFor(caller, info, () => identify(request)),
      });
      void reply.code(answer.status ?? 200);
      for (const [name, value] of answer.headers) void reply.header(name, value);
      // Incremental delivery is not offered, so every answer is complete.
      return reply.send(answer.body.kind === 'complete' ? answer.body.string : '');
    },
  });
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html') && !request.url.includes('query=');
}

/** Pages of the client: files by name, every other address the page that routes it in the browser. */
async function servePages(app: FastifyInstance): Promise<void> {
  const built = existsSync(join(PAGES, 'index.html'));
  if (built) {
    await app.register(fastifyStatic, {
      root: PAGES,
      index: false,
      wildcard: false,
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
    const isPage = request.method === 'GET' && !path.startsWith(REST_BASE) && !/\.\w+$/.test(path);
    if (built && isPage) return reply.sendFile('index.html', PAGES);
    return sendFailure(reply, request, 404, 'Not found', NOTHING_HERE);
  });
}
