import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { CSV_HEADER, importLots } from '../../support/lotFiles.ts';
import { settledLot } from '../../support/seeds.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** For a test of some thousand calls, on a machine that does other work beside it. */
const MANY_CALLS_MS = 240_000;
/** Texts that PostgreSQL cannot store: NUL, and half a character. */
const ODD = ['LOT1\u0000', '\ud800'];

const jsonSchema = z.looseObject({});
type JsonSchema = z.infer<typeof jsonSchema>;
const openApi = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.looseObject({
        requestBody: z.object({ content: z.record(z.string(), z.object({ schema: jsonSchema })) }).optional(),
      }),
    ),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), jsonSchema) }),
});

let app: TestApp;
let admin: Person;
let bodies: { method: string; path: string; schema: JsonSchema }[];
let components: Record<string, JsonSchema>;
let schema: GraphQLSchema;

beforeAll(async () => {
  app = await createTestApp({ env: { CONTACT: 'store' } });
  admin = await app.person('admin');
  await settledLot(app, admin, { lotId: 'LOT1', farmId: 'FARM001' });
  schema = buildClientSchema((await app.graphql.run(getIntrospectionQuery())).data);
  const document = openApi.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());
  components = document.components.schemas;
  bodies = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const json = requestBody?.content['application/json']?.schema;
      return json === undefined ? [] : [{ method: method.toUpperCase(), path: given(path), schema: json }];
    }),
  );
});
afterAll(() => app.stop());

const given = (path: string): string => path.replace('{farmId}', 'FARM001').replace(/\{\w+\}/g, 'LOT1');

/** Values that lead a call further than any text would, by the name of their field. */
const MEANT: Record<string, unknown> = {
  weight: 50,
  farmId: 'FARM001',
  username: 'odd.text',
  role: 'auditor',
  geometry: { type: 'Point', coordinates: [145.743927, -5.258413] },
};
const FORMATS: Record<string, string> = {
  date: '2026-03-01',
  'date-time': '2026-03-01T00:00:00Z',
  uuid: '00000000-0000-4000-8000-000000000000',
};

/** A value of a schema with all its fields. */
function valueOf(form: JsonSchema, name = ''): unknown {
  if (name in MEANT) return MEANT[name];
  const own = z
    .looseObject({
      $ref: z.string().optional(),
      anyOf: z.array(jsonSchema).optional(),
      enum: z.array(z.unknown()).optional(),
      const: z.unknown().optional(),
      type: z.union([z.string(), z.array(z.string())]).optional(),
      format: z.string().optional(),
      minimum: z.number().optional(),
      items: jsonSchema.optional(),
      properties: z.record(z.string(), jsonSchema).default({}),
      additionalProperties: z.union([z.boolean(), jsonSchema]).optional(),
    })
    .parse(form);
  if (own.$ref !== undefined) return valueOf(components[own.$ref.split('/').at(-1) ?? ''] ?? {}, name);
  if (own.enum !== undefined) return own.enum[0];
  if (own.const !== undefined) return own.const;
  const type = Array.isArray(own.type) ? own.type.find((one) => one !== 'null') : own.type;
  if (type === 'object') {
    const fields = Object.entries(own.properties).map(([field, one]) => [field, valueOf(one, field)]);
    const more = typeof own.additionalProperties === 'object' ? { key: valueOf(own.additionalProperties) } : {};
    return { ...Object.fromEntries(fields), ...more };
  }
  if (type === 'array') return [valueOf(own.items ?? {})];
  if (type === 'integer' || type === 'number') return own.minimum ?? 1;
  if (type === 'boolean') return true;
  const [first] = (own.anyOf ?? []).filter((one) => one.type !== 'null');
  if (type === undefined && first !== undefined) return valueOf(first, name);
  return FORMATS[own.format ?? ''] ?? 'LOT1';
}

/** The value with the odd text in place of each of its texts in turn, and as a key of each of its objects. */
function* withOddText(value: unknown, odd: string): Generator<unknown> {
  if (typeof value === 'string') yield odd;
  if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) for (const one of withOddText(item, odd)) yield value.with(i, one);
    yield [...value, odd];
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value))
      for (const one of withOddText(item, odd)) yield { ...value, [key]: one };
    yield { ...value, [odd]: 'x' };
  }
}

