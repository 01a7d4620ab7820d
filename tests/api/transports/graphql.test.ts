import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { REQUEST } from '../../../server/domain/messages/refusalMessages.ts';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { newLot, someLotId } from '../../support/newLot.ts';
import { openSocket, type SocketClient } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

let server: TestApp;
/** on the same database, with NODE_ENV=production */
let production: TestApp;
let farmer: Person;
let otherFarmer: Person;
let processor: Person;
let auditor: Person;
let admin: Person;
let socket: SocketClient;

beforeAll(async () => {
  server = await createTestApp();
  production = await createTestApp({
    database: server.databaseUrl,
    env: { NODE_ENV: 'production', ROLE: 'web' },
  });
  farmer = await server.person('farmer');
  otherFarmer = await server.person('farmer', { farmId: 'FARM002' });
  processor = await server.person('processor');
  auditor = await server.person('auditor');
  admin = await server.person('admin');
  socket = await openSocket(server.url, processor.accessToken);
});

afterAll(async () => {
  await socket?.close();
  await production?.stop();
  await server?.stop();
});

const CREATE = `mutation ($input: CreateLotInput!) {
  createLot(input: $input) { __typename ... on LotCreated { lot { id lotId version } } ... on Failure { message } ... on LotIdTaken { lotId } }
}`;

async function created(by: Person, changes: Record<string, unknown> = {}): Promise<{ id: string; lotId: string }> {
  const { data } = await by.graphql.run(CREATE, { input: newLot(changes) });
  expect(data.createLot.__typename).toBe('LotCreated');
  return data.createLot.lot;
}

/** An operation over HTTP and over a web socket, by a processor: codes and messages must not depend on the way. */
async function bothWays(query: string, variables?: Record<string, unknown>) {
  const http = await processor.graphql.run(query, variables);
  const overSocket = await socket.run(query, variables);
  return [
    { data: http.data ?? undefined, errors: http.errors },
    { data: overSocket.data ?? undefined, errors: [...overSocket.errors] },
  ];
}

const codesOf = (errors: readonly { extensions?: Record<string, unknown> }[]) =>
  errors.map(({ extensions }) => extensions?.code);

