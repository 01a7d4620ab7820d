import {
  getOperationAST,
  GraphQLError,
  parse,
  specifiedRules,
  validate,
  type DocumentNode,
  type ExecutionArgs,
  type OperationTypeNode,
} from 'graphql';
import type { SubscribePayload } from 'graphql-ws';
import type { Caller } from '../access/caller.ts';
import type { Context } from './context.ts';
import { boundedErrors, ERROR_LIMITS, formatError, withoutSuggestions } from './errors.ts';
import { assertAffordable, GRAPHQL_LIMITS, limitRules } from './limits.ts';
import { inTime, type SocketIdentity, type SocketParts } from './socketParts.ts';

/** An accepted operation, as received. */
export interface AcceptedOperation {
  kind: OperationTypeNode;
  /** as `assertAffordable` answers it */
  cost: number;
  caller: Caller;
  payload: SubscribePayload;
  /** aborted when its client completes it, and at the end of its socket */
  ended: AbortSignal;
  /** charges checked work, in requests of the caller's rate */
  pay(requests: number): void;
  /** a context with empty loaders */
  context(): Context;
}

/**
 * The operation to execute, or its errors: the same as over HTTP.
 * @param cutOff closes the socket of a client that does not read
 */
export async function judge(
  identity: SocketIdentity,
  payload: SubscribePayload,
  ended: AbortSignal,
  parts: SocketParts,
  cutOff: () => void,
): Promise<{ asked: AcceptedOperation; args: ExecutionArgs } | { errors: GraphQLError[] }> {
  const { query, operationName, variables } = payload;
  let caller: Caller = { kind: 'anonymous' };
  try {
    const asker = await inTime(
      parts,
      async () => {
        const known = await identity.caller();
        // Counted also if it is completed meanwhile.
        await parts.spend(known, identity.info);
        return known;
      },
      ended,
    );
    caller = asker;
    const document = parsed(query);
    const errors = validate(parts.schema, document, [...specifiedRules, ...limitRules]);
    if (errors.length > 0) return { errors: shown(errors, caller, parts) };
    const kind = getOperationAST(document, operationName)?.operation;
    if (kind === undefined) return { errors: refuse('Unknown operation') };
    const cost = assertAffordable(parts.schema, document, operationName, variables);
    const recheck = (): Promise<Caller> => inTime(parts, () => identity.caller(), ended);
    const context = (): Context => ({ ...parts.context(asker, identity.info, recheck), cutOff });
    const args: ExecutionArgs = {
      schema: parts.schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: context(),
      rootValue: {},
    };
    const pay = (requests: number): void => parts.charge(asker, identity.info, requests);
    return { asked: { kind, cost, caller, payload, ended, pay, context }, args };
  } catch (error) {
    // The client has completed it, so the abort is no internal error.
    if (ended.aborted) return { errors: refuse('Completed') };
    return { errors: shown([asGraphQLError(error)], caller, parts) };
  }
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

export function refuse(message: string): GraphQLError[] {
  return [new GraphQLError(message, { extensions: { code: 'BAD_USER_INPUT' } })];
}

export function asGraphQLError(error: unknown): GraphQLError {
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