describe('a text that cannot be stored, in any place of a body', () => {
  it(
    'is refused or finds nothing: called alone and in a batch',
    async () => {
      expect(bodies.length).toBeGreaterThan(25);
      const failed: unknown[] = [];
      for (const { method, path, schema: form } of bodies) {
        const sent = ODD.flatMap((odd) => [...withOddText(valueOf(form), odd)]);
        for (const body of sent) {
          const { status, data } = await admin.rest.send(method, path, body);
          if (status >= 500) failed.push([method, path, JSON.stringify(body), status]);
          if (path === '/batch') expect(data?.responses ?? []).not.toContainEqual({ statusCode: 500 });
        }
        for (let from = 0; from < sent.length; from += 20) {
          const requests = sent.slice(from, from + 20).map((body) => ({ method, path, body }));
          const { data } = await admin.rest.send('POST', '/batch', { requests });
          for (const [i, { statusCode }] of (data?.responses ?? []).entries())
            if (statusCode >= 500) failed.push(['batch', path, JSON.stringify(requests[i]?.body), statusCode]);
        }
      }
      expect(failed).toEqual([]);
    },
    MANY_CALLS_MS,
  );

  it('is refused as Idempotency-Key, which takes visible ASCII alone', async () => {
    for (const key of ['\u00ff', '\u0080', 'a\tb', 'x'.repeat(256)]) {
      const { status } = await admin.rest.send('POST', '/lots', {}, { 'idempotency-key': key });
      expect([key, status]).toEqual([key, 400]);
    }
  });
});

describe('a text that cannot be stored, in a file', () => {
  const feature = {
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [145.743927, -5.258413] },
    properties: {
      lotId: 'LOT9',
      farmId: 'FARM001',
      farmerName: 'Maria Kaupa',
      plots: ['North'],
      certifications: ['Organic'],
      ProducerCountry: 'PG',
      ProductionPlace: 'Madang',
      name: 'North',
    },
  };

  it('is refused in each place of a GeoJSON file, of lots and of plots', async () => {
    const failed: unknown[] = [];
    for (const odd of ODD) {
      for (const one of withOddText(feature, odd)) {
        const file = JSON.stringify({ type: 'FeatureCollection', features: [one] });
        const lots = await importLots(app, admin, file, { name: 'lots.geojson', type: 'application/geo+json' });
        const form = new FormData();
        form.set('file', new Blob([file], { type: 'application/geo+json' }), 'plots.geojson');
        const plots = await admin.rest.form('/farms/FARM001/plots/import', form);
        if (lots.status >= 500 || plots.status >= 500) failed.push([file, lots.status, plots.status]);
      }
    }
    expect(failed).toEqual([]);
  });

  it('is refused in each cell of a CSV file, and in its header', async () => {
    const names = [...CSV_HEADER.split(','), 'plots'];
    const failed: unknown[] = [];
    {
      const odd = 'LOT1\u0000';
      for (const i of names.keys()) {
        const cells = names.map(() => 'FARM001').with(i, odd);
        for (const lines of [
          [names, cells],
          [names.with(i, odd), cells],
        ]) {
          const { status } = await importLots(app, admin, lines.map((line) => line.join(',')).join('\n'));
          if (status >= 500) failed.push([names[i], status]);
        }
      }
    }
    expect(failed).toEqual([]);
  });
});

/** A value of an input type with all its fields. */
function argumentOf(type: GraphQLInputType, name: string): unknown {
  if (isNonNullType(type)) return argumentOf(type.ofType, name);
  if (isListType(type)) return [argumentOf(type.ofType, name)];
  if (isEnumType(type)) return type.getValues()[0]?.name;
  if (isInputObjectType(type)) {
    return Object.fromEntries(
      Object.values(type.getFields()).map((field) => [field.name, argumentOf(field.type, field.name)]),
    );
  }
  const values: Record<string, unknown> = { Int: 1, Float: 1.5, Boolean: true, Date: FORMATS.date };
  if (String(type) === 'String' && typeof MEANT[name] === 'string') return MEANT[name];
  return values[String(type)] ?? 'LOT1';
}

const KINDS = { Query: 'query', Mutation: 'mutation' } as const;

/** An operation that asks for one root field, with its arguments as variables. */
function operationOf(root: keyof typeof KINDS, field: GraphQLField<unknown, unknown>): string {
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  const declared = field.args.map((arg) => `$${arg.name}: ${String(arg.type)}`).join(', ');
  const passed = field.args.map((arg) => `${arg.name}: $${arg.name}`).join(', ');
  return `${KINDS[root]} (${declared}) { ${field.name}(${passed})${selection} }`;
}

