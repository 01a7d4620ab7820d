import { getOperationAST, GraphQLError, Kind, parse, type DefinitionNode, type FragmentDefinitionNode } from 'graphql';
import { z } from 'zod';
import { GRAPHQL_LIMITS } from './limits.ts';

/**
 * Mutations on the caller's own sessions, password and data, as `/auth/*` and `/gdpr/*` (docs/spec/rest-api.md,
 * 'Idempotency keys').
 */
export const NOT_KEYED: ReadonlySet<string> = new Set([
  'login',
  'logout',
  'logoutEverywhere',
  'refreshSession',
  'changePassword',
  'endSession',
  'acceptInvitation',
  'changeMyEmail',
  'requestPasswordReset',
  'resetPassword',
  'eraseMyData',
  'eraseFarmer',
]);

/** Mutations that answer with a secret that is shown once: such an answer is not stored. */
export const SHOWN_ONCE: ReadonlySet<string> = new Set([
  'createPartnerKey',
  'createWebHook',
  'createBuyerLink',
  'inviteUser',
  'renewInvitation',
  'makeResetLink',
]);

const requestBody = z.looseObject({
  query: z.string(),
  operationName: z.string().nullish(),
  variables: z.record(z.string(), z.unknown()).nullish(),
});

/** A mutation with an idempotency key. */
export interface KeyedMutation {
  /** the content of the request, the same over HTTP and sockets */
  request: string;
  /** whether its answer shows a secret */
  shownOnce: boolean;
}

/** The mutation in a GraphQL request; null for a request without idempotency. An unparsable request changes nothing. */
export function keyedMutation(body: unknown): KeyedMutation | null {
  const request = requestBody.safeParse(body);
  if (!request.success) return null;
  const { query, operationName, variables } = request.data;
  const fields = mutationFields(query, operationName);
  if (fields === null || fields.some((field) => NOT_KEYED.has(field))) return null;
  return {
    request: `GraphQL\n${JSON.stringify([query, operationName ?? null, variables ?? {}])}`,
    shownOnce: fields.some((field) => SHOWN_ONCE.has(field)),
  };
}

/** The mutations that a request names, also by fragments; null for queries. */
function mutationFields(query: string, operationName: string | null | undefined): string[] | null {
  try {
    const document = parse(query, { maxTokens: GRAPHQL_LIMITS.tokens });
    const operation = getOperationAST(document, operationName);
    if (operation?.operation !== 'mutation') return null;
    // Fields of fragments may be anywhere in the document, mostly nested: each with such a name counts.
    const fields: string[] = [];
    const waiting = [operation.selectionSet, ...document.definitions.filter(isFragment).map((one) => one.selectionSet)];
    for (let set = waiting.pop(); set !== undefined; set = waiting.pop()) {
      for (const selection of set.selections) {
        if (selection.kind === Kind.FIELD) fields.push(selection.name.value);
        else if (selection.kind === Kind.INLINE_FRAGMENT) waiting.push(selection.selectionSet);
      }
    }
    return fields;
  } catch (error) {
    if (error instanceof GraphQLError) return null;
    throw error;
  }
}

function isFragment(definition: DefinitionNode): definition is FragmentDefinitionNode {
  return definition.kind === Kind.FRAGMENT_DEFINITION;
}

const NOT_KEPT = /"code":"(INTERNAL_SERVER_ERROR|TOO_MANY_REQUESTS|UNAUTHENTICATED)"/;

/**
 * Whether an answer is stored for its key: internal errors, limits and missing sign-in depend on more than the request.
 */
export function isKeptAnswer(status: number, body: string): boolean {
  return status < 500 && !NOT_KEPT.test(body);
}
