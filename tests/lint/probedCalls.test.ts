import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { buildSchema } from 'graphql';
import { expect, it } from 'vitest';
import { ROUTES } from '../support/declaredRoutes.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { batchRoute } from '../../server/platform/rest/batch.ts';
import { documentRoutes } from '../../server/platform/rest/openapi/documentRoutes.ts';
import { REST_BASE } from '../../server/platform/rest/restServer.ts';
import { GRAPHQL_PROBES, REST_PROBES } from '../load/probeCalls.ts';

/** The probe (`npm run bench -- probe`) measures what each call does to all others: a call that it does not make is measured by none. */
it('the probe makes every REST call', () => {
  const own = [...ROUTES, batchRoute(fastify(), REST_BASE, 10_000)];
  const all = [...own, ...documentRoutes(own, REST_BASE)].map(({ method, path }) => `${method} ${path}`);
  expect(all.length).toBeGreaterThan(90);
  expect(Object.keys(REST_PROBES).sort()).toEqual(all.sort());
});

it('the probe makes every query and mutation', () => {
  const schema = buildSchema(readFileSync(join(packageRoot, 'schema.graphql'), 'utf8'));
  const all = [schema.getQueryType(), schema.getMutationType()].flatMap((root) =>
    Object.keys(root?.getFields() ?? {}).map((field) => `${root?.name}.${field}`),
  );
  expect(all.length).toBeGreaterThan(80);
  expect(Object.keys(GRAPHQL_PROBES).sort()).toEqual(all.sort());
});
