import { RequestTimeout, type RequestScope } from '../database/requestScope.ts';
import { REQUEST } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { isConnectionError } from '../database/connectionErrors.ts';
import { isDiskFull } from '../database/diskSpace.ts';
import type { IdempotencyKeys } from '../idempotency/idempotencyKeys.ts';
import type { Caller } from '../access/caller.ts';
import { Refused, refusalMessage } from '../errors/refusal.ts';
import { DATABASE_RETRY_SECONDS, DISK_RETRY_SECONDS, JSON_HEADERS, type Answer } from '../http/answer.ts';
import { REST_FAILURES, retryAfter } from '../http/envelope.ts';
import { answeredOnce } from '../http/idempotentCall.ts';
import { GRAPHQL_CODES } from './failures.ts';
import { isKeptAnswer, keyedMutation } from './keyedMutation.ts';

/** A query or mutation, over HTTP or a socket. */
export interface GraphQLOperation {
  keys: IdempotencyKeys;
  caller: Caller;
  /** the idempotency key of the request */
  key: string | undefined;
  /** `query`, `operationName` and `variables`, as received */
  body: unknown;
  deadlineMs: number;
  scope: RequestScope;
}

/**
 * Executes an operation within its time, and mutations once for each idempotency key.
 * @throws Refused as `answeredOnce`
 */
export async function operationAnswer(operation: GraphQLOperation, work: () => Promise<Answer>): Promise<Answer> {
  const { keys, caller, key, body, deadlineMs, scope } = operation;
  const mutation = key === undefined ? null : keyedMutation(body);
  return answeredOnce(
    {
      keys,
      caller,
      key: mutation === null ? undefined : key,
      request: mutation?.request ?? '',
      deadlineMs,
      scope,
      kept: ({ status, body: said }) =>
        typeof said === 'string' && mutation?.shownOnce === false && isKeptAnswer(status, said),
    },
    () => scope.run(work).catch(refusedOperation),
  );
}

/** An error before or outside of the execution as a GraphQL answer; other errors are thrown again. */
export function refusedOperation(error: unknown): Answer {
  if (error instanceof RequestTimeout) return failure(503, REQUEST.timeout({}), 'INTERNAL_SERVER_ERROR');
  if (isDiskFull(error)) {
    const failed = failure(507, REQUEST.diskFull({}), 'INTERNAL_SERVER_ERROR');
    return { ...failed, headers: { ...failed.headers, 'retry-after': String(DISK_RETRY_SECONDS) } };
  }
  if (isConnectionError(error)) {
    const failed = failure(503, REQUEST.databaseAway({}), 'INTERNAL_SERVER_ERROR');
    return { ...failed, headers: { ...failed.headers, 'retry-after': String(DATABASE_RETRY_SECONDS) } };
  }
  if (!(error instanceof Refused)) throw error;
  const { statusCode } = REST_FAILURES[error.refusal.kind];
  const seconds = retryAfter(error.refusal);
  const failed = failure(statusCode, refusalMessage(error.refusal), GRAPHQL_CODES[error.refusal.kind]);
  return seconds === null ? failed : { ...failed, headers: { ...failed.headers, 'retry-after': String(seconds) } };
}

/** The refusal of a request without a readable operation. */
export function unreadOperation(status: number, said: Message): Answer {
  return failure(status, said, 'BAD_REQUEST');
}

function failure(status: number, said: Message, code: string): Answer {
  const body = JSON.stringify({ errors: [{ message: said.text, extensions: { code, said } }] });
  return { status, headers: JSON_HEADERS, body };
}
