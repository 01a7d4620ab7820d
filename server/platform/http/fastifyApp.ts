import type { IncomingMessage } from 'node:http';
import compress from '@fastify/compress';
import cors from '@fastify/cors';
import multipart from '@fastify/multipart';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import { sendError, sendFailure } from './answer.ts';
import { answerBroken } from './brokenRequest.ts';
import { readJsonAlone } from './jsonBody.ts';
import type { Metrics } from './metrics.ts';
import { requestHost, requestId } from './requestInfo.ts';
import { securityHeaders, type SecurityHeaders } from './securityHeaders.ts';
import { endSlowBodies, type Arriving } from './slowBodies.ts';

/** How often is looked for requests that are late. */
const LATE_MS = 1_000;
/** Time to receive the rest of a rejected body. */
const RECEIVE_MS = 5_000;
/** What pages of CORS_ORIGINS may call with, and read of answers beyond their bodies. */
const CROSS_SITE = {
  methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
  exposedHeaders: ['ETag', 'Retry-After', 'X-Request-Id', 'Idempotency-Replayed', 'Content-Disposition'],
};

/** The server without routes: how requests are received, refused, measured and compressed. */
export async function makeFastifyApp({
  config,
  log,
  metrics,
}: {
  config: Config;
  log: FastifyBaseLogger;
  metrics: Pick<Metrics, 'observe'>;
}): Promise<FastifyInstance> {
  const security = await securityHeaders(config);
  const arriving: Arriving = new WeakMap();
  const refuseBroken = answerBroken(security(null), arriving);
  const app = openFastify(config, log, security, refuseBroken);
  acceptExpectations(app);
  addSecurityHeaders(app, security);
  const { requestTimeoutMs: withinMs } = config.limits;
  endSlowBodies(app, { withinMs, trustProxy: config.trustProxy, arriving }, refuseBroken);
  observeAnswers(app, metrics, log);
  answerErrors(app);
  readJsonAlone(app);
  // Only routes that take a file read it; their mount refuses it everywhere else.
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(compress, { threshold: 1024 });
  if (config.corsOrigins.length > 0) await app.register(cors, { origin: config.corsOrigins, ...CROSS_SITE });
  return app;
}

function openFastify(
  { limits }: Config,
  log: FastifyBaseLogger,
  security: SecurityHeaders,
  refuseBroken: ReturnType<typeof answerBroken>,
): FastifyInstance {
  return fastify({
    loggerInstance: log,
    bodyLimit: limits.bodyBytes,
    genReqId: (request) => requestId(request.headers['x-request-id']),
    logController: new LogController({ requestIdLogLabel: 'requestId', disableRequestLogging: true }),
    // A logger for each request costs more than its few lines: those name the request themselves.
    childLoggerFactory: (logger) => logger,
    trustProxy: false,
    // Time to receive a request: an upload may take as long as its import, other bodies have less (`endSlowBodies`).
    requestTimeout: limits.longRequestTimeoutMs,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 200 },
    // Other protocols that a client offers to change to, as some do with HTTP/2, are passed over (RFC 9110, section 7.8).
    http: {
      shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === 'websocket',
      // Also of a connection on which nothing comes.
      headersTimeout: limits.requestTimeoutMs,
      // Node checks for late requests only each half minute.
      connectionsCheckingInterval: LATE_MS,
    },
    // Sockets that keep-alive holds open would otherwise delay a stop.
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBroken,
    // Addresses that cannot be decoded, or are too long, come neither to a route nor to a hook.
    frameworkErrors: (_error, request, reply) => {
      void reply.headers(security(requestHost(request.raw))).header('x-request-id', request.id);
      sendFailure(reply, request, 404, 'Not found', REFUSED.resourceNotFound({}));
    },
  });
}

/**
 * Node itself would reject unknown expectations, without the security headers; they may be ignored (RFC 9110, 10.1.1).
 */
function acceptExpectations({ server }: FastifyInstance): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
}

function addSecurityHeaders(app: FastifyInstance, security: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(security(requestHost(request.raw))).header('x-request-id', request.id);
    done();
  });
}

/** Measures and logs every answer. */
function observeAnswers(app: FastifyInstance, metrics: Pick<Metrics, 'observe'>, log: FastifyBaseLogger): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000);
    // The route's pattern, not the address: addresses carry lot ids and searches.
    const { statusCode, elapsedTime } = reply;
    log.info(
      { requestId: request.id, method: request.method, route, statusCode, ms: Math.round(elapsedTime) },
      'request',
    );
    done();
  });
}

function answerErrors(app: FastifyInstance): void {
  // The connection of a refused body ends with its answer. While its client still sends, that would be a reset, by which
  // the answer is lost.
  app.addHook('onError', (request, _reply, _error, done) => whenReceived(request.raw, done));
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
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
