import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  GraphQLBoolean,
  getNullableType,
  GraphQLFloat,
  GraphQLInt,
  isEnumType,
  isInputObjectType,
  isListType,
  isRequiredInputField,
  isScalarType,
  parse,
  typeFromAST,
  type GraphQLType,
  type OperationDefinitionNode,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertAffordable } from '../../../server/platform/graphql/limits.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/**
 * Fields that read much for a short answer: a screen can use each once, and no operation can repeat them fifteen times.
 */
let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.stop());

const times = (count: number, field: string): string =>
  `{ ${Array.from({ length: count }, (_, i) => `a${i}: ${field}`).join(' ')} }`;
const codeOf = async (query: string): Promise<unknown> => {
  const { errors } = await admin.graphql.run(query);
  return errors?.[0]?.extensions?.['code'] ?? null;
};

it.each([
  ['reports(limit: 10) { reports { reportId } }', 2],
  ['find(text: "LOT7") { lots { lotId } }', 15],
  ['alertPlaces { elsewhere }', 15],
  ['auditLog(limit: 1) { next }', 15],
  ['lotAnalytics { lotsByStage { count } complianceByMonth { lots } alertsByWeek { raised } }', 15],
  ['dashboardStats { totalLots earlier { totalLots } }', 15],
])('{ %s } stands in an operation, and not %i times', async (field, count) => {
  expect(await codeOf(`{ ${field} }`)).toBeNull();
  expect(await codeOf(times(count, field))).toBe('QUERY_TOO_COMPLEX');
});

describe('a page of 100 reports', () => {
  it('with all that is told of them stands in an operation', async () => {
    const report = `reportId generatedDate startDate endDate totalLots compliantLots nonCompliantLots averageQualityScore
      complianceRate differingLots satelliteChecks gdprCompliant`;
    const row = `reportId intact madeBy madeByRole byKey sampleData formats report { ${report} }`;
    expect(await codeOf(`{ reports(limit: 100) { reports { ${row} } pagination { total } } }`)).toBeNull();
  });
});

it('every query of the pages is within the cost of one', () => {
  const schema = buildSchema(readFileSync(join(packageRoot, 'schema.graphql'), 'utf8'));
  const texts = readdirSync(join(packageRoot, 'client'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.graphql'))
    .map((name) => readFileSync(join(packageRoot, 'client', name), 'utf8'));
  const all = parse(texts.join('\n'));
  const operations = all.definitions.filter(
    (node): node is OperationDefinitionNode => node.kind === 'OperationDefinition',
  );
  expect(operations.length).toBeGreaterThan(20);
  const queries = operations.filter(({ operation }) => operation === 'query');
  const refused = queries.flatMap(({ name, variableDefinitions }) => {
    const given = (variableDefinitions ?? []).flatMap(({ variable, type, defaultValue }) =>
      type.kind !== 'NonNullType' || defaultValue !== undefined
        ? []
        : [[variable.name.value, valueOf(typeFromAST(schema, type.type))]],
    );
    try {
      assertAffordable(schema, all, name?.value, Object.fromEntries(given));
      return [];
    } catch (error) {
      return [`${name?.value}: ${String(error)}`];
    }
  });
  expect(refused).toEqual([]);
});

/** A value of a required variable; numbers are as great as a page may be long. */
function valueOf(type: GraphQLType | undefined): unknown {
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (type === GraphQLInt || type === GraphQLFloat) return 100;
  if (type === GraphQLBoolean) return true;
  if (isListType(type)) return [valueOf(getNullableType(type.ofType))];
  if (isInputObjectType(type)) {
    const needed = Object.values(type.getFields()).filter(isRequiredInputField);
    return Object.fromEntries(needed.map((field) => [field.name, valueOf(getNullableType(field.type))]));
  }
  return isScalarType(type) ? 'LOT701' : {};
}
