import { maxAliasesRule } from '@escape.tech/graphql-armor-max-aliases';
import { maxDepthRule } from '@escape.tech/graphql-armor-max-depth';
import { maxDirectivesRule } from '@escape.tech/graphql-armor-max-directives';
import {
  getNamedType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  OperationTypeNode,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
  type ValidationRule,
} from 'graphql';
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { VERIFYING, verifyingFields } from './verifyingFields.ts';

/**
 * Fields that read much for a short answer, and the price of each beside its selection, in the unit of the operation's
 * cost: a screen needs each of them once, not fifteen aliases of the same.
 */
export const HEAVY: Readonly<Record<string, number>> = {
  // PostgreSQL hashes all content of each report of a page: at most one page in an operation.
  'Query.reports': 3_001,
  'Query.reportOrder': 700,
  'Mutation.stopReport': 700,
  // Makes a report of up to a thousand lots: at most one in an operation.
  'Mutation.orderReport': 3_001,
  // Outlines of thousands of corners; a geometry is compared with those around it.
  'Query.farmPlots': 700,
  'Query.plotHistory': 700,
  'Query.lotPlots': 700,
  'Query.checkPlot': 700,
  'Mutation.addPlot': 700,
  'Mutation.changePlot': 700,
  'FarmPlots.lotsByPlot': 100,
  'Query.farms': 300,
  'Query.find': 700,
  'Query.alertPlaces': 700,
  'Query.auditLog': 700,
  // Comments of an alert, each with its row signature.
  'Query.alertInvestigation': 300,
  // Counts all due checks: all lots of a country after a change of the data.
  'Query.satelliteProgress': 1_501,
  'Query.watchedLots': 700,
  // Draws a picture for each.
  'Query.lotQrCode': 700,
  // Each series is a statement over all visible lots or alerts.
  'LotAnalytics.lotsByStage': 300,
  'LotAnalytics.complianceByMonth': 300,
  'LotAnalytics.qualityHistogram': 300,
  'LotAnalytics.ungradedLots': 300,
  'LotAnalytics.alertsByWeek': 300,
  'LotAnalytics.lotsByFarm': 300,
  'Query.dashboardStats': 400,
  'DashboardStats.earlier': 400,
};

/** Long lists without pages, and their lengths (`MOST_COMMENTS`, `MOST_FILES`). */
export const LONG_LISTS: Readonly<Record<string, number>> = {
  'AlertInvestigation.comments': 200,
  'AlertInvestigation.files': 20,
};

/** Limits of one operation (docs/spec/graphql-api.md, 'Limits of an operation'; docs/api.md). */
export const GRAPHQL_LIMITS = {
  depth: 12,
  aliases: 15,
  directives: 20,
  tokens: 2_000,
  /** characters of a name: an alias is repeated in the answer for each item of a list */
  nameLength: 200,
  /** budget of `costOf`: a full page of 100 lots with every plain field costs about 3,700 */
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
 * Every field costs 1, a list field its page size times the cost of one item; lists without a size count as 10, except
 * lists of a few sentences. Fields that verify lots, or read many rows for a short answer, have an additional price.
 */
const estimator: ComplexityEstimator = ({ args, childComplexity, field, node, type }) => {
  // The schema's own lists are short and open to tools; the specified rules limit their depth.
  if (type.name.startsWith('__') || field.name.startsWith('__')) return 1 + childComplexity;
  const isList = field.type.toString().includes('[') && node.selectionSet !== undefined;
  const limit: unknown = args.limit;
  const name = `${type.name}.${field.name}`;
  const own = 1 + (VERIFYING[name] ?? HEAVY[name] ?? 0);
  if (typeof limit === 'number') return own + Math.max(1, limit) * childComplexity;
  // The page object above already multiplied by its size.
  if (isList && !type.name.endsWith('Page')) {
    return own + (LONG_LISTS[name] ?? sizeOf(field.type)) * childComplexity;
  }
  return own + childComplexity;
};
const sizeOf = (type: GraphQLOutputType): number => (getNamedType(type).name === 'Said' ? 3 : 10);
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
  const cost = rememberedCost({
    schema,
    query,
    operationName: operationName ?? undefined,
    variables: variables ?? {},
    estimators: [estimator],
  });
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

/** Cached facts of a document: the variables that its cost depends on, and its costs by operation and by those. */
interface Costs {
  weighed: ReadonlySet<string>;
  known: Map<string, number>;
}

const costs = new WeakMap<DocumentNode, Costs>();
const MOST_COSTS = 50;
const LONGEST_KEY = 1_000;

function rememberedCost(operation: Parameters<typeof getComplexity>[0]): number {
  const { query, operationName } = operation;
  const ofDocument = costs.get(query) ?? { weighed: weighedVariables(query), known: new Map<string, number>() };
  const values = Object.entries(variablesOf(operation)).filter(([name]) => ofDocument.weighed.has(name));
  const key = JSON.stringify([operationName, values]);
  const known = ofDocument.known.get(key);
  if (known !== undefined) return known;
  const cost = costOf(operation);
  if (ofDocument.known.size >= MOST_COSTS) ofDocument.known.clear();
  if (key.length <= LONGEST_KEY) ofDocument.known.set(key, cost);
  costs.set(query, ofDocument);
  return cost;
}

/** The estimator reads only `limit`, and fields left out by @skip and @include cost nothing. */
function weighedVariables(document: DocumentNode): Set<string> {
  const names = new Set<string>();
  const collect: ASTVisitor = { Variable: ({ name }) => void names.add(name.value) };
  visit(document, {
    Argument: (argument) => {
      if (argument.name.value === 'limit') visit(argument, collect);
    },
    Directive: (directive) => void visit(directive, collect),
  });
  return names;
}

function costOf(operation: Parameters<typeof getComplexity>[0]): number {
  try {
    return getComplexity(operation);
  } catch (error) {
    // The operation is valid at this point, so the values of its variables are wrong.
    throw error instanceof GraphQLError ? badInput(error) : error;
  }
}

/**
 * The variables as the operation takes them. Looks only for the first wrong one: the cost estimation would make an
 * error of each item of a list.
 * @throws GraphQLError BAD_USER_INPUT
 */
function variablesOf({
  schema,
  query,
  operationName,
  variables,
}: Parameters<typeof getComplexity>[0]): Record<string, unknown> {
  const definitions = getOperationAST(query, operationName)?.variableDefinitions ?? [];
  const { coerced, errors } = getVariableValues(schema, definitions, variables ?? {}, { maxErrors: 1 });
  const [wrong] = errors ?? [];
  if (wrong !== undefined) throw badInput(wrong);
  return coerced ?? {};
}

function badInput({ message, nodes }: GraphQLError): GraphQLError {
  return new GraphQLError(message, { nodes, extensions: { code: 'BAD_USER_INPUT', http: { status: 400 } } });
}
