import { getOperationAST, GraphQLError, Kind, parse } from 'graphql';
import { z } from 'zod';
import { GRAPHQL_LIMITS } from './limits.ts';

/** What stands for `/auth/*` and `/gdpr/*` here: sessions, passwords and one's own data (interfaces, 'REST: rules'). */
const NOT_KEYED =
  /^(login|logout|refreshSession|changePassword|endSession|setPassword|eraseMyData|eraseFarmer|exportMyData)$/;

const requestBody = z.looseObject({ query: z.string(), operationName: z.string().nullish() });

/** Whether a GraphQL request is a mutation that heeds Idempotency-Key. What cannot be parsed is not: it changes nothing. */
export function isKeyedMutation(body: unknown): boolean {
  const request = requestBody.safeParse(body);
  if (!request.success) return false;
  try {
    const document = parse(request.data.query, { maxTokens: GRAPHQL_LIMITS.tokens });
    const operation = getOperationAST(document, request.data.operationName);
    if (operation?.operation !== 'mutation') return false;
    return operation.selectionSet.selections.every(
      (field) => field.kind !== Kind.FIELD || !NOT_KEYED.test(field.name.value),
    );
  } catch (error) {
    if (error instanceof GraphQLError) return false;
    throw error;
  }
}

const NOT_KEPT = /"code":"(INTERNAL_SERVER_ERROR|TOO_MANY_REQUESTS|UNAUTHENTICATED)"/;

/** Whether an answer is kept for its key: errors inside, limits and missing sign-in say nothing of the request. */
export function isKeptAnswer(status: number, body: string): boolean {
  return status < 500 && !NOT_KEPT.test(body);
}