describe('errors', () => {
  it('UNAUTHENTICATED: without login only the public calls answer', async () => {
    const staff = [
      '{ me { id } }',
      '{ lots { pagination { total } } }',
      '{ lot(id: "LOT701") { id } }',
      '{ lotStats { totalLots } }',
      '{ lotHistory(id: "LOT701") { at } }',
      '{ lotBlockchain(id: "LOT701") { verification { state } } }',
      '{ provenanceChain(id: "LOT701") { id } }',
      '{ lotQrCode(id: "LOT701") { url } }',
      '{ nextLotId }',
      '{ alerts { pagination { total } } }',
      '{ alertStats { total } }',
      '{ dashboardStats { totalLots } }',
      '{ recentActivity { lotId } }',
      'mutation { deleteLot(id: "LOT701") { __typename } }',
      'mutation { acknowledgeAlert(id: "x") { __typename } }',
      'mutation { logout(refreshToken: "x") { loggedOut } }',
      'mutation { checkSatellite(id: "LOT701", latitude: 1, longitude: 1) { __typename } }',
    ];
    for (const query of staff) {
      const { errors } = await server.graphql.run(query);
      expect([query, codesOf(errors), errors[0]?.message]).toEqual([
        query,
        ['UNAUTHENTICATED'],
        'Please log in to continue.',
      ]);
    }
    const open = await server.graphql.run('{ health { status } publicLot(lotId: "LOT701") { lotId } }');
    expect(open).toMatchObject({ errors: [], data: { health: { status: 'ok' }, publicLot: null } });
    const login = await server.graphql.run(
      'mutation { login(username: "nobody", password: "nothing") { __typename } }',
    );
    expect(login.data).toEqual({ login: { __typename: 'InvalidCredentials' } });
  });

  it('FORBIDDEN: a right that the role does not have', async () => {
    const { data, errors } = await auditor.graphql.run(CREATE, { input: newLot() });
    expect(data ?? null).toBeNull();
    expect(errors).toMatchObject([
      {
        message: 'You do not have permission to perform this action.',
        extensions: { code: 'FORBIDDEN' },
        path: ['createLot'],
      },
    ]);
  });

  it('BAD_USER_INPUT: every field that cannot be taken, by name', async () => {
    const input = newLot({ latitude: 91, weight: -1, harvestDate: '2126-01-01' });
    const [http, overSocket] = await bothWays(CREATE, { input });
    expect(http?.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    const text = 'Latitude must be between -90 and 90';
    const said = {
      code: 'input.out_of_bounds',
      values: { field: 'latitude', min: -90, max: 90, measure: 'plain' },
      text,
    };
    expect(http?.errors[0]?.extensions?.details).toEqual([
      expect.objectContaining({ field: 'harvestDate', message: 'Harvest date cannot be in the future' }),
      { field: 'latitude', message: text, said },
      expect.objectContaining({ field: 'weight', message: 'Weight must be a positive number' }),
    ]);
    expect(overSocket?.errors[0]?.extensions).toEqual(http?.errors[0]?.extensions);
  });

  it.each([
    ['a page out of range', '{ lots(page: 0) { pagination { total } } }', {}],
    ['a limit above 100', '{ lots(limit: 101) { pagination { total } } }', {}],
    ['a variable of the wrong type', 'query ($n: Int!) { lots(limit: $n) { pagination { total } } }', { n: 'many' }],
    ['a missing variable', 'query ($n: Int!) { lots(limit: $n) { pagination { total } } }', {}],
    ['a variable out of an enum', 'query ($s: LotSort!) { lots(sort: $s) { pagination { total } } }', { s: 'weigth' }],
    [
      'a day that is none',
      'query ($d: Date!) { lots(filter: { harvestedFrom: $d }) { pagination { total } } }',
      { d: '2026-02-30' },
    ],
    ['an object for a text', 'query ($id: ID!) { lot(id: $id) { id } }', { id: { $ne: null } }],
    ['a fraction for a whole number', 'query ($n: Int) { lots(limit: $n) { pagination { total } } }', { n: 1.5 }],
    ['an unknown input field', CREATE, { input: newLot({ harvestedBy: 'someone' }) }],
  ])('BAD_USER_INPUT: %s, over HTTP and sockets alike', async (_, query, variables) => {
    const answers = await bothWays(query, variables);
    for (const { errors } of answers) expect(codesOf(errors)).toEqual(['BAD_USER_INPUT']);
    expect(answers[0]?.errors[0]?.message).toBe(answers[1]?.errors[0]?.message);
  });

  it.each([
    ['broken syntax', '{ lots { ', 'GRAPHQL_PARSE_FAILED'],
    ['an unknown field', '{ lots { lot } }', 'GRAPHQL_VALIDATION_FAILED'],
    ['a literal of the wrong type', '{ lots(limit: "12") { pagination { total } } }', 'GRAPHQL_VALIDATION_FAILED'],
  ])('%s is told the same way over HTTP and sockets', async (_, query, code) => {
    for (const { errors } of await bothWays(query)) expect(codesOf(errors)).toEqual([code]);
  });

  it('INTERNAL_SERVER_ERROR: one plain sentence, nothing of the database or the code', async () => {
    const hidden = 'alter table alert rename to alert_out_of_reach';
    await server.app.database.rows(hidden);
    try {
      for (const { data, errors } of await bothWays('{ alerts { pagination { total } } }')) {
        expect(data?.alerts ?? null).toBeNull();
        expect(errors).toHaveLength(1);
        expect(errors[0]?.message).toBe('A server error occurred. Please try again later.');
        expect(errors[0]?.extensions).toEqual({ code: 'INTERNAL_SERVER_ERROR', said: REQUEST.serverError({}) });
      }
    } finally {
      await server.app.database.rows('alter table alert_out_of_reach rename to alert');
    }
    expect((await processor.graphql.run('{ alerts { pagination { total } } }')).errors).toEqual([]);
  });

  it('carry no stack, file or SQL, whatever is wrong', async () => {
    const queries: [string, Record<string, unknown>?][] = [
      ['{ lots { '],
      ['{ nothing }'],
      ['query ($n: Int!) { lots(limit: $n) { pagination { total } } }', { n: {} }],
      ['{ lots(page: -1) { pagination { total } } }'],
      ['{ lot(id: "\\u0000") { id } }'],
      ['{ lots(filter: { search: "\\u0000\'; drop table lot; --" }) { pagination { total } } }'],
      ['mutation { deleteLot(id: "0b7f5d5e-9a55-4f0a-8d3e-0a4a6a3f6a11") { ... on Failure { message } } }'],
    ];
    for (const [query, variables] of queries) {
      const said = JSON.stringify((await bothWays(query, variables)).map(({ errors }) => errors));
      expect(said).not.toMatch(
        /stack|node_modules|\.ts\b|\.js\b|select |insert |postgres|relation|constraint|invalid byte/i,
      );
      expect(said).not.toContain('INTERNAL_SERVER_ERROR');
    }
  });
});

describe('expected failures are members of a result union', () => {
  const missing = '0b7f5d5e-9a55-4f0a-8d3e-0a4a6a3f6a11';

  it('NotFound, of lots and alerts', async () => {
    const failure = '{ __typename ... on Failure { message } }';
    const lot = { __typename: 'NotFound', message: 'Lot not found' };
    const alert = { __typename: 'NotFound', message: 'Alert not found' };
    const { data, errors } = await admin.graphql.run(`mutation {
      updateLot(id: "${missing}", input: { weight: 1 }) ${failure}
      updateProcess(id: "LOT0", input: { currentProcess: drying, processDetails: "Dried" }) ${failure}
      deleteLot(id: "${missing}") ${failure}
      checkSatellite(id: "${missing}", latitude: 1, longitude: 1) ${failure}
      verifyIntegrity(id: "${missing}") ${failure}
      acknowledgeAlert(id: "${missing}") ${failure}
      resolveAlert(id: "no-uuid") ${failure}
      dismissAlert(id: "${missing}") ${failure}
    }`);
    expect(errors).toEqual([]);
    expect(data).toEqual({
      updateLot: lot,
      updateProcess: lot,
      deleteLot: lot,
      checkSatellite: lot,
      verifyIntegrity: lot,
      acknowledgeAlert: alert,
      resolveAlert: alert,
      dismissAlert: alert,
    });
  });

  it('LotIdTaken, compared without case, and by a deleted lot as well', async () => {
    const lotId = someLotId();
    const { id } = await created(processor, { lotId });
    const again = await processor.graphql.run(CREATE, { input: newLot({ lotId: lotId.toLowerCase() }) });
    const taken = { createLot: { __typename: 'LotIdTaken', message: `Lot ID ${lotId} is already taken`, lotId } };
    expect(again.data).toEqual(taken);
    await admin.graphql.run(`mutation { deleteLot(id: "${id}") { __typename } }`);
    expect((await processor.graphql.run(CREATE, { input: newLot({ lotId }) })).data).toEqual(taken);
  });

  it('VersionConflict, with the version that the lot has now', async () => {
    const { id } = await created(processor);
    const update = (weight: number) =>
      processor.graphql.run(
        `mutation ($id: ID!, $input: UpdateLotInput!) { updateLot(id: $id, input: $input) {
          __typename ... on LotUpdated { lot { version weight } } ... on VersionConflict { message currentVersion } } }`,
        { id, input: { weight, version: 1 } },
      );
    expect((await update(51)).data.updateLot).toEqual({ __typename: 'LotUpdated', lot: { version: 2, weight: 51 } });
    expect((await update(52)).data.updateLot).toEqual({
      __typename: 'VersionConflict',
      message: 'Someone else changed this lot while you were editing it. Reload it and try again.',
      currentVersion: 2,
    });
  });

  it('StageNotAllowed, from where to where', async () => {
    const { id } = await created(processor);
    const move = (stage: string) =>
      processor.graphql.run(
        `mutation ($id: ID!, $stage: ProcessStage!) {
          updateProcess(id: $id, input: { currentProcess: $stage, processDetails: "Seen" }) {
            __typename ... on ProcessUpdated { lot { currentProcess processDetails } }
            ... on StageNotAllowed { from to message } } }`,
        { id, stage },
      );
    expect((await move('drying')).data.updateProcess).toEqual({
      __typename: 'ProcessUpdated',
      lot: { currentProcess: 'drying', processDetails: 'Seen' },
    });
    expect((await move('fermented')).data.updateProcess).toMatchObject({
      __typename: 'StageNotAllowed',
      from: 'drying',
      to: 'fermented',
    });
  });

  it('AlertStepNotAllowed, from where to where', async () => {
    const { id } = await created(processor);
    const alert = await raiseSmoke(server.app.database, id);
    const step = (name: string) =>
      auditor.graphql.run(
        `mutation ($id: ID!) { step: ${name}(id: $id) { __typename ... on AlertUpdated { alert { status } }
          ... on AlertStepNotAllowed { from to message } } }`,
        { id: alert },
      );
    const dismissed = { step: { __typename: 'AlertUpdated', alert: { status: 'dismissed' } } };
    expect((await step('dismissAlert')).data).toEqual(dismissed);
    expect((await step('dismissAlert')).data).toEqual(dismissed);
    expect((await step('acknowledgeAlert')).data).toEqual({
      step: {
        __typename: 'AlertStepNotAllowed',
        from: 'dismissed',
        to: 'acknowledged',
        message: "You can't move an alert from dismissed to acknowledged",
      },
    });
    const contradicting = await auditor.graphql.run(
      `mutation ($id: ID!) { dismissAlert(id: $id, reason: "Other") { __typename
        ... on AlertStepNotAllowed { from to outcome } } }`,
      { id: alert },
    );
    expect([contradicting.errors, contradicting.data]).toEqual([
      [],
      { dismissAlert: { __typename: 'AlertStepNotAllowed', from: 'dismissed', to: 'dismissed', outcome: null } },
    ]);
    const several = await auditor.graphql.run(
      `mutation ($ids: [ID!]!) { updateAlerts(ids: $ids, status: acknowledged) { __typename
        ... on AlertStepNotAllowed { from to } } }`,
      { ids: [alert] },
    );
    expect([several.errors, several.data]).toEqual([
      [],
      { updateAlerts: { __typename: 'AlertStepNotAllowed', from: 'dismissed', to: 'acknowledged' } },
    ]);
  });
});

describe('operations that ask for too much', () => {
  const nested = (levels: number): string => (levels === 0 ? '' : `{ a${levels} ${nested(levels - 1)} }`);
  const health = (fields: string) => `{ health { ${fields} } }`;

  it('more than 12 levels', async () => {
    for (const { errors } of await bothWays(nested(12))) expect(codesOf(errors)).not.toContain('QUERY_TOO_COMPLEX');
    for (const { errors } of await bothWays(nested(13))) expect(codesOf(errors)).toContain('QUERY_TOO_COMPLEX');
  });

  it('levels hidden in fragments', async () => {
    const hidden = `query { ...outer } fragment outer on Query ${nested(7).replace(' }', ' ...inner }')} fragment inner on Lot ${nested(7)}`;
    for (const { errors } of await bothWays(hidden)) expect(codesOf(errors)).toContain('QUERY_TOO_COMPLEX');
  });

  it('introspection that goes round in circles', async () => {
    const circle = '{ __schema { types { fields { type { fields { type { fields { type { name } } } } } } } } }';
    for (const { data, errors } of await bothWays(circle)) {
      expect(errors).not.toEqual([]);
      expect(data).toBeUndefined();
    }
  });

  it('more than 15 aliases', async () => {
    const aliased = (count: number) => health(Array.from({ length: count }, (_, i) => `a${i}: status`).join(' '));
    for (const { errors } of await bothWays(aliased(15))) expect(errors).toEqual([]);
    for (const { errors } of await bothWays(aliased(16))) expect(codesOf(errors)).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('more than 20 directives', async () => {
    const directed = (count: number) => health('status @include(if: true) '.repeat(count));
    for (const { errors } of await bothWays(directed(20))) expect(errors).toEqual([]);
    for (const { errors } of await bothWays(directed(21))) expect(codesOf(errors)).toEqual(['QUERY_TOO_COMPLEX']);
  });

  it('more than 2,000 tokens', async () => {
    const long = (ids: number) =>
      `mutation { updateAlerts(ids: [${'"x" '.repeat(ids)}], status: dismissed) { __typename } }`;
    for (const { errors } of await bothWays(long(1_980))) expect(codesOf(errors)).toEqual(['BAD_USER_INPUT']);
    for (const { errors } of await bothWays(long(2_000))) {
      expect(codesOf(errors)).toEqual(['GRAPHQL_PARSE_FAILED']);
      expect(errors[0]?.message).toContain('2000 tokens');
    }
  });

  const PLAIN = `id lotId farmId farmerName cacaoVariety harvestDate latitude longitude weight moistureContent temperature
    certifications qualityScore isAnonymized currentProcess processDetails deforestationStatus satelliteTimestamp
    satelliteOutdated satelliteMessage blockchainHash { transactionId signature status } createdAt updatedAt timestamp version`;
  const PROVENANCE = `provenance { id action transactionId timestamp user blockNumber sequenceNumber location details
    consensusValidated verified cryptographicSignature endorsers { organisation mspId signature certificateFingerprint } }`;
  const page = (limit: number | string, fields: string) =>
    `{ lots(limit: ${limit}) { lots { ${fields} } pagination { total page totalPages hasNext hasPrev } } }`;

  it.each([
    ['100 lots with every plain field', page(100, PLAIN)],
    [
      'the screen with the most lots, with its figures',
      page(96, PLAIN).replace('{ lots', '{ lotStats { totalLots } lots'),
    ],
    ['one lot with its journey', `{ lot(id: "LOT701") { ${PLAIN} ${PROVENANCE} } }`],
  ])('not %s', async (_, query) => {
    for (const { errors } of await bothWays(query)) expect(errors).toEqual([]);
  });

  it.each([
    ['100 lots with their journeys', page(100, `lotId ${PROVENANCE}`), {}],
    ['the same through a variable', `query ($n: Int!) ${page('$n', `lotId ${PROVENANCE}`)}`, { n: 100 }],
    ["the same through a variable's default", `query ($n: Int! = 100) ${page('$n', `lotId ${PROVENANCE}`)}`, {}],
    ['the same in a fragment', `query { ...page } fragment page on Query ${page(100, `lotId ${PROVENANCE}`)}`, {}],
    [
      'many full pages at once',
      `{ ${['a', 'b', 'c'].map((a) => `${a}: ${page(100, PLAIN).slice(1, -1)}`).join(' ')} }`,
      {},
    ],
    ['a page of a million', page(1_000_000, 'id'), {}],
  ])('%s', async (_, query, variables) => {
    for (const { data, errors } of await bothWays(query, variables)) {
      expect(codesOf(errors)).toEqual(['QUERY_TOO_COMPLEX']);
      expect(data).toBeUndefined();
    }
  });

  it('more than what the same text asked for before, with other variables or by another name', async () => {
    const large = `lotId ${PROVENANCE}`;
    const query = `query Some($n: Int!) ${page('$n', large)} query One { health { status } } query All ${page(100, large)}`;
    const asked = async (operationName: string, n: number) => {
      const body = JSON.stringify({ query, operationName, variables: { n } });
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${processor.accessToken}` };
      const { errors = [] } = await (await post(body, headers)).json();
      return codesOf(errors);
    };
    expect([await asked('Some', 1), await asked('One', 1)]).toEqual([[], []]);
    expect([await asked('Some', 100), await asked('All', 1)]).toEqual([['QUERY_TOO_COMPLEX'], ['QUERY_TOO_COMPLEX']]);
  });

  it('several operations in one request', async () => {
    const response = await post(
      JSON.stringify([{ query: '{ health { status } }' }, { query: '{ health { status } }' }]),
    );
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain('"data"');
  });
});

async function post(body: string, headers: Record<string, string> = { 'content-type': 'application/json' }) {
  return fetch(`${server.url}/graphql`, { method: 'POST', headers, body });
}

describe('what the schema tells', () => {
  it('introspection is open to everybody', async () => {
    const { data, errors } = await production.graphql.run(getIntrospectionQuery());
    expect(errors).toEqual([]);
    expect(printSchema(buildClientSchema(data))).toContain('type PublicLot');
  });

  const mistakes: [string, string, Record<string, unknown>][] = [
    ['a field', '{ lotz { id } }', {}],
    ['an argument', '{ lots(sorts: weight) { pagination { total } } }', {}],
    ['an enum value', '{ lots(sort: weigth) { pagination { total } } }', {}],
    ['a type', '{ publicLot(lotId: "LOT1") { ... on PublicLo { lotId } } }', {}],
    [
      'an enum value in a variable',
      'query ($s: LotSort!) { lots(sort: $s) { pagination { total } } }',
      { s: 'weigth' },
    ],
    ['an input field in a variable', CREATE, { input: newLot({ weights: 1 }) }],
  ];

  it.each(mistakes)('no suggestions for %s to anonymous callers in production', async (_, query, variables) => {
    const http = await production.graphql.run(query, variables);
    const anonymous = await openSocket(production.url);
    const overSocket = await anonymous.run(query, variables);
    await anonymous.close();
    for (const errors of [http.errors, overSocket.errors]) {
      expect(errors).not.toEqual([]);
      expect(JSON.stringify(errors)).not.toMatch(/did you mean/i);
    }
  });

  it("but the caller's own words, of any length, which are looked through once", async () => {
    const query = 'query ($lotId: String!) { publicLot(lotId: $lotId) { lotId } }';
    for (const words of ['Did you mean this? Yes', 'Did you mean '.repeat(60_000)]) {
      const { errors } = await production.graphql.run(query, { lotId: [words] });
      expect(errors[0]?.message).toContain(words.slice(0, 400));
    }
  });

  it('suggestions for people who are signed in, and outside production', async () => {
    const query = '{ lotz { id } }';
    const signedIn = await fetch(`${production.url}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${processor.accessToken}` },
      body: JSON.stringify({ query }),
    });
    expect(await signedIn.text()).toContain('Did you mean');
    const own = await openSocket(production.url, processor.accessToken);
    expect(JSON.stringify(await own.run(query))).toContain('Did you mean');
    await own.close();
    expect((await server.graphql.run(query)).errors[0]?.message).toContain('Did you mean');
  });
});

describe('a list of many wrong values', () => {
  it('is refused by the first of them: no error is made of each', async () => {
    const query = 'mutation ($ids: [ID!]!) { updateAlerts(ids: $ids, status: acknowledged) { __typename } }';
    const variables = { ids: Array.from({ length: 20_000 }, () => ({})) };
    const anonymous = await openSocket(server.url);
    const answers = [await server.graphql.run(query, variables), await anonymous.run(query, variables)];
    await anonymous.close();
    for (const { errors } of answers) {
      expect(errors).toMatchObject([
        { message: expect.stringContaining('"ids[0]"'), extensions: { code: 'BAD_USER_INPUT' } },
      ]);
    }
  });
});

describe('the way over HTTP', () => {
  const body = JSON.stringify({ query: '{ health { status } }' });

  it.each([
    ['text/plain', body],
    ['application/x-www-form-urlencoded', `query=${encodeURIComponent('{ health { status } }')}`],
    [
      'multipart/form-data; boundary=x',
      `--x\r\nContent-Disposition: form-data; name="query"\r\n\r\n{ health { status } }\r\n--x--`,
    ],
  ])('refuses %s, which any site can make a browser send', async (type, content) => {
    const response = await post(content, { 'content-type': type });
    expect([400, 415]).toContain(response.status);
    expect(await response.text()).not.toContain('"data"');
  });

  it('refuses what it cannot read in the form of GraphQL, and other methods with 405', async () => {
    for (const [content, type, status, message, said] of [
      [
        '{"query": ',
        'application/json',
        400,
        'Could not read the request: its body is not valid JSON',
        REQUEST.brokenJson({}),
      ],
      [body, 'text/plain', 415, 'Send the body as application/json', REQUEST.notJson({})],
      [
        JSON.stringify({ query: ' '.repeat(1024 * 1024) }),
        'application/json',
        413,
        'The request body is larger than 1 MB',
        REQUEST.largeBody({}),
      ],
    ] as const) {
      const response = await post(content, { 'content-type': type });
      expect([response.status, await response.json()]).toEqual([
        status,
        { errors: [{ message, extensions: { code: 'BAD_REQUEST', said } }] },
      ]);
    }
    for (const method of ['PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${server.url}/graphql`, { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, POST']);
      expect(await response.json()).toMatchObject({ errors: [{ extensions: { code: 'BAD_REQUEST' } }] });
    }
  });

  it('refuses a GET that any site can make a browser send, and mutations by GET', async () => {
    const get = (query: string, headers: Record<string, string>) =>
      fetch(`${server.url}/graphql?query=${encodeURIComponent(query)}`, { headers });
    const simple = await get('{ health { status } }', {});
    expect(simple.status).toBe(400);
    const preflighted = await get('{ health { status } }', { 'apollo-require-preflight': 'true' });
    expect(await preflighted.json()).toEqual({ data: { health: { status: 'ok' } } });
    const mutation = await get('mutation { logout(refreshToken: "x") { loggedOut } }', {
      'apollo-require-preflight': 'true',
    });
    expect(mutation.status).toBe(405);
  });

  it('refuses a subscription, which goes over web sockets', async () => {
    const response = await post(JSON.stringify({ query: 'subscription { lotChanged { kind } }' }));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({
      errors: [{ message: 'Subscriptions are offered over web sockets', extensions: { code: 'BAD_REQUEST' } }],
    });
  });

  it('refuses an operation name that the document has not, also of one without a name', async () => {
    for (const query of ['{ health { status } }', 'query B { health { status } }']) {
      const response = await post(JSON.stringify({ query, operationName: 'A' }));
      expect([response.status, await response.json()]).toEqual([
        400,
        { errors: [{ message: 'Unknown operation named "A".', extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } }] },
      ]);
    }
  });

  it('offers no persisted queries, and says so in their words', async () => {
    const query = '{ health { status } }';
    const sha256Hash = createHash('sha256').update(query).digest('hex');
    for (const persistedQuery of [{ version: 1, sha256Hash }, { version: 1, sha256Hash: 'x' }, { version: 2 }]) {
      for (const asked of [{ extensions: { persistedQuery } }, { query, extensions: { persistedQuery } }]) {
        const response = await post(JSON.stringify(asked));
        expect(await response.json()).toEqual({
          errors: [{ message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } }],
        });
      }
    }
  });

  it('answers a browser with the query page, which loads nothing from elsewhere', async () => {
    // The page is built with the client; `npm test` builds before it comes here.
    if (!existsSync(join(packageRoot, 'dist', 'client', 'query', 'index.html'))) {
      process.stdout.write('The client is not built, so its query page is not looked at\n');
      return;
    }
    const response = await fetch(`${server.url}/graphql`, { headers: { accept: 'text/html' } });
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/html');
    const page = await response.text();
    const sources = [...page.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, source]) => source ?? '');
    expect(sources.length).toBeGreaterThan(0);
    for (const source of sources) expect(source).toMatch(/^(\/(?!\/)|data:)/);
    for (const source of sources.filter((address) => address.endsWith('.js'))) {
      expect((await fetch(`${server.url}${source}`)).status).toBe(200);
    }
  });
});

