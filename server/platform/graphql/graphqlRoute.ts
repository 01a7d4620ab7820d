import { HeaderMap, type ApolloServer } from '@apollo/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Caller, RequestInfo } from '../access/caller.ts';
import type { OpenRequests, RequestScope } from '../database/requestScope.ts';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';
import { endWhenSent, JSON_HEADERS, leaveWhenGone, send, sendError, unreadable, type Answer } from '../http/answer.ts';
import { isRead, PAGES } from '../http/staffArea.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import type { Context } from './context.ts';
import { operationAnswer, refusedOperation, unreadOperation } from './operationAnswer.ts';

/** What Apollo Server looks at: the form of body and answer, and proof that the call is no simple cross-site request. */
const HEADERS_READ = ['content-type', 'accept', 'x-apollo-operation-name', 'apollo-require-preflight'];

export interface GraphqlRouteParts {
  apollo: ApolloServer<Context>;
  requests: OpenRequests;
  idempotency: IdempotencyKeys;
  requestTimeoutMs: number;
  infoOf(request: FastifyRequest): RequestInfo;
  identify(request: FastifyRequest, info: RequestInfo): Promise<Caller>;
  /** counts one request against the caller's rate, and later its checked work; @throws Refused above the limit */
  spend(caller: Caller, info: RequestInfo, scope: RequestScope): Promise<void>;
  contextFor(caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>): Context;
}

/** GraphQL over HTTP at `/graphql`, and its query page for browsers. Its rules are those of REST. */
export function serveGraphql(app: FastifyInstance, parts: GraphqlRouteParts): void {
  app.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: async (request, reply) => {
      if (isRead(request) && wantsPage(request)) return reply.sendFile('query/index.html', PAGES);
      if (request.isMultipart()) return send(reply, unreadOperation(415, REQUEST.notJson({})));
      const scope = parts.requests.begin(parts.requestTimeoutMs);
      leaveWhenGone(reply, scope);
      try {
        return send(reply, await answer(parts, request, scope).catch(refusedOperation));
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
}

async function answer(parts: GraphqlRouteParts, request: FastifyRequest, scope: RequestScope): Promise<Answer> {
  const info = parts.infoOf(request);
  const caller = await scope.run(() => parts.identify(request, info));
  await parts.spend(caller, info, scope);
  const key = request.headers['idempotency-key'];
  return operationAnswer(
    {
      keys: parts.idempotency,
      caller,
      key: typeof key === 'string' ? key : undefined,
      body: request.body,
      deadlineMs: parts.requestTimeoutMs,
      scope,
    },
    () => execute(parts, request, caller, info),
  );
}

async function execute(
  parts: GraphqlRouteParts,
  request: FastifyRequest,
  caller: Caller,
  info: RequestInfo,
): Promise<Answer> {
  const search = request.url.indexOf('?');
  const {
    status,
    headers: answered,
    body,
  } = await parts.apollo.executeHTTPGraphQLRequest({
    httpGraphQLRequest: {
      method: request.method,
      headers: headersRead(request),
      search: search < 0 ? '' : request.url.slice(search),
      body: request.body,
    },
    context: async () => parts.contextFor(caller, info, () => parts.identify(request, info)),
  });
  // Incremental delivery is not offered, so every answer is complete.
  return {
    status: status ?? 200,
    headers: { ...JSON_HEADERS, ...Object.fromEntries(answered) },
    body: body.kind === 'complete' ? body.string : '',
  };
}

function headersRead({ headers }: FastifyRequest): HeaderMap {
  const read = new HeaderMap();
  for (const name of HEADERS_READ) {
    const value = headers[name];
    if (value !== undefined) read.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  return read;
}

function wantsPage(request: FastifyRequest): boolean {
  return (request.headers.accept ?? '').includes('text/html') && !request.url.includes('query=');
}
