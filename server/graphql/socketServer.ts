import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import {
  createSourceEventStream,
  execute,
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
  type GraphQLSchema,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import { useServer } from 'graphql-ws/use/ws';
import { WebSocketServer, type WebSocket } from 'ws';
import { z } from 'zod';
import type { OpenRequests } from '../database/requestScope.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import { subjectOf, type Caller, type RequestInfo } from '../identity/caller.ts';
import { JSON_HEADERS } from '../rest/answer.ts';
import type { Context } from './context.ts';
import { boundedErrors, ERROR_LIMITS, formatError, withoutSuggestions, type ErrorLog } from './errors.ts';
import type { CompiledExecution } from './execution.ts';
import { assertAffordable, GRAPHQL_LIMITS, limitRules } from './limits.ts';
import { operationAnswer, refusedOperation } from './operationAnswer.ts';

/**
 * Close code when a token expires, or its session, user or key ends: the client reconnects with a fresh token, if it has
 * one, and refetches (interfaces).
 */
export const TOKEN_ENDED = 4403;
const GOING_AWAY = 1001;
/**
 * Close code when it cannot be found out now who connects: clients of graphql-ws try again later, as they do not after
 * its own 4500.
 */
const TRY_AGAIN_LATER = 1013;
/** bytes that may wait for a client to read them: a page of 100 lots is less than 100 kB */
const MOST_UNREAD = 4 * 1024 * 1024;
/** bytes of an operation's id: it may stand in the reason of a close frame, which holds 123 */
const LONGEST_ID = 64;
/** how long a client may take to close its side when the server stops */
const FAREWELL_MS = 1_000;

/** What a socket's connection said of its caller. */
export interface SocketIdentity {
  /** the caller as they are now; anonymous once the token, session or user ended */
  caller(): Promise<Caller>;
  /** whether a token came with the connection */
  signsIn: boolean;
  /** when the access token ends; null for anonymous sockets and partner keys */
  expiresAt: Date | null;
  info: RequestInfo;
}

export interface SocketParts {
  schema: GraphQLSchema;
  execution: CompiledExecution;
  production: boolean;
  identify(authorization: string | null, request: IncomingMessage): Promise<SocketIdentity>;
  context(caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>): Context;
  /** counts one operation against the caller's rate; throws Refused when there were too many */
  spend(caller: Caller, info: RequestInfo): Promise<void>;
  requests: OpenRequests;
  idempotency: IdempotencyKeys;
  /** ms that a query, a mutation or one event of a subscription may take */
  requestTimeoutMs: number;
  log: ErrorLog;
}

export interface SocketServer {
  close(): Promise<void>;
  /** sockets that are open */
  sockets(): number;
  /** closes the sockets of those users and partner keys, among the given, that are no longer let in */
  recheck(subjects: ReadonlySet<string>): Promise<void>;
}

interface SocketExtra extends Record<PropertyKey, unknown> {
  identity?: SocketIdentity;
  expiry?: NodeJS.Timeout;
  operations?: Set<string>;
}

/** An operation that was let in, as it came. */
interface Asked {
  caller: Caller;
  payload: SubscribePayload;
  /** a context that nothing was loaded in yet */
  context(): Context;
}

/** A socket that somebody signed in on. */
interface SignedIn {
  identity: SocketIdentity;
  /** null while it is being found out */
  subject: string | null;
  close(): void;
}

/**
 * graphql-ws on the HTTP server's own port at `/graphql`: the same authentication, limits, error form and executor as
 * HTTP. Sockets are closed with 4403 when their token ends.
 */
export function serveSockets(http: Server, parts: SocketParts): SocketServer {
  const signedIn = new Map<object, SignedIn>();
  const asked = new WeakMap<object, Asked>();
  /** answers in the form in which they go out, by the result that stands for them */
  const answers = new WeakMap<object, FormattedExecutionResult>();
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 256 * 1024 });
  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    // Not read as a URL: what a client sends need not be one, and nobody catches what is thrown here.
    if (request.url?.split('?', 1)[0] !== '/graphql') {
      // Node listens no more for errors of a connection that it hands over: a client that breaks off would end the process.
      socket.on('error', () => socket.destroy());
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n');
      return;
    }
    sockets.handleUpgrade(request, socket, head, (client) => {
      sockets.emit('connection', client, request);
      // What a client sends wrongly ws itself answers with its close code; graphql-ws would write it down as an error of ours.
      client.removeAllListeners('error').on('error', () => undefined);
    });
  };
  http.on('upgrade', upgrade);
  // Each of a client's messages may be answered: what one does not read would fill the memory. Control frames ws bounds itself.
  sockets.on('connection', (client) => {
    client.on('message', () => letGoUnread(client));
  });

  const server = useServer<Record<string, unknown>, SocketExtra>(
    {
      connectionInitWaitTimeout: 10_000,
      jsonMessageReviver: messageOfClient,
      onConnect: async ({ connectionParams, extra }) => {
        const authorization = connectionParams?.authorization ?? connectionParams?.Authorization;
        const identity = await parts.identify(typeof authorization === 'string' ? authorization : null, extra.request);
        extra.identity = identity;
        extra.operations = new Set();
        let endsAt = identity.expiresAt?.getTime() ?? null;
        if (identity.signsIn) {
          const { socket } = extra;
          const entry: SignedIn = { identity, subject: null, close: () => socket.close(TOKEN_ENDED, 'Signed out') };
          // Known before it is asked who it is: what is revoked meanwhile finds it here.
          signedIn.set(extra, entry);
          if (socket.readyState !== socket.OPEN) signedIn.delete(extra);
          try {
            if (!(await inTime(parts, () => isLetIn(entry)))) endsAt = 0;
          } catch (error) {
            parts.log(error);
            socket.close(TRY_AGAIN_LATER, 'Try again later');
            return false;
          }
        }
        if (endsAt !== null) {
          const left = endsAt - Date.now();
          extra.expiry = setTimeout(() => extra.socket.close(TOKEN_ENDED, 'Token expired'), Math.max(0, left));
          extra.expiry.unref();
        }
        return true;
      },
      onSubscribe: async ({ extra }, id, payload) => {
        const { identity, operations } = extra;
        if (identity === undefined || operations === undefined) return refuse('The connection was not initialised');
        if (operations.size >= GRAPHQL_LIMITS.operationsPerSocket) return refuse('Too many operations on one socket');
        // Counted before anything is waited for: a burst comes in faster than its first operation is judged.
        operations.add(id);
        const judged = await judge(identity, payload, parts);
        if ('errors' in judged) {
          operations.delete(id);
          return judged.errors;
        }
        asked.set(judged.args, judged.asked);
        return judged.args;
      },
      execute: async (args) => {
        const answer = await answerOnce(args, asked.get(args), parts);
        const result: ExecutionResult = {};
        answers.set(result, answer);
        return result;
      },
      subscribe: (args) => follow(args, asked.get(args), parts),
      onNext: ({ extra }, _id, _payload, _args, result) => {
        letGoUnread(extra.socket);
        const answer = answers.get(result);
        if (answer !== undefined) return answer;
        if (!result.errors) return;
        return { ...result, errors: result.errors.map((error) => formatError(error, error, parts.log)) };
      },
      onComplete: ({ extra }, id) => {
        extra.operations?.delete(id);
      },
      onDisconnect: ({ extra }) => {
        clearTimeout(extra.expiry);
      },
      onClose: ({ extra }) => {
        signedIn.delete(extra);
      },
      isProd: true,
    },
    sockets,
  );
  return {
    sockets: () => sockets.clients.size,
    recheck: async (subjects) => {
      if (subjects.size === 0) return;
      const concerned = [...signedIn.values()].filter(({ subject }) => subject === null || subjects.has(subject));
      await Promise.all(
        concerned.map(async (entry) => {
          if (!(await isLetIn(entry))) entry.close();
        }),
      );
    },
    close: async () => {
      http.off('upgrade', upgrade);
      const clients = [...sockets.clients];
      for (const client of clients) client.close(GOING_AWAY, 'Server is stopping');
      // A client that does not answer is not waited for.
      const cutOff = setTimeout(() => {
        for (const client of clients) client.terminate();
      }, FAREWELL_MS);
      await server.dispose();
      clearTimeout(cutOff);
      sockets.close();
    },
  };
}

