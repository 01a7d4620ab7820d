import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { restClient } from '../../support/restClient.ts';
import { settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const schema = z.looseObject({
  type: z.enum(['string', 'integer', 'number', 'boolean']).optional(),
  enum: z.array(z.string()).optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});
const parameter = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean(),
  allowEmptyValue: z.boolean().default(false),
  schema,
});
const document = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ parameters: z.array(parameter) }))),
});

/** One parameter of one call, as the interface's own description has it. */
interface Described {
  method: string;
  path: string;
  name: string;
  in: string;
  required: boolean;
  allowEmptyValue: boolean;
  schema: z.infer<typeof schema>;
}

const BUYER = { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE', email: 'desk@kakao.example' };

let app: TestApp;
let admin: Person;
let parameters: Described[];

beforeAll(async () => {
  app = await createTestApp({ env: { CONTACT: 'store' } });
  admin = await app.person('admin');
  const { paths } = document.parse(await (await fetch(`${app.url}/api/v1/openapi.json`)).json());
  parameters = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, operation]) =>
      operation.parameters.map((one) => ({ ...one, method: method.toUpperCase(), path })),
    ),
  );
  // The lot of the ids in paths.
  await settledLot(app, admin, { lotId: 'LOT1' });
  const { party } = (await admin.rest.send('POST', '/parties', BUYER)).data;
  const opened = await admin.rest.send('POST', '/consignments', { number: 'MN-1', buyerId: party.id });
  consignmentId = opened.data.consignment.id;
  hookId = (await admin.rest.send('POST', '/hooks', { name: 'Trade', url: 'https://trade.example/' })).data.hook.id;
});
afterAll(() => app.stop());

const query = (): Described[] => parameters.filter((one) => one.in === 'query' && one.method === 'GET');
/** of a hook and a consignment that are there */
let hookId: string;
let consignmentId: string;
const at = (path: string): string =>
  path
    .replace('/hooks/{id}', `/hooks/${hookId}`)
    .replace('/consignments/{id}', `/consignments/${consignmentId}`)
    .replace(/\{\w+\}/g, 'LOT1');

describe('a filter value out of its set', () => {
  it('is 400 everywhere, naming the parameter and the set', async () => {
    const sets = query().filter((one) => one.schema.enum !== undefined);
    expect(sets.length).toBeGreaterThan(12);
    for (const { path, name, schema: taken } of sets) {
      const { status, body } = await admin.rest.get(`${at(path)}?${name}=nothing-like-it`);
      const detail = body.details?.find(({ field }) => field === name);
      expect([path, name, status, detail?.field]).toEqual([path, name, 400, name]);
      for (const value of taken.enum ?? [])
        expect([path, detail?.message]).toEqual([path, expect.stringContaining(value)]);
    }
  });
});

describe('a parameter that is given empty', () => {
  it('counts as not given where it is optional, and is 400 where it is required, as its description says', async () => {
    const given = query().filter(({ path, name }) => !(path === '/ledger/consistency' && name === 'to'));
    expect(given.length).toBeGreaterThan(60);
    const headers = { authorization: `Bearer ${admin.accessToken}` };
    const statusOf = async (address: string): Promise<number> => {
      const answer = await fetch(`${app.url}/api/v1${at(address)}`, { headers });
      await answer.body?.cancel();
      return answer.status;
    };
    for (const { path, name, required, allowEmptyValue, schema: taken } of given) {
      const described = allowEmptyValue || z.fromJSONSchema({ ...taken }).safeParse('').success;
      expect([path, name, described]).toEqual([path, name, !required]);
      const others = query()
        .filter((one) => one.path === path && one.required && one.name !== name)
        .map((one) => `&${one.name}=${one.schema.format === 'date' ? '2026-01-01' : '1'}`)
        .join('');
      const empty = await statusOf(`${path}?${name}=${others}`);
      const absent = await statusOf(`${path}?${others}`);
      expect([path, name, empty]).toEqual([path, name, required ? 400 : absent]);
    }
  });
});

