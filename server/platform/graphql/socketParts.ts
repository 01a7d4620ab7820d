import type { IncomingMessage } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { OpenRequests } from '../database/requestScope.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import type { Caller, RequestInfo } from '../access/caller.ts';
import type { FairQueue } from '../concurrency/fairQueue.ts';
import type { Context } from './context.ts';
import type { ErrorLog } from './errors.ts';
import type { CompiledExecution } from './execution.ts';

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

/** What the sockets need of the rest of the program. */
export interface SocketParts {
  schema: GraphQLSchema;
  execution: CompiledExecution;
  production: boolean;
  /** origins whose pages may open sockets, besides the host that they ask */
  origins: ReadonlySet<string>;
  /** the host that a request names; null when it cannot be read */
  hostOf(request: IncomingMessage): string | null;
  /** what counts as one address of a client */
  addressOf(request: IncomingMessage): string;
  identify(authorization: string | null, request: IncomingMessage): Promise<SocketIdentity>;
  context(caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>): Context;
  /** counts one operation against the caller's rate; throws Refused when there were too many */
  spend(caller: Caller, info: RequestInfo): Promise<void>;
  /** counts what an operation has had checked against the same rate */
  charge(caller: Caller, info: RequestInfo, requests: number): void;
  /** counts what a caller changes; throws Refused when there was too much in 24 hours */
  countChanges(caller: Caller, changes: number): void;
  requests: OpenRequests;
  /** queue of the large calls of all transports */
  large: FairQueue;
  idempotency: IdempotencyKeys;
  /** ms that a query, a mutation or one event of a subscription may take, and a client to say who it is */
  requestTimeoutMs: number;
  log: ErrorLog;
}

/**
 * Runs work within the time of a request.
 * @param ended gives the work up when it is aborted
 * @param pay takes what it has checked, in requests
 * @throws RequestTimeout
 */
export async function inTime<T>(
  parts: SocketParts,
  work: () => Promise<T>,
  ended?: AbortSignal,
  pay: (requests: number) => void = () => undefined,
): Promise<T> {
  const scope = parts.requests.begin(parts.requestTimeoutMs);
  scope.payer = pay;
  const giveUp = (): void => scope.giveUp();
  ended?.addEventListener('abort', giveUp, { once: true });
  if (ended?.aborted) giveUp();
  try {
    return await scope.run(work);
  } finally {
    ended?.removeEventListener('abort', giveUp);
    scope.end();
  }
}
