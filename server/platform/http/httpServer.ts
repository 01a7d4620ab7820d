import type { IncomingMessage } from 'node:http';
import type { ApolloServer } from '@apollo/server';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { SharedRates } from '../rate-limits/sharedRates.ts';
import type { Config } from '../config.ts';
import type { OpenRequests } from '../database/requestScope.ts';
import type { Context, ResolverContainer } from '../graphql/context.ts';
import type { CompiledExecution } from '../graphql/execution.ts';
import { serveGraphql } from '../graphql/graphqlRoute.ts';
import type { SocketIdentity, SocketParts } from '../graphql/socketParts.ts';
import { serveSockets } from '../graphql/socketServer.ts';
import type { Authenticator, Caller, RequestInfo } from '../access/caller.ts';
import { addressGroup } from '../access/addressGroup.ts';
import { closeWhenAnswered } from './closing.ts';
import { makeFastifyApp } from './fastifyApp.ts';
import { bearer, callerOf, infoOf } from './requestCaller.ts';
import { serveRest, type RestParts } from '../rest/restServer.ts';
import { Rates } from './rates.ts';
import type { Route } from '../rest/route.ts';
import type { WorkQueues } from '../concurrency/workQueues.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import { clientAddress, requestHost, requestId } from './requestInfo.ts';
import { serveMetrics, type Metrics } from './metrics.ts';
import type { ModulePage } from './modulePage.ts';
import { serveElementFile } from '../ssr/elementFile.ts';
import { pagesAreBuilt } from '../ssr/pageRenderer.ts';
import { servePublicPages, type PublicPages, type PublicPagesParts } from '../ssr/publicPages.ts';
import { serveStaffArea } from './staffArea.ts';

export interface HttpParts {
  config: Config;
  identity: Authenticator;
  /** sources of the public pages */
  pages: Pick<PublicPagesParts, 'health' | 'provenance' | 'operator'>;
  modulePages: readonly ModulePage[];
  requests: OpenRequests;
  workQueues: WorkQueues;
  idempotency: IdempotencyKeys;
  /** the streams that subscribers follow now */
  live: { readonly followers: number };
  resolvers: ResolverContainer;
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
  const { config, requests, idempotency, live, routes, workQueues } = parts;
  const rates = new Rates(parts.rates, config);
  const access = requestAccess(parts, rates);
  const { requestTimeoutMs } = config.limits;
  const app = await makeFastifyApp(parts);
  serveRest(app, { config, requests, workQueues, idempotency, routes, ...access });
  serveMetrics(app, parts.metrics, config);
  serveGraphql(app, {
    apollo: parts.apollo,
    requests,
    idempotency,
    requestTimeoutMs,
    contextFor: (caller, info, recheck) => contextOf(parts, caller, info, recheck),
    ...access,
  });
  const pages = pagesAreBuilt()
    ? await servePublicPages(app, { ...parts.pages, config, requests, origin: parts.origin, ...access })
    : NO_PAGES;
  await serveElementFile(app);
  for (const serve of parts.modulePages) await serve(app, { requests, requestTimeoutMs, ...access });
  await serveStaffArea(app);
  const sockets = serveSockets(app.server, socketParts(parts, rates));
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

/** Who calls over HTTP, and what a call counts for. */
function requestAccess(
  { config, identity }: HttpParts,
  rates: Rates,
): Pick<RestParts, 'identify' | 'infoOf' | 'spend'> {
  return {
    infoOf: (request) => infoOf(request, config.trustProxy),
    identify: (request, { address }) => callerOf(identity, bearer(request.headers.authorization), address),
    spend: (caller, info, scope) => {
      scope.payer = (requests) => rates.charge(caller, info, requests);
      scope.countChanges = (changes) => rates.countChanges(caller, changes);
      return rates.spend(caller, info);
    },
  };
}

function contextOf(
  { resolvers }: HttpParts,
  caller: Caller,
  info: RequestInfo,
  recheck: () => Promise<Caller>,
): Context {
  return { caller, info, loaders: { caller }, resolvers, recheck };
}

function socketParts(parts: HttpParts, rates: Rates): SocketParts {
  const { config, log } = parts;
  return {
    schema: parts.schema,
    execution: parts.execution,
    production: config.production,
    origins: new Set([...(config.publicUrl === null ? [] : [config.publicUrl]), ...config.corsOrigins]),
    hostOf: requestHost,
    addressOf: (request) => addressGroup(clientAddress(request, config.trustProxy)),
    identify: (authorization, request) => socketIdentity(parts, authorization, request),
    context: (caller, info, recheck) => contextOf(parts, caller, info, recheck),
    spend: (caller, info) => rates.spend(caller, info),
    charge: (caller, info, requests) => rates.charge(caller, info, requests),
    countChanges: (caller, changes) => rates.countChanges(caller, changes),
    requests: parts.requests,
    large: parts.workQueues.large,
    idempotency: parts.idempotency,
    requestTimeoutMs: config.limits.requestTimeoutMs,
    log: (error) => log.error({ err: error }, 'A socket operation failed'),
  };
}

async function socketIdentity(
  { config, identity }: HttpParts,
  authorization: string | null,
  request: IncomingMessage,
): Promise<SocketIdentity> {
  const token = bearer(authorization ?? undefined);
  const info = infoOf({ id: requestId(undefined), raw: request, headers: request.headers }, config.trustProxy);
  return {
    caller: () => callerOf(identity, token, info.address),
    signsIn: token !== null,
    expiresAt: token === null ? null : await identity.tokenExpiry(token).catch(() => new Date()),
    info,
  };
}

/** When run from sources: `npm run dev` serves the pages on another port. */
const NO_PAGES: PublicPages = { forget: () => undefined };
