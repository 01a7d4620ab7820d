import { createHash } from 'node:crypto';
import {
  createSourceEventStream,
  execute,
  OperationTypeNode,
  type ExecutionArgs,
  type ExecutionResult,
  type FormattedExecutionResult,
} from 'graphql';
import { z } from 'zod';
import { JSON_HEADERS } from '../http/answer.ts';
import { chargeCost } from '../rate-limits/requestsOfCost.ts';
import { formatError } from './errors.ts';
import { inLargeQueue } from './largeOperations.ts';
import { operationAnswer, refusedOperation } from './operationAnswer.ts';
import type { SharedEvents } from './sharedEvents.ts';
import { asGraphQLError, type AcceptedOperation } from './socketJudgement.ts';
import { inTime, type SocketParts } from './socketParts.ts';

/** A stored answer, of this transport or the other. */
const goingOut = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(z.looseObject({ message: z.string() })).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/**
 * Executes a query or mutation as HTTP does: within its time, and once for each idempotency key, which is
 * `idempotencyKey` in the extensions of its payload. A repeated first answer has `idempotencyReplayed` in its own. A
 * query is aborted when its client completes it; a mutation is carried out.
 */
export async function answerOnce(
  args: ExecutionArgs,
  asked: AcceptedOperation,
  parts: SocketParts,
): Promise<FormattedExecutionResult> {
  const { document, operationName, variableValues, contextValue } = args;
  const { caller, payload, ended } = asked;
  const deadlineMs = parts.requestTimeoutMs;
  const key = payload.extensions?.idempotencyKey;
  const scope = parts.requests.begin(deadlineMs);
  scope.payer = asked.pay;
  scope.countChanges = (changes) => parts.countChanges(caller, changes);
  const giveUp = (): void => scope.giveUp();
  if (asked.kind === OperationTypeNode.QUERY) {
    ended.addEventListener('abort', giveUp, { once: true });
    if (ended.aborted) giveUp();
  }
  try {
    const { body, headers } = await operationAnswer(
      {
        keys: parts.idempotency,
        caller,
        key: typeof key === 'string' ? key : undefined,
        body: payload,
        deadlineMs,
        scope,
      },
      async () => {
        chargeCost(asked.cost);
        const result = await inLargeQueue(parts.large, asked.context(), asked.cost, () =>
          parts.execution.execute(document, operationName, variableValues, contextValue),
        );
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
    ended.removeEventListener('abort', giveUp);
    scope.end();
  }
}

/**
 * Follows a subscription until it has ended: then its source ends at once, even while it waits. An event's answer is
 * resolved once for all equal subscribers, within the time of a request, and again for each event.
 */
export async function follow(
  args: ExecutionArgs,
  asked: AcceptedOperation,
  parts: SocketParts,
  shared: SharedEvents<ExecutionResult>,
): Promise<AsyncIterableIterator<ExecutionResult> | ExecutionResult> {
  const source = await createSourceEventStream(args);
  if (!(Symbol.asyncIterator in source)) return source;
  const events = source[Symbol.asyncIterator]();
  const operation = nameOf(asked);
  const over = { value: undefined, done: true } as const;
  let wait = (): void => undefined;

  const end = async (): Promise<typeof over> => {
    wait();
    await events.return?.();
    return over;
  };
  const next = async (): Promise<IteratorResult<ExecutionResult, undefined>> => {
    const event = await events.next();
    if (event.done || asked.ended.aborted) return over;
    // The first subscriber has it computed for all equal ones, and is charged for it.
    const value = await shared.bring(event.value, operation, asked.context, (contextValue) =>
      inTime(parts, async () => execute({ ...args, contextValue, rootValue: event.value }), undefined, asked.pay)
        .catch((error: unknown): ExecutionResult => ({ errors: [asGraphQLError(error)] }))
        .then(({ data, errors }) =>
          goesOutAs({ data, errors: errors?.map((error) => formatError(error, error, parts.log)) }),
        ),
    );
    return { value, done: false };
  };
  asked.ended.addEventListener('abort', () => void end(), { once: true });
  if (asked.ended.aborted) await end();
  const results: AsyncIterableIterator<ExecutionResult, undefined> = {
    next: () =>
      new Promise((resolve, reject) => {
        wait = () => resolve(over);
        if (asked.ended.aborted) wait();
        else next().then(resolve, reject);
      }),
    return: end,
    [Symbol.asyncIterator]: () => results,
  };
  return results;
}

/** The same for equal operations: short, however long they are. */
function nameOf({ payload: { query, operationName, variables } }: AcceptedOperation): string {
  return createHash('sha256')
    .update(JSON.stringify([query, operationName ?? null, variables ?? null]))
    .digest('base64');
}

/** The JSON of answers in UTF-8, by the result given to graphql-ws. */
const written = new WeakMap<object, Buffer>();

/** A result in place of an answer: the answer is encoded once and sent to all that get this result. */
export function goesOutAs(answer: FormattedExecutionResult): ExecutionResult {
  const result: ExecutionResult = {};
  written.set(result, Buffer.from(JSON.stringify(answer)));
  return result;
}

/** The JSON of the answer behind a result, in UTF-8. */
export function answerOf(result: object): Buffer | undefined {
  return written.get(result);
}
