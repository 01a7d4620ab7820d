import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { ROUTES } from '../support/declaredRoutes.ts';
import { batchRoute } from '../../server/platform/rest/batch.ts';
import { documentRoutes } from '../../server/platform/rest/openapi/documentRoutes.ts';
import { membersOf, type JsonSchema } from '../../server/platform/rest/openapi/jsonSchema.ts';
import { openApiDocument } from '../../server/platform/rest/openapi/openApiDocument.ts';
import { REST_BASE } from '../../server/platform/rest/restServer.ts';

const routes = [...ROUTES, batchRoute(fastify(), REST_BASE, 10_000)];
const document = openApiDocument([...routes, ...documentRoutes(routes, REST_BASE)], REST_BASE);

/** All objects of the document, with where they stand. */
function objectsOf(value: unknown, place: string): [place: string, object: JsonSchema][] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([key, part]) => objectsOf(part, `${place}/${key}`));
  return Array.isArray(value) ? inner : [[place, membersOf(value)], ...inner];
}
const objects = objectsOf(document, '');

it('the description of the REST interface is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate({ ...document });
  expect([errors, valid]).toEqual([undefined, true]);
});

it('each schema in it is valid JSON Schema 2020-12', () => {
  const ajv = new Ajv2020({ logger: false });
  const schemas: [string, unknown][] = [
    ...objects.flatMap(([place, { schema }]): [string, unknown][] => (schema === undefined ? [] : [[place, schema]])),
    ...Object.entries(document.components.schemas),
  ];
  expect(schemas.length).toBeGreaterThan(100);
  const invalid = schemas.filter(([, schema]) => ajv.validateSchema(membersOf(schema)) !== true);
  expect(invalid.map(([place]) => place)).toEqual([]);
});

it('each array in it has one schema for its items, which generators of clients need', () => {
  const arrays = objects.filter(([, object]) => object.type === 'array');
  expect(arrays.length).toBeGreaterThan(50);
  const without = arrays.filter(([, { items }]) => typeof items !== 'object' || Array.isArray(items));
  expect(without.map(([place]) => place)).toEqual([]);
  expect(objects.filter(([, object]) => 'prefixItems' in object).map(([place]) => place)).toEqual([]);
});
