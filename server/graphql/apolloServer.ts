import { ApolloServer, type ApolloServerPlugin } from '@apollo/server';
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled';
import type { GraphQLSchema } from 'graphql';
import type { Context } from './context.ts';
import { formatError, withoutSuggestions, type ErrorLog } from './errors.ts';
import type { CompiledExecution } from './execution.ts';
import { assertAffordable, GRAPHQL_LIMITS, limitRules } from './limits.ts';

/** Apollo Server over our schema; operations run compiled, the process's end is ours to order. */
export function makeApolloServer(
  schema: GraphQLSchema,
  execution: CompiledExecution,
  options: { production: boolean; log: ErrorLog },
): ApolloServer<Context> {
  const guard: ApolloServerPlugin<Context> = {
    async requestDidStart() {
      return {
        async didResolveOperation({ schema: resolved, document, request }) {
          assertAffordable(resolved, document, request.operationName, request.variables);
        },
        async willSendResponse({ contextValue, response }) {
          if (!options.production || contextValue.caller.kind === 'user' || response.body.kind !== 'single') return;
          const { singleResult } = response.body;
          if (singleResult.errors) singleResult.errors = singleResult.errors.map(withoutSuggestions);
        },
      };
    },
  };
  return new ApolloServer<Context>({
    gateway: {
      onSchemaLoadOrUpdate: (callback) => {
        callback({ apiSchema: schema, coreSupergraphSdl: '' });
        return () => undefined;
      },
      load: async () => ({
        executor: async ({ document, operationName, request, context }) =>
          execution.execute(document, operationName, request.variables, context),
      }),
      stop: async () => undefined,
    },
    validationRules: limitRules,
    parseOptions: { maxTokens: GRAPHQL_LIMITS.tokens },
    formatError: (formatted, thrown) => formatError(formatted, thrown, options.log),
    plugins: [guard, ApolloServerPluginCacheControlDisabled(), ApolloServerPluginLandingPageDisabled()],
    introspection: true,
    allowBatchedHttpRequests: false,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    // Our own log says what happens; Apollo's would go to standard output in another form.
    logger: { debug: () => undefined, info: () => undefined, warn: options.log, error: options.log },
  });
}