describe('compiled operations', () => {
  it('obey @skip and @include anew each time', async () => {
    const query = `query ($with: Boolean!, $without: Boolean!) {
      health { status version @include(if: $with) uptimeSeconds @skip(if: $without) }
    }`;
    const keys = async (variables: Record<string, unknown>) =>
      Object.keys((await processor.graphql.run(query, variables)).data.health).sort();
    expect(await keys({ with: true, without: true })).toEqual(['status', 'version']);
    expect(await keys({ with: false, without: false })).toEqual(['status', 'uptimeSeconds']);
    expect(await keys({ with: false, without: true })).toEqual(['status']);
    expect(await keys({ with: true, without: false })).toEqual(['status', 'uptimeSeconds', 'version']);
  });

  it('spread fragments, on types, interfaces and union members', async () => {
    const { id, lotId } = await created(processor);
    const { data, errors } = await processor.graphql.run(
      `query ($id: ID!) { lot(id: $id) { ...names ... on Lot { weight } ...place @skip(if: true) } }
       fragment names on Lot { lotId ...farm }
       fragment farm on Lot { farmId farmerName }
       fragment place on Lot { latitude }`,
      { id },
    );
    expect(errors).toEqual([]);
    expect(data.lot).toEqual({ lotId, farmId: 'FARM001', farmerName: 'Maria Kaupa', weight: 50 });
    const failed = await processor.graphql.run(
      'mutation { verifyIntegrity(id: "LOT0") { ...said ... on IntegrityCheck { isValid } } } fragment said on Failure { message }',
    );
    expect(failed.data).toEqual({ verifyIntegrity: { message: 'Lot not found' } });
  });

  it('choose among several operations by name', async () => {
    const query = 'query One { health { status } } query Two { health { version } }';
    const named = await post(JSON.stringify({ query, operationName: 'Two' }));
    expect(Object.keys((await named.json()).data.health)).toEqual(['version']);
    const other = await post(JSON.stringify({ query, operationName: 'One' }));
    expect(Object.keys((await other.json()).data.health)).toEqual(['status']);
    const unknown = await post(JSON.stringify({ query, operationName: 'Three' }));
    expect(await unknown.text()).not.toContain('"data"');
  });

  it('take days, instants and lists in variables as they take them in the query', async () => {
    const { id, lotId } = await created(processor, { harvestDate: '2026-02-14', certifications: ['UTZ'] });
    const { data, errors } = await processor.graphql.run(
      `query ($day: Date!, $filter: LotFilter) {
        one: lots(filter: { harvestedFrom: $day, harvestedTo: $day }) { lots { lotId harvestDate certifications } }
        other: lots(filter: $filter) { lots { lotId } } }`,
      { day: '2026-02-14', filter: { harvestedFrom: '2026-02-14', harvestedTo: '2026-02-14', stage: 'harvested' } },
    );
    expect(errors).toEqual([]);
    expect(data.one.lots).toEqual([{ lotId, harvestDate: '2026-02-14', certifications: ['UTZ'] }]);
    expect(data.other.lots).toEqual([{ lotId }]);
    const moved = await processor.graphql.run(
      `mutation ($id: ID!, $times: StageTimesInput) {
        updateProcess(id: $id, input: { currentProcess: fermented, processDetails: "Turned", timestamps: $times }) { __typename } }`,
      { id, times: { startTime: '2026-02-15T06:00:00.000Z', endTime: '2026-02-20T18:30:00.000Z' } },
    );
    expect(moved).toMatchObject({ errors: [], data: { updateProcess: { __typename: 'ProcessUpdated' } } });
  });

  it("read a variable's default, and null where a value may be missing", async () => {
    const query = `query ($limit: Int! = 1, $filter: LotFilter) { lots(limit: $limit, filter: $filter) { pagination { total } lots { id } } }`;
    await created(processor);
    await created(processor);
    const byDefault = await processor.graphql.run(query, { filter: null });
    expect(byDefault.errors).toEqual([]);
    expect(byDefault.data.lots.lots).toHaveLength(1);
    expect((await processor.graphql.run(query, { limit: 2 })).data.lots.lots).toHaveLength(2);
  });
});

