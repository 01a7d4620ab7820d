import {
  getNamedType,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  visit,
  type ASTVisitor,
  type DocumentNode,
  type GraphQLOutputType,
  type GraphQLSchema,
} from 'graphql';
import { getComplexity, type ComplexityEstimator } from 'graphql-query-complexity';
import { VERIFYING } from './verifyingFields.ts';

/*
 * The cost of a GraphQL operation, by which it is limited (`limits.ts`) and charged to the rate of its caller
 * (`server/platform/rate-limits/requestsOfCost.ts`; docs/api.md, 'Limits').
 */

/**
 * Fields that read much for a short answer, and the price of each beside its selection, in the unit of the operation's
 * cost: a screen needs each of them once, not fifteen aliases of the same.
 */
export const HEAVY_FIELDS: Readonly<Record<string, number>> = {
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
  // Up to 1,000 lots with their events.
  'Mutation.recordTransformation': 3_001,
  'Mutation.advanceLots': 3_001,
  'Query.farms': 300,
  'Query.find': 700,
  'Query.alertPlaces': 700,
  'Query.auditLog': 700,
  'Query.lotTrail': 700,
  // Comments of an alert, each with its row signature.
  'Query.alertInvestigation': 300,
  // Counts all due checks: all lots of a country after a change of the data.
  'Query.satelliteProgress': 1_501,
  'Query.watchedLots': 700,
  // Evaluates every origin of a consignment, or follows beans through all transformations.
  'Consignment.closing': 700,
  'Consignment.risks': 700,
  'Consignment.dueDiligence': 700,
  'Consignment.originCount': 20,
  'Query.recall': 700,
  'Alert.affected': 700,
  // Lots are moved a thousand at a time, each with an event.
  'Mutation.addToConsignment': 3_001,
  'Mutation.removeFromConsignment': 3_001,
  'Mutation.closeConsignment': 3_001,
  'Mutation.shipConsignment': 3_001,
  'Mutation.deliverConsignment': 3_001,
  // Statements with their parts, packages and alerts on their beans.
  'Query.statements': 300,
  'Query.statement': 300,
  'Query.statementSummary': 700,
  'Query.retainedStatements': 700,
  // Makes the content of up to 10,000 producers, and compares it with all rules.
  'Mutation.checkStatement': 3_001,
  'Mutation.handOverStatement': 3_001,
  'Mutation.submitStatement': 3_001,
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
  // Articles 10(2)(a) to (n).
  'RiskAssessment.answers': 14,
  'CountryBenchmarkTable.countries': 35,
  // Most have few; one may have 1,000 and 100.
  'LotsAdvanced.results': 100,
  'Transformation.inputs': 100,
  'Transformation.outputs': 20,
};

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
  const own = 1 + (VERIFYING[name] ?? HEAVY_FIELDS[name] ?? 0);
  if (typeof limit === 'number') return own + Math.max(1, limit) * childComplexity;
  // The page object above already multiplied by its size.
  if (isList && !type.name.endsWith('Page')) {
    return own + (LONG_LISTS[name] ?? sizeOf(field.type)) * childComplexity;
  }
  return own + childComplexity;
};
const sizeOf = (type: GraphQLOutputType): number => (getNamedType(type).name === 'Said' ? 3 : 10);
/**
 * The cost of an operation with these variables, by the prices above; cached by document.
 * @throws GraphQLError BAD_USER_INPUT for wrong variables
 */
export function operationCost(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown> | null | undefined,
): number {
  return cachedCost({
    schema,
    query,
    operationName: operationName ?? undefined,
    variables: variables ?? {},
    estimators: [estimator],
  });
}

/** Cached facts of a document: the variables that its cost depends on, and its costs by operation and by those. */
interface Costs {
  weighed: ReadonlySet<string>;
  known: Map<string, number>;
}

const costs = new WeakMap<DocumentNode, Costs>();
const MOST_COSTS = 50;
const LONGEST_KEY = 1_000;

function cachedCost(operation: Parameters<typeof getComplexity>[0]): number {
  const { query, operationName } = operation;
  const ofDocument = costs.get(query) ?? { weighed: weighedVariables(query), known: new Map<string, number>() };
  const values = Object.entries(variablesOf(operation)).filter(([name]) => ofDocument.weighed.has(name));
  const key = JSON.stringify([operationName, values]);
  const known = ofDocument.known.get(key);
  if (known !== undefined) return known;
  const cost = computedCost(operation);
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

function computedCost(operation: Parameters<typeof getComplexity>[0]): number {
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
