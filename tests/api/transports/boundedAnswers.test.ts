import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lotInput } from '../../support/seeds.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

let app: TestApp;
let processor: Person;
beforeAll(async () => {
  app = await createTestApp();
  processor = await app.person('processor');
});
afterAll(() => app.stop());

/** Bytes that an answer to wrong input takes at most. */
const MOST_BYTES = 64 * 1024;
const LONG = 'x'.repeat(100_000);

async function send(path: string, body: unknown): Promise<{ status: number; bytes: number; answer: Answer }> {
  const response = await fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${processor.accessToken}` },
    body: JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, bytes: Buffer.byteLength(text), answer: JSON.parse(text) };
}

interface Answer {
  message: string;
  details: { field: string; message: string }[];
  errors: { message: string; locations?: unknown[]; extensions: { code: string } }[];
}

describe('what REST says of wrong input', () => {
  it('is the first 50 unknown fields, and how many more there are', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 50_000 }, (_, i) => [`unknown${i}`, 1]));
    const { status, bytes, answer } = await send('/api/v1/lots', { ...lotInput(), ...unknown });
    expect(status).toBe(400);
    expect(answer.details).toHaveLength(51);
    expect(answer.details[0]).toMatchObject({ field: 'unknown0', message: "You can't set unknown0 here" });
    expect(answer.details.at(-1)).toMatchObject({ field: '', message: 'and 49,950 more' });
    expect(bytes).toBeLessThan(12_000);
  });

  it('is the first 50 of the wrong parts of a list', async () => {
    const unknown = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`unknown${i}`, 1]));
    const requests = Array.from({ length: 20 }, () => ({ method: 'NOT', path: 7, ...unknown }));
    const { status, bytes, answer } = await send('/api/v1/batch', { requests });
    expect([status, answer.details.length]).toEqual([400, 51]);
    expect(answer.details.at(-1)?.message).toBe('and 19,990 more');
    expect(bytes).toBeLessThan(MOST_BYTES);
  });

  it('cuts the name of a field that is long', async () => {
    const { status, bytes, answer } = await send('/api/v1/lots', { ...lotInput(), [LONG]: 1 });
    expect(status).toBe(400);
    const name = `${'x'.repeat(99)}…`;
    expect([answer.message, answer.details]).toMatchObject([
      `You can't set ${name} here`,
      [{ field: name, message: `You can't set ${name} here` }],
    ]);
    expect(bytes).toBeLessThan(1_500);
  });
});

const OPERATIONS: [string, { query: string; variables?: Record<string, unknown> }, string][] = [
  ['an unknown field with a long name', { query: `{ ${LONG} }` }, 'QUERY_TOO_COMPLEX'],
  ['a long alias of each item of a list', { query: `{ lots { lots { ${LONG}: id } } }` }, 'QUERY_TOO_COMPLEX'],
  ['a long name where none can be', { query: `{ lots } ${LONG}` }, 'GRAPHQL_PARSE_FAILED'],
  [
    'a long name of an operation, named by each of many errors',
    {
      query: `query ${LONG}(${Array.from({ length: 300 }, (_, i) => `$v${i}: Int`).join(' ')}) { health { status } }`,
    },
    'QUERY_TOO_COMPLEX',
  ],
  [
    'many errors',
    { query: `{ ${Array.from({ length: 900 }, (_, i) => `unknown${i}`).join(' ')} }` },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'many things of one name',
    { query: `query (${Array.from({ length: 300 }, () => '$v: Int').join(' ')}) { health { status } }` },
    'GRAPHQL_VALIDATION_FAILED',
  ],
  [
    'a long value of a variable',
    { query: 'query ($page: Int) { lots(page: $page) { lots { id } } }', variables: { page: LONG } },
    'BAD_USER_INPUT',
  ],
  [
    'a variable with many unknown fields',
    {
      query: 'mutation ($input: CreateLotInput!) { createLot(input: $input) { __typename } }',
      variables: { input: Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`unknown${i}`, 1])) },
    },
    'BAD_USER_INPUT',
  ],
];

describe('what GraphQL says of wrong operations', () => {
  it.each(OPERATIONS)('over HTTP: %s', async (_, operation, code) => {
    const { bytes, answer } = await send('/graphql', operation);
    expect(bytes).toBeLessThan(MOST_BYTES);
    expect(answer.errors.length).toBeLessThanOrEqual(51);
    for (const { message, locations = [] } of answer.errors) {
      expect(message.length).toBeLessThanOrEqual(500);
      expect(locations.length).toBeLessThanOrEqual(10);
    }
    expect(answer.errors.map(({ extensions }) => extensions.code)).toContain(code);
  });

  it.each(OPERATIONS)('over a socket: %s', async (_, operation, code) => {
    const socket = await openSocket(app.url, processor.accessToken);
    const { errors } = await socket.run(operation.query, operation.variables);
    const answers = JSON.stringify(errors);
    await socket.close();
    expect(answers.length).toBeLessThan(MOST_BYTES);
    expect(answers).toContain(code);
  });

  it('counts the errors that it does not say', async () => {
    const { answer } = await send('/graphql', OPERATIONS[4]?.[1]);
    expect(answer.errors).toHaveLength(51);
    expect(answer.errors.at(-1)?.message).toMatch(/^and \d+ more$/);
  });
});