describe('what belongs to one request', () => {
  it('never shows another one, however many run at once', async () => {
    await created(processor, { farmId: 'FARM001' });
    await created(processor, { farmId: 'FARM002' });
    const query = '{ lots(limit: 20) { lots { farmId provenance { id } } } }';
    const farms = async (who: Pick<Person, 'graphql'>) => {
      const { data, errors } = await who.graphql.run(query);
      return errors.length > 0
        ? codesOf(errors)
        : [...new Set<string>(data.lots.lots.map((lot: { farmId: string }) => lot.farmId))].sort();
    };
    const rounds = Array.from({ length: 10 }, () => [farms(farmer), farms(server), farms(otherFarmer)]);
    const seen = await Promise.all(rounds.flat());
    for (let i = 0; i < seen.length; i += 3) {
      expect(seen.slice(i, i + 3)).toEqual([['FARM001'], ['UNAUTHENTICATED'], ['FARM002']]);
    }
  });

  it('is read anew for the next one', async () => {
    const { id } = await created(processor);
    const stages = async () => {
      const { data } = await processor.graphql.run(
        'query ($id: ID!) { lot(id: $id) { blockchainHash { status } provenance { action } } }',
        { id },
      );
      return data.lot.blockchainHash?.status === 'recorded' ? data.lot.provenance.length : null;
    };
    const before = await until(stages, 'the creation to be recorded');
    await processor.graphql.run('mutation ($id: ID!) { updateLot(id: $id, input: { weight: 61 }) { __typename } }', {
      id,
    });
    const after = await until(async () => {
      const now = await stages();
      return now !== before && now;
    }, 'the edit to stand in the journey');
    expect(after).toBeGreaterThan(before);
  });
});