/**
 * Refuses, as a message that cannot be read, what graphql-ws would take for an error of ours: messages that only a server
 * sends, and ids that it could not name when it closes.
 * @throws Error
 */
function messageOfClient(key: string, value: unknown): unknown {
  if (key === '' && !fromClient.safeParse(value).success) throw new Error('No client sends this');
  return value;
}
const fromClient = z.looseObject({
  type: z.enum(['connection_init', 'ping', 'pong', 'subscribe', 'complete']),
  id: z
    .string()
    .refine((id) => Buffer.byteLength(id) <= LONGEST_ID)
    .optional(),
});

/** Cuts off a client that does not read what it is sent. */
function letGoUnread(client: WebSocket): void {
  if (client.bufferedAmount > MOST_UNREAD) client.terminate();
}

/** Whether a socket's token still stands for somebody. */
async function isLetIn(entry: SignedIn): Promise<boolean> {
  const caller = await entry.identity.caller();
  if (caller.kind === 'user') entry.subject = subjectOf(caller);
  return caller.kind === 'user';
}

/** What to execute, or the errors that keep it from being executed: the same as over HTTP. */
async function judge(
  identity: SocketIdentity,
  payload: SubscribePayload,
  parts: SocketParts,
): Promise<{ asked: Asked; args: ExecutionArgs } | { errors: GraphQLError[] }> {
  const { query, operationName, variables } = payload;
  let caller: Caller = { kind: 'anonymous' };
  try {
    caller = await inTime(parts, () => identity.caller());
    await parts.spend(caller, identity.info);
    const document = parsed(query);
    const errors = validate(parts.schema, document, [...specifiedRules, ...limitRules]);
    if (errors.length > 0) return { errors: shown(errors, caller, parts) };
    if (getOperationAST(document, operationName) === null) return { errors: refuse('Unknown operation') };
    assertAffordable(parts.schema, document, operationName, variables);
    const asker = caller;
    const context = (): Context => parts.context(asker, identity.info, () => inTime(parts, () => identity.caller()));
    const args: ExecutionArgs = {
      schema: parts.schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: context(),
      rootValue: {},
    };
    return { asked: { caller, payload, context }, args };
  } catch (error) {
    return { errors: shown([asGraphQLError(error)], caller, parts) };
  }
}

