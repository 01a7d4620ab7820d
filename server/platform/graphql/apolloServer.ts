import { ApolloServer, HeaderMap, type ApolloServerPlugin, type GraphQLResponse } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import { GraphQLError, type ExecutionResult, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { FairQueue } from '../concurrency/fairQueue.ts';
import { chargeCost } from '../rate-limits/requestsOfCost.ts';
import { REST_FAILURES, retryAfter } from '../http/envelope.ts';
import { Refused } from '../errors/refusal.ts';
import type { Context } from './context.ts';
import { boundedErrors, formatError, withoutSuggestions, type ErrorLog } from './errors.ts';
import type { CompiledExecution } from './execution.ts';
import { inLargeQueue } from './largeOperations.ts';
import { assertAffordable, GRAPHQL_LIMITS, limitRules } from './limits.ts';

/** Apollo Server over the program's schema. Operations run compiled; the program ends the server itself. */
export function makeApolloServer(
  schema: GraphQLSchema,
  execution: CompiledExecution,
  options: { production: boolean; large: FairQueue; log: ErrorLog },
): ApolloServer<Context> {
  const guard: ApolloServerPlugin<Context> = {
    async requestDidStart() {
      let cost = 0;
      return {
        async didResolveOperation({ schema: resolved, document, operation, request }) {
          // The document has no operation of this name: Apollo Server rejects it next.
          if (operation === undefined) return;
          if (operation.operation === 'subscription') throw notOverHttp();
          cost = assertAffordable(resolved, document, request.operationName, request.variables);
          chargeCost(cost);
        },
        // The hook that Apollo Server provides for another executor; as a gateway's executor it kept each answer until
        // a major collection.
        async responseForOperation({ document, operation, operationName, request, contextValue }) {
          if (operation === undefined) return null;
          const { variables } = request;
          const execute = (): Promise<ExecutionResult> =>
            execution.execute(document, operationName, variables, contextValue);
          try {
            return answerOf(await inLargeQueue(options.large, contextValue, cost, execute), options.log);
          } catch (error) {
            if (!(error instanceof Refused)) throw error;
            return refusedAnswer(error, options.log);
          }
        },
        async willSendResponse({ contextValue, response }) {
          if (response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          const { data, errors } = singleResult;
          if (errors === undefined) return;
          const said = data === undefined ? boundedErrors(errors, furtherErrors) : errors;
          const plain = options.production && contextValue.caller.kind === 'anonymous';
          singleResult.errors = plain ? said.map(withoutSuggestions) : said;
        },
      };
    },
  };
  return new ApolloServer<Context>({
    schema,
    validationRules: limitRules,
    parseOptions: { maxTokens: GRAPHQL_LIMITS.tokens },
    formatError: (formatted, thrown) => formatError(formatted, thrown, options.log),
    plugins: [guard, ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled()],
    introspection: true,
    allowBatchedHttpRequests: false,
    // Anonymous callers could fill their store.
    persistedQueries: false,
    includeStacktraceInErrorResponses: false,
    stringifyResult: (result) => JSON.stringify(result),
    stopOnTerminationSignals: false,
    // The program's log reports events; Apollo's would write to standard output in another format.
    logger: { debug: () => undefined, info: () => undefined, warn: options.log, error: options.log },
  });
}

function furtherErrors(message: string, code: string): GraphQLFormattedError {
  return { message, extensions: { code } };
}

function notOverHttp(): GraphQLError {
  return new GraphQLError('Subscriptions are offered over web sockets', {
    extensions: { code: 'BAD_REQUEST', http: { status: 400 } },
  });
}

/** The answer to an operation that was rejected before its execution, with the status and the header of REST. */
function refusedAnswer(refused: Refused, log: ErrorLog): GraphQLResponse {
  const headers = new HeaderMap();
  const seconds = retryAfter(refused.refusal);
  if (seconds !== null) headers.set('retry-after', String(seconds));
  return {
    http: { status: REST_FAILURES[refused.refusal.kind].statusCode, headers },
    body: { kind: 'single', singleResult: { errors: [formatError({ message: refused.message }, refused, log)] } },
  };
}

/**
 * The answer of a result. Without data nothing was executed: the request was wrong (GraphQL over HTTP, section 6.4.1).
 */
function answerOf({ data, errors }: ExecutionResult, log: ErrorLog): GraphQLResponse {
  const singleResult = {
    data,
    ...(errors === undefined ? {} : { errors: errors.map((error) => formatError(error.toJSON(), error, log)) }),
  };
  return {
    http: { status: data === undefined ? 400 : undefined, headers: new HeaderMap() },
    body: { kind: 'single', singleResult },
  };
}
