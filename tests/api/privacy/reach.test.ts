import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isRequiredArgument,
  isRequiredInputField,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ security: z.array(z.unknown()) }))),
});

let app: TestApp;
let schema: GraphQLSchema;
/** every call as 'GET /lots', and whether it asks for a token */
let calls: { call: string; method: string; path: string; open: boolean }[];

beforeAll(async () => {
  // Mail is offered, though nobody takes it.
  const env = {
    CONTACT: 'store',
    SMTP_URL: 'smtp://127.0.0.1:9',
    MAIL_FROM: 'trace@trace.example',
    PUBLIC_URL: 'https://trace.example',
  };
  app = await createTestApp({ env });
  schema = buildClientSchema((await app.graphql.run(getIntrospectionQuery())).data);
  const { paths } = document.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());
  calls = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security }]) => ({
      call: `${method.toUpperCase()} ${path}`,
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, 'LOT1'),
      open: security.length === 0,
    })),
  );
});
afterAll(() => app.stop());

/**
 * Calls without sign-in (docs/spec/rest-api.md, 'Public calls'); the interface's own description; demo accounts for the
 * sign-in page. The token of a buyer's link is in the path.
 */
const OPEN_CALLS = [
  'GET /blockchain/health',
  'GET /buyer/{token}',
  'GET /buyer/{token}/papers',
  'GET /buyer/{token}/plots.geojson',
  'GET /demo/accounts',
  'GET /docs',
  'GET /health',
  'GET /ledger/consistency',
  'GET /ledger/head',
  'GET /ledger/heads/{number}',
  'GET /ledger/roots',
  'GET /lots/public/health',
  'GET /lots/public/search',
  'GET /lots/public/{lotId}',
  'GET /lots/public/{lotId}/blockchain',
  'GET /lots/public/{lotId}/certificate',
  'GET /lots/public/{lotId}/proof',
  'GET /lots/public/{lotId}/proof/inputs/{key}',
  'GET /lots/public/{lotId}/proof/whole',
  'GET /lots/public/{lotId}/provenance',
  'GET /lots/public/{lotId}/statements',
  'GET /openapi.json',
  'POST /analytics/search',
  'POST /auth/invitation',
  'POST /auth/invitation/accept',
  'POST /auth/login',
  'POST /auth/password-reset',
  'POST /auth/password-reset/complete',
  'POST /auth/refresh',
  'POST /contact',
  'POST /ledger/countersign',
  'POST /lots/public/{lotId}/verify-integrity',
  'POST /monitoring/errors',
  'POST /monitoring/metrics',
];

describe('without a token, over REST', () => {
  it('these calls answer, and no others', async () => {
    expect(
      calls
        .filter(({ open }) => open)
        .map(({ call }) => call)
        .sort(),
    ).toEqual(OPEN_CALLS);
    for (const { call, method, path, open } of calls) {
      const response = await fetch(`${app.url}/api/v1${path}`, { method });
      const text = await response.text();
      // A wrong login or refresh token is 401 as well, but no login is asked for.
      const asked = response.status === 401 && text.includes('Please log in to continue.');
      expect([call, asked]).toEqual([call, !open]);
    }
  });
});

/** docs/spec/graphql-api.md, 'Root fields' */
const OPEN_FIELDS = [
  'acceptInvitation',
  'health',
  'ledgerConsistency',
  'ledgerDriver',
  'ledgerHead',
  'ledgerOrganisations',
  'login',
  'openInvitation',
  'publicLot',
  'publicProof',
  'refreshSession',
  'requestPasswordReset',
  'resetPassword',
  'verifyIntegrity',
];
const NAMED_FIELDS = {
  Query: `me lots lot publicLot alerts alertStats dashboardStats recentActivity complianceReport provenanceChain auditTrail
    lotHistory lotBlockchain lotCompliance lotQrCode lotStats lotAnalytics publicProof users partnerKeys health`,
  Mutation: `login refreshSession logout createLot updateLot updateProcess deleteLot checkSatellite verifyIntegrity
    dismissAlert acknowledgeAlert resolveAlert updateAlerts eraseMyData`,
  Subscription: 'alertChanged lotChanged',
};
const KINDS = { Query: 'query', Mutation: 'mutation', Subscription: 'subscription' } as const;
type Root = keyof typeof KINDS;

