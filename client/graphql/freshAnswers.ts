import { type ApolloClient, ApolloLink } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { defer, finalize, of, switchMap, tap, type Observable } from 'rxjs';

/*
 * A response shows the server's state when it was read. A response requested before a change event, or before the
 * result of a user action, may be older than the cache; it would revert the cache, and nothing would refetch. So
 * such a query is repeated.
 */

/** A pending operation and the changes since it was sent. */
interface Question {
  operation: ApolloLink.Operation;
  /** changed objects, by type and id */
  told: Set<string>;
  /** the requested data is known to have changed, whatever the response contains */
  outdated: boolean;
}

/** While changes continue, a possibly outdated response is better than none. */
const MOST_REPEATS = 3;

const underWay = new WeakMap<ApolloClient, Set<Question>>();

function questionsOf(client: ApolloClient): Set<Question> {
  const questions = underWay.get(client) ?? new Set();
  underWay.set(client, questions);
  return questions;
}

/**
 * Repeats a query whose data changed while it was pending. Must be the first link, before those of subscriptions.
 */
export const freshAnswers = new ApolloLink((operation, forward) => {
  const questions = questionsOf(operation.client);
  if (operation.operationType !== OperationTypeNode.QUERY) {
    return forward(operation).pipe(
      tap(({ data }) => {
        const told = [...thingsIn(data)];
        for (const question of questions) for (const thing of told) question.told.add(thing);
      }),
    );
  }
  const ask = (repeats: number): Observable<ApolloLink.Result> =>
    defer(() => {
      const question: Question = { operation, told: new Set(), outdated: false };
      questions.add(question);
      return forward(operation).pipe(
        switchMap((answer) => {
          questions.delete(question);
          return repeats > 0 && isOlder(question, answer.data) ? ask(repeats - 1) : of(answer);
        }),
        finalize(() => questions.delete(question)),
      );
    });
  return ask(MOST_REPEATS);
});

/**
 * Marks pending responses of a query as outdated, because its data changed. A new call would otherwise share one of
 * them.
 * @param query by its name and variables
 */
export function outdateAnswers(client: ApolloClient, query: { name: string | undefined; variables: unknown }): void {
  const asked = canonicalStringify(query.variables);
  for (const question of questionsOf(client)) {
    const { operationName, variables } = question.operation;
    if (operationName === query.name && canonicalStringify(variables) === asked) question.outdated = true;
  }
}

function isOlder({ told, outdated }: Question, data: unknown): boolean {
  if (outdated) return true;
  if (told.size === 0) return false;
  for (const thing of thingsIn(data)) if (told.has(thing)) return true;
  return false;
}

/** The objects with identity in a response, by type and id. */
function* thingsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('__typename' in value && 'id' in value) yield `${String(value.__typename)}:${String(value.id)}`;
  for (const part of Object.values(value)) yield* thingsIn(part);
}