describe('a whole number', () => {
  it('is taken from its least to its most and nothing else, everywhere', async () => {
    // From one head to another takes both: `tests/api/provenance/heads.test.ts` holds that call's bounds.
    const numbers = query().filter((one) => one.schema.type === 'integer' && one.path !== '/ledger/consistency');
    expect(new Set(numbers.map(({ name }) => name))).toEqual(
      new Set(['page', 'limit', 'plot', 'days', 'months', 'weeks', 'year']),
    );
    for (const {
      path,
      name,
      schema: { minimum = 0, maximum = 0 },
    } of numbers) {
      const headers = { authorization: `Bearer ${admin.accessToken}` };
      const statusOf = async (value: string | number) =>
        (await fetch(`${app.url}/api/v1${at(path)}?${name}=${value}`, { headers })).status;
      for (const wrong of [minimum - 1, maximum + 1, -1, '1.5', '1e1', '0x1', 'ten', '1%20or%201=1']) {
        expect([path, name, wrong, await statusOf(wrong)]).toEqual([path, name, wrong, 400]);
      }
      // The lot is from one place: of a plot that it has not there is nothing to be found.
      const taken = (value: number) => (name === 'plot' && value > 1 ? 404 : 200);
      for (const right of [minimum, maximum]) {
        expect([path, name, await statusOf(right)]).toEqual([path, name, taken(right)]);
      }
      if (name === 'limit') expect([path, minimum, maximum]).toEqual([path, 1, 100]);
      if (name === 'page') expect([path, minimum]).toEqual([path, 1]);
    }
  });

  it('pages lists: each with its total and its place', async () => {
    const paged = new Set(
      query()
        .filter(({ name }) => name === 'page')
        .map(({ path }) => path),
    );
    expect([...paged].sort()).toEqual([
      '/alerts',
      '/buyer-tasks',
      '/consignments',
      '/consignments/{id}/lots',
      '/contact',
      '/due-diligence/assessments',
      '/due-diligence/concerns',
      '/due-diligence/documents',
      '/due-diligence/measures',
      '/farms',
      '/hooks',
      '/hooks/{id}/deliveries',
      '/invitations',
      '/keys',
      '/ledger/events/refused',
      '/lots',
      '/lots/imports',
      '/lots/{id}/checks',
      '/lots/{id}/descendants',
      '/lots/{id}/origins',
      '/lots/{id}/uses',
      '/parties',
      '/reports',
      '/shipping-reviews',
      '/supplier-declarations',
      '/transformations',
      '/users',
    ]);
    for (const path of paged) {
      const { data } = await admin.rest.get(`${at(path)}?page=1000&limit=1`);
      expect([path, data.pagination]).toEqual([
        path,
        { total: expect.any(Number), page: 1000, totalPages: expect.any(Number), hasNext: false, hasPrev: true },
      ]);
    }
  });
});

describe('a text that nobody means', () => {
  const ODD = [
    '%00',
    'a%00b',
    '%ED%A0%80',
    '%F0%9F%8D%AB',
    '%25',
    "'%20or%20''='",
    "LOT1');drop%20table%20lot;--",
    '..%2F..%2Fetc%2Fpasswd',
    '%7B%7D',
    'x'.repeat(3_000),
  ];

  it('is refused or finds nothing, and never breaks a call', async () => {
    const { count: before } = (await app.app.database.row<{ count: number }>('select count(*) from app_user')) ?? {};
    const texts = parameters.filter((one) => one.in !== 'header' && one.schema.type !== 'integer');
    expect(texts.length).toBeGreaterThan(40);
    for (const { method, path, name, in: place } of texts) {
      for (const odd of ODD) {
        const address = place === 'path' ? path.replace(`{${name}}`, odd) : `${path}?${name}=${odd}`;
        const { status } = await fetch(`${app.url}/api/v1${at(address)}`, {
          method,
          headers: { authorization: `Bearer ${admin.accessToken}` },
        });
        expect([method, address.slice(0, 90), status < 500]).toEqual([method, address.slice(0, 90), true]);
      }
    }
    expect(await app.app.database.row('select count(*) from app_user')).toEqual({ count: before });
  });

  it('given twice is refused or one of the two, and never breaks a call', async () => {
    for (const { path, name } of query()) {
      const { status } = await restClient(app.url, admin.accessToken)
        .get(`${at(path)}?${name}=1&${name}=2`)
        .catch(() => ({ status: 200 }));
      expect([path, name, status < 500]).toEqual([path, name, true]);
    }
  });
});