/** A valid value of a type, as query text. */
function someValue(type: GraphQLInputType): string {
  if (isNonNullType(type)) return someValue(type.ofType);
  if (isListType(type)) return `[${someValue(type.ofType)}]`;
  if (isEnumType(type)) return type.getValues()[0]?.name ?? 'null';
  if (isInputObjectType(type)) {
    const fields = Object.values(type.getFields()).filter(isRequiredInputField);
    return `{ ${fields.map((field) => `${field.name}: ${someValue(field.type)}`).join(', ')} }`;
  }
  const values: Record<string, string> = {
    Int: '1',
    Float: '1.5',
    Boolean: 'true',
    Date: '"2026-03-01"',
    DateTime: '"2026-03-01T00:00:00Z"',
  };
  // Long enough for a password.
  return values[String(type)] ?? '"LOT12345"';
}

/** An operation that asks for one root field alone. */
function operationOf(root: Root, field: GraphQLField<unknown, unknown>): string {
  const given = field.args.filter(isRequiredArgument).map((arg) => `${arg.name}: ${someValue(arg.type)}`);
  const selection = isLeafType(getNamedType(field.type)) ? '' : ' { __typename }';
  return `${KINDS[root]} { ${field.name}${given.length > 0 ? `(${given.join(', ')})` : ''}${selection} }`;
}

function fieldsOf(root: Root): GraphQLField<unknown, unknown>[] {
  const roots = {
    Query: schema.getQueryType(),
    Mutation: schema.getMutationType(),
    Subscription: schema.getSubscriptionType(),
  };
  return Object.values(roots[root]?.getFields() ?? {});
}

describe('the root fields of GraphQL', () => {
  it.each(['Query', 'Mutation', 'Subscription'] as const)('have the names that were promised: %s', (root) => {
    const names = fieldsOf(root).map(({ name }) => name);
    for (const name of NAMED_FIELDS[root].split(/\s+/)) expect(names).toContain(name);
  });

  it('answer these alone without a token, and ask for one else: over HTTP and over a socket', async () => {
    const socket = await openSocket(app.url);
    const open = new Set<string>();
    for (const root of ['Query', 'Mutation', 'Subscription'] as const) {
      for (const field of fieldsOf(root)) {
        const query = operationOf(root, field);
        const answers = [await socket.run(query)];
        if (root !== 'Subscription') answers.push(await app.graphql.run(query));
        const codes = answers.map(({ errors }) => errors[0]?.extensions?.code);
        if (codes.every((code) => code === undefined)) open.add(field.name);
        else expect([query, ...new Set(codes)]).toEqual([query, 'UNAUTHENTICATED']);
      }
    }
    await socket.close();
    expect([...open].sort()).toEqual(OPEN_FIELDS);
  });
});

describe('calls of admins alone', () => {
  const ADMINS: [method: string, path: string, body?: unknown][] = [
    ['GET', '/contact'],
    ['GET', '/analytics/search/daily'],
    ['POST', `/ledger/events/${'0'.repeat(32)}/retry`],
    ['POST', '/gdpr/erase', { farmId: 'FARM404', farmerName: 'Nobody At All' }],
  ];

  it.each(ADMINS)('%s %s', async (method, path, body) => {
    const statusFor = async (person: Person) => (await person.rest.send(method, path, body)).status;
    for (const role of ['farmer', 'processor', 'auditor'] as const) {
      expect([role, await statusFor(await app.person(role))]).toEqual([role, 403]);
    }
    expect([200, 404]).toContain(await statusFor(await app.person('admin')));
  });
});
