import type { IncomingMessage } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { OpenRequests } from '../database/requestScope.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import type { Caller, RequestInfo } from '../access/caller.ts';
import type { FairQueue } from '../concurrency/fairQueue.ts';
import type { Context } from './context.ts';
import type { ErrorLog } from './errors.ts';
import type { CompiledExecution } from './execution.ts';

/** The caller of a socket, from its connection parameters. */
export interface SocketIdentity {
  /** the present state of the caller; anonymous once the token, session or user ended */
  caller(): Promise<Caller>;
  /** whether a token came with the connection */
  signsIn: boolean;
  /** when the access token ends; null for anonymous sockets and partner keys */
  expiresAt: Date | null;
  info: RequestInfo;
}

/** Dependencies of the sockets. */
export interface SocketParts {
  schema: GraphQLSchema;
  execution: CompiledExecution;
  production: boolean;
  /** origins whose pages may open sockets, besides the requested host */
  origins: ReadonlySet<string>;
  /** the host that a request names; null when it cannot be read */
  hostOf(request: IncomingMessage): string | null;
  /** what counts as one address of a client */
  addressOf(request: IncomingMessage): string;
  identify(authorization: string | null, request: IncomingMessage): Promise<SocketIdentity>;
  context(caller: Caller, info: RequestInfo, recheck: () => Promise<Caller>): Context;
  /** counts one operation against the caller's rate; throws Refused when there were too many */
  spend(caller: Caller, info: RequestInfo): Promise<void>;
  /** charges the checked work of an operation to the same rate */
  charge(caller: Caller, info: RequestInfo, requests: number): void;
  /** counts the changes of a caller; throws Refused above the limit of 24 hours */
  countChanges(caller: Caller, changes: number): void;
  requests: OpenRequests;
  /** queue of the large calls of all transports */
  large: FairQueue;
  idempotency: IdempotencyKeys;
  /** time of a query, a mutation or one event of a subscription, and for a client to sign in, ms */
  requestTimeoutMs: number;
  log: ErrorLog;
}

/**
 * Runs work within the time of a request.
 * @param ended aborts the work
 * @param pay charges the checked work, in requests
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
