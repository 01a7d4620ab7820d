import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  buildSchema,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isRequiredArgument,
  isRequiredInputField,
  parse,
  type GraphQLField,
  type GraphQLInputType,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { assertAffordable } from '../../../server/platform/graphql/limits.ts';
import { HEAVY_FIELDS, LONG_LISTS } from '../../../server/platform/graphql/operationCost.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const schema = buildSchema(readFileSync(join(packageRoot, 'schema.graphql'), 'utf8'));
const ROOTS = {
  query: schema.getQueryType(),
  mutation: schema.getMutationType(),
  subscription: schema.getSubscriptionType(),
};
const KINDS = ['query', 'mutation', 'subscription'] as const;
type Kind = (typeof KINDS)[number];
type Field = GraphQLField<unknown, unknown>;
const FIELDS = KINDS.flatMap((kind) =>
  Object.values(ROOTS[kind]?.getFields() ?? {}).map((field): [kind: Kind, name: string, field: Field] => [
    kind,
    field.name,
    field,
  ]),
);
/** `GRAPHQL_PARSE_FAILED`: more words than an operation may have. A subscription has one field. */
const REFUSED = new Set(['QUERY_TOO_COMPLEX', 'GRAPHQL_PARSE_FAILED', 'GRAPHQL_VALIDATION_FAILED']);

let app: TestApp;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
});
afterAll(() => app.stop());

/** A valid value of a type, as query text. */
function someValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return `[${someValue(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${someValue(field.type)}`).join(', ')} }`;
  }
  const values: Record<string, string> = { Int: '1', Float: '1.5', Boolean: 'true', Date: '"2026-03-01"' };
  return values[String(type)] ?? '"LOT1"';
}

function called({ name, args }: Field, more: string[] = []): string {
  const given = [...args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${someValue(arg.type)}`), ...more];
  return given.length === 0 ? name : `${name}(${given.join(', ')})`;
}

function aliased(field: Field, count: number, from = 0): string {
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  return Array.from({ length: count }, (_, i) => `a${from + i}: ${called(field)}${selection}`).join(' ');
}

/** One operation that asks for a field so many times: written out, in fragments of ten, in parts of ten. */
function waysToAsk(kind: Kind, field: Field, count: number): string[] {
  const type = ROOTS[kind]?.name;
  const tens = Array.from({ length: count / 10 }, (_, i) => aliased(field, 10, i * 10));
  return [
    `${kind} { ${aliased(field, count)} }`,
    `${kind} { ${tens.map((_, i) => `...f${i}`).join(' ')} } ${tens.map((ten, i) => `fragment f${i} on ${type} { ${ten} }`).join(' ')}`,
    `${kind} { ${tens.map((ten) => `... on ${type} { ${ten} }`).join(' ')} }`,
  ];
}

describe('one operation that asks for the same field many times', () => {
  it.each(FIELDS)('%s %s is refused at once, and changes nothing', async (kind, _, field) => {
    const socket = await openSocket(app.url, admin.accessToken);
    try {
      for (const query of [...waysToAsk(kind, field, 20), ...waysToAsk(kind, field, 500)]) {
        const answers = [await socket.run(query)];
        if (kind !== 'subscription') answers.push(await admin.graphql.run(query));
        for (const { data, errors } of answers) {
          expect([query.slice(0, 100), data ?? null, REFUSED.has(String(errors[0]?.extensions?.code))]).toEqual([
            query.slice(0, 100),
            null,
            true,
          ]);
        }
      }
    } finally {
      await socket.close();
    }
  });

  it('is refused as a list of operations as well', async () => {
    const body = Array.from({ length: 500 }, () => ({ query: '{ satelliteProgress { due } }' }));
    const answer = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${admin.accessToken}` },
      body: JSON.stringify(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.text()).not.toContain('"due"');
  });
});

describe('the price of a field', () => {
  const fieldNamed = (name: string): unknown => {
    const [type, field] = name.split('.');
    const owner = schema.getType(type ?? '');
    return isObjectType(owner) ? owner.getFields()[field ?? ''] : undefined;
  };

  it.each(Object.keys({ ...HEAVY_FIELDS, ...LONG_LISTS }))('is that of one that is there: %s', (name) => {
    expect(fieldNamed(name)).toBeDefined();
  });

  const paged = FIELDS.filter(([, , { args }]) => args.some(({ name }) => name === 'limit'));

  it.each(paged)(
    'lets a page of 100 with all plain fields of its items stand in an operation: %s %s',
    (kind, _, field) => {
      const query = `${kind} { ${called(field, ['limit: 100'])} { ${plainFields(field, 2)} } }`;
      expect(() => assertAffordable(schema, parse(query), null, {})).not.toThrow();
    },
  );

  it.each([
    ['alertInvestigation(id: "x") { comments { id text writtenAt } files { id } }', 15],
    ['satelliteProgress { due }', 4],
    ['watchedLots { total }', 15],
    ['lotQrCode(id: "x") { __typename }', 15],
  ])('that reads much does not let it stand there often: %s', (text, count) => {
    const times = (n: number): string => `{ ${Array.from({ length: n }, (_, i) => `a${i}: ${text}`).join(' ')} }`;
    expect(() => assertAffordable(schema, parse(times(1)), null, {})).not.toThrow();
    expect(() => assertAffordable(schema, parse(times(count)), null, {})).toThrow(/costs \d+; the limit is 6000/);
  });
});

/** The fields of a page, or a list, that hold no other objects, and those of its items. */
function plainFields(field: Field, levels: number): string {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return '';
  const texts = Object.values(type.getFields()).flatMap((inner) => {
    if (inner.args.some(isRequiredArgument)) return [];
    if (isLeafType(getNamedType(inner.type))) return [inner.name];
    if (levels < 2 || !type.name.endsWith('Page')) return [];
    return [`${inner.name} { ${plainFields(inner, levels - 1)} }`];
  });
  return texts.join(' ');
}