describe('me', () => {
  const everyLot = ['view_all_lots', 'refresh_satellite', 'acknowledge_alerts'];
  const trade = [
    'manage_farms',
    'combine_lots',
    'manage_consignments',
    'manage_statements',
    'manage_parties',
    'manage_due_diligence',
  ];

  it.each([
    [
      'farmer',
      () => farmer,
      [
        'create_lot',
        'edit_lot',
        'delete_lot',
        'refresh_satellite',
        'acknowledge_alerts',
        'manage_plots',
        'manage_due_diligence',
      ],
    ],
    [
      'processor',
      () => processor,
      ['create_lot', 'edit_lot', 'generate_reports', 'manage_plots', ...trade, ...everyLot],
    ],
    ['auditor', () => auditor, ['close_alerts', 'generate_reports', 'manage_users', 'view_audit', ...everyLot]],
    [
      'admin',
      () => admin,
      [
        'create_lot',
        'edit_lot',
        'delete_lot',
        'close_alerts',
        'generate_reports',
        'manage_users',
        'manage_keys',
        'manage_plots',
        'manage_cooperative',
        'view_audit',
        ...trade,
        ...everyLot,
      ],
    ],
  ])('is the %s with the permissions of the role', async (role, who, permissions) => {
    const { data } = await who().graphql.run('{ me { id username name role email farmId permissions } }');
    expect({ ...data.me, permissions: [...data.me.permissions].sort() }).toEqual({
      id: who().userId,
      username: who().username,
      name: `Test ${role}`,
      role,
      email: '',
      farmId: role === 'farmer' ? 'FARM001' : '',
      permissions: [...permissions].sort(),
    });
  });
});
