import { type ApolloClient, ApolloLink } from '@apollo/client';
import { canonicalStringify } from '@apollo/client/utilities';
import { OperationTypeNode } from 'graphql';
import { defer, finalize, of, switchMap, tap, type Observable } from 'rxjs';

/*
 * An answer says how things stood when the server read them. One that was asked for before a piece of news, or before an answer to what the
 * person did, may be older than what the cache holds since then; it would undo that, and nothing would ask again. So it is not taken.
 */

/** A question on its way, and what was told meanwhile. */
interface Question {
  operation: ApolloLink.Operation;
  /** things, by type and id */
  told: Set<string>;
  /** what it asks for is known to have changed, whatever its answer holds */
  outdated: boolean;
}

/** While news never cease an answer that may be older is better than none. */
const MOST_REPEATS = 3;

const underWay = new WeakMap<ApolloClient, Set<Question>>();

function questionsOf(client: ApolloClient): Set<Question> {
  const questions = underWay.get(client) ?? new Set();
  underWay.set(client, questions);
  return questions;
}

/** Asks again for what was told of while its answer was under way. Stands before all other links, those of subscriptions too. */
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
 * What a query asks for has changed: its answers that are under way are older. Whoever asks now would share one of them.
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

/** What an answer tells of that has an identity, by type and id. */
function* thingsIn(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  if ('__typename' in value && 'id' in value) yield `${String(value.__typename)}:${String(value.id)}`;
  for (const part of Object.values(value)) yield* thingsIn(part);
}
