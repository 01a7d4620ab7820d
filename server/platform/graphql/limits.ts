import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  getOperationAST,
  GraphQLError,
  OperationTypeNode,
  type DocumentNode,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { operationCost } from './operationCost.ts';
import { verifyingFields } from './verifyingFields.ts';

/** Limits of one operation (docs/spec/graphql-api.md, 'Limits of an operation'; docs/api.md). */
export const GRAPHQL_LIMITS = {
  depth: 12,
  aliases: 15,
  directives: 20,
  tokens: 2_000,
  /** characters of a name: an alias is repeated in the answer for each item of a list */
  nameLength: 200,
  /** budget of `operationCost`: a full page of 100 lots with every plain field costs about 3,700 */
  cost: 6_000,
  /** the same of a subscription, for each of its events: a lot with every field and its whole provenance costs about 580 */
  eventCost: 1_000,
  /** fields of an operation that verify lots */
  verifications: 3,
  /** subscriptions and running operations on one socket */
  operationsPerSocket: 20,
} as const;

const shared = { propagateOnRejection: false, exposeLimits: true };

/** Validation rules of HTTP and web sockets, in addition to the specified ones. */
export const limitRules: ValidationRule[] = [
  asReportingRule((onReject) => maxDepthRule({ ...shared, n: GRAPHQL_LIMITS.depth, onReject })),
  asReportingRule((onReject) => maxAliasesRule({ ...shared, n: GRAPHQL_LIMITS.aliases, onReject })),
  asReportingRule((onReject) => maxDirectivesRule({ ...shared, n: GRAPHQL_LIMITS.directives, onReject })),
  (context) => ({
    Name: ({ value }) => {
      if (value.length > GRAPHQL_LIMITS.nameLength) {
        context.reportError(tooComplex(`A name takes at most ${GRAPHQL_LIMITS.nameLength} characters`));
      }
    },
  }),
  fewVerifications,
];

function fewVerifications(context: Parameters<ValidationRule>[0]): ReturnType<ValidationRule> {
  return {
    OperationDefinition(operation) {
      const count = verifyingFields(context, operation);
      if (count <= GRAPHQL_LIMITS.verifications) return;
      const most = GRAPHQL_LIMITS.verifications;
      context.reportError(
        tooComplex(
          `${count} fields of this operation have lots verified; the limit is ${most}. Ask for fewer at once.`,
        ),
      );
    },
  };
}

type OnReject = ((context: Parameters<ValidationRule>[0] | null, error: GraphQLError) => void)[];

/** The rules throw by default, which would skip the other errors: here they report. */
function asReportingRule(make: (onReject: OnReject) => ValidationRule): ValidationRule {
  return (context) => {
    const report = (_: unknown, error: GraphQLError): void => {
      context.reportError(tooComplex(error.message.replace('Syntax Error: ', '')));
    };
    return make([report])(context);
  };
}

function tooComplex(message: string): GraphQLError {
  // Apollo replaces the code of a validation rule's error; `tooComplex` stays.
  return new GraphQLError(message, {
    extensions: { code: 'QUERY_TOO_COMPLEX', tooComplex: true, http: { status: 400 } },
  });
}

/**
 * @returns the cost of the operation
 * @throws GraphQLError QUERY_TOO_COMPLEX when an operation costs more than the budget; BAD_USER_INPUT for its variables
 */
export function assertAffordable(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown> | null | undefined,
): number {
  const cost = operationCost(schema, query, operationName, variables);
  const isSubscription = getOperationAST(query, operationName)?.operation === OperationTypeNode.SUBSCRIPTION;
  if (isSubscription && cost > GRAPHQL_LIMITS.eventCost) {
    throw tooComplex(
      `Each event of this subscription costs ${cost}; the limit is ${GRAPHQL_LIMITS.eventCost}. Ask for fewer fields.`,
    );
  }
  if (cost > GRAPHQL_LIMITS.cost) {
    throw tooComplex(
      `This operation costs ${cost}; the limit is ${GRAPHQL_LIMITS.cost}. Ask for smaller pages or fewer fields.`,
    );
  }
  return cost;
}