/** Runs work within the time of a request. @throws RequestTimeout */
async function inTime<T>(parts: SocketParts, work: () => Promise<T>): Promise<T> {
  const scope = parts.requests.begin(parts.requestTimeoutMs);
  try {
    return await scope.run(work);
  } finally {
    scope.end();
  }
}

/** An answer as it is kept, of this transport or the other. */
const goingOut = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Carries out a query or mutation as HTTP does: within its time, and once for each idempotency key, which comes as
 * `idempotencyKey` in the extensions of its payload. A first answer that comes again says `idempotencyReplayed` in its own.
 */
async function answerOnce(
  args: ExecutionArgs,
  asked: Asked | undefined,
  parts: SocketParts,
): Promise<FormattedExecutionResult> {
  const { document, operationName, variableValues, contextValue } = args;
  const deadlineMs = parts.requestTimeoutMs;
  const key = asked?.payload.extensions?.idempotencyKey;
  const scope = parts.requests.begin(deadlineMs);
  try {
    const { body, headers } = await operationAnswer(
      {
        keys: parts.idempotency,
        caller: asked?.caller ?? { kind: 'anonymous' },
        key: typeof key === 'string' ? key : undefined,
        body: asked?.payload,
        deadlineMs,
        scope,
      },
      async () => {
        const result = await parts.execution.execute(document, operationName, variableValues, contextValue);
        const errors = result.errors?.map((error) => formatError(error, error, parts.log));
        return { status: 200, headers: JSON_HEADERS, body: JSON.stringify({ ...result, errors }) };
      },
    ).catch(refusedOperation);
    const answer = goingOut.parse(JSON.parse(String(body)));
    if (headers['idempotency-replayed'] === undefined) return answer;
    return { ...answer, extensions: { ...answer.extensions, idempotencyReplayed: true } };
  } catch (error) {
    const failed = asGraphQLError(error);
    return { errors: [formatError(failed, failed, parts.log)] };
  } finally {
    scope.end();
  }
}

/**
 * Follows a subscription. Each event is resolved within the time of a request, and in a context of its own: what was loaded
 * for one event is old by the next.
 */
async function follow(
  args: ExecutionArgs,
  asked: Asked | undefined,
  parts: SocketParts,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const events = source[Symbol.asyncIterator]();
  const ended = { value: undefined, done: true } as const;
  const results: AsyncIterableIterator<ExecutionResult> = {
    next: async () => {
      const event = await events.next();
      if (event.done) return ended;
      const contextValue = asked?.context() ?? args.contextValue;
      const value = await inTime(parts, async () => execute({ ...args, contextValue, rootValue: event.value })).catch(
        (error: unknown) => ({ errors: [asGraphQLError(error)] }),
      );
      return { value, done: false };
    },
    return: async () => {
      await events.return?.();
      return ended;
    },
    [Symbol.asyncIterator]: () => results,
  };
  return results;
}

/** @throws GraphQLError GRAPHQL_PARSE_FAILED */
function parsed(query: string): DocumentNode {
  try {
    return parse(query, { maxTokens: GRAPHQL_LIMITS.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, source, positions } = error;
    throw new GraphQLError(message, { source, positions, extensions: { code: 'GRAPHQL_PARSE_FAILED' } });
  }
}

function refuse(message: string): GraphQLError[] {
  return [new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })];
}

function asGraphQLError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  return new GraphQLError('Failed', { originalError: error instanceof Error ? error : new Error(String(error)) });
}

function shown(errors: readonly GraphQLError[], caller: Caller, parts: SocketParts): GraphQLError[] {
  const said = boundedErrors(errors, (message, code) => new GraphQLError(message, { extensions: { code } }));
  return said.map((error) => {
    const withCode =
      error.originalError === undefined && error.extensions.code === undefined
        ? new GraphQLError(error.message, { nodes: error.nodes, extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } })
        : error;
    let formatted = formatError(withCode.toJSON(), withCode, parts.log);
    if (parts.production && caller.kind === 'anonymous') formatted = withoutSuggestions(formatted);
    const nodes = error.nodes?.slice(0, ERROR_LIMITS.locations);
    return new GraphQLError(formatted.message, { nodes, extensions: formatted.extensions });
  });
}