/** A value as it is written in a query. @param type names the values of enumerations, which have no quotes */
function literal(value: unknown, type: GraphQLInputType): string {
  if (isNonNullType(type)) return literal(value, type.ofType);
  if (Array.isArray(value))
    return `[${value.map((item) => literal(item, isListType(type) ? type.ofType : type)).join(', ')}]`;
  if (isEnumType(type)) return typeof value === 'string' && /^\w+$/.test(value) ? value : JSON.stringify(value);
  if (isInputObjectType(type) && typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).flatMap(([name, one]) => {
      const field = type.getFields()[name];
      return field === undefined ? [] : [`${name}: ${literal(one, field.type)}`];
    });
    return `{ ${fields.join(', ')} }`;
  }
  return JSON.stringify(value);
}

describe('a text that cannot be stored, in any argument of GraphQL', () => {
  it.each(['Query', 'Mutation'] as const)(
    'is never an internal error, in variables and written out, over HTTP and a socket: %s',
    async (root) => {
      const type = root === 'Query' ? schema.getQueryType() : schema.getMutationType();
      const fields = Object.values(type?.getFields() ?? {}).filter(({ args }) => args.length > 0);
      expect(fields.length).toBeGreaterThan(20);
      const socket = await openSocket(app.url, admin.accessToken);
      const failed: unknown[] = [];
      for (const field of fields) {
        const query = operationOf(root, field);
        const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
        const whole = Object.fromEntries(field.args.map((arg) => [arg.name, argumentOf(arg.type, arg.name)]));
        const codesOf = async (variables: unknown) => {
          const values = z.record(z.string(), z.unknown()).parse(variables);
          const written = field.args.map((arg) => `${arg.name}: ${literal(values[arg.name], arg.type)}`).join(', ');
          const answers = await Promise.all([
            socket.run(query, values),
            admin.graphql.run(query, values),
            admin.graphql.run(`${KINDS[root]} { ${field.name}(${written})${selection} }`),
          ]);
          return answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions?.code));
        };
        for (const variables of ODD.flatMap((odd) => [...withOddText(whole, odd)])) {
          const codes = await codesOf(variables);
          if (codes.some((code) => code === undefined || code === 'INTERNAL_SERVER_ERROR'))
            failed.push([field.name, JSON.stringify(variables), codes]);
        }
      }
      await socket.close();
      expect(failed).toEqual([]);
    },
    MANY_CALLS_MS,
  );

  it('is named by its field, and changes nothing', async () => {
    const refused = async (query: string, variables: Record<string, unknown>) =>
      (await admin.graphql.run(query, variables)).errors.map(({ extensions }) => [
        extensions?.code,
        z
          .array(z.looseObject({ field: z.string() }))
          .catch([])
          .parse(extensions?.details)[0]?.field,
      ]);
    const retry = 'mutation ($id: ID!) { retryLedgerEvent(id: $id) { __typename } }';
    expect(await refused(retry, { id: '\u0000' })).toEqual([['BAD_USER_INPUT', 'id']]);
    expect(await refused(retry, { id: '0'.repeat(31) })).toEqual([['BAD_USER_INPUT', 'id']]);
    const change = 'mutation ($plots: [String!]) { updateLot(id: "LOT1", input: { plots: $plots }) { __typename } }';
    expect(await refused(change, { plots: ['a', '\u0000'] })).toEqual([['BAD_USER_INPUT', 'plots.1']]);
  });

  it('has no place in a subscription: none takes an argument', () => {
    const subscriptions = Object.values(schema.getSubscriptionType()?.getFields() ?? {});
    expect(subscriptions.flatMap(({ args }) => args)).toEqual([]);
  });

  it('breaks no socket as the id of an operation, as a name or as a token', async () => {
    for (const odd of ODD) {
      const socket = new WebSocket(`${app.url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
      const ended = once(socket, 'close');
      await once(socket, 'open');
      const send = (message: unknown) => socket.send(JSON.stringify(message));
      send({ type: 'connection_init', payload: { authorization: `Bearer ${odd}`, [odd]: odd } });
      send({
        id: odd,
        type: 'subscribe',
        payload: { query: '{ health { status } }', operationName: odd, extensions: { [odd]: odd } },
      });
      send({ type: 'ping', payload: { [odd]: odd } });
      send({ id: odd, type: 'complete' });
      const [message] = await Promise.race([once(socket, 'message'), ended.then((code) => [JSON.stringify(code)])]);
      expect(String(message)).not.toMatch(/INTERNAL_SERVER_ERROR|1011|4500/);
      socket.close();
      await ended;
    }
    expect((await app.rest.get('/health')).status).toBe(200);
  });
});
