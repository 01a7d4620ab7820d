import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

const LIMIT = 40;
const env = { ROLE: 'web', PUBLIC_RATE_LIMIT: String(LIMIT), STAFF_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '1' };

let first: TestApp;
let second: TestApp;

beforeAll(async () => {
  first = await createTestApp({ env });
  second = await createTestApp({ env, database: first.databaseUrl });
});
afterAll(async () => {
  await second?.stop();
  await first?.stop();
});

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address });
const statusOf = async (app: TestApp, address: string): Promise<number> =>
  (await app.rest.get('/lots/public/LOTX', from(address))).status;

/** Calls until one is refused because of what the other process tells: it hears within a second. */
async function untilItHears(call: () => Promise<number>): Promise<void> {
  let calls = 0;
  await until(async () => (await call()) === 429 || (++calls === LIMIT / 2 && 'never'), 'a call to be refused', {
    lookMs: 200,
  });
  expect(calls).toBeLessThan(LIMIT / 2);
}

describe('rates of two processes on one database', () => {
  it('are counted together, of an address', async () => {
    for (let call = 0; call < LIMIT; call += 1) expect(await statusOf(first, '192.0.2.1')).toBe(404);
    expect(await statusOf(first, '192.0.2.1')).toBe(429);
    await untilItHears(() => statusOf(second, '192.0.2.1'));
    expect(await statusOf(second, '192.0.2.2')).toBe(404);
  });

  it('are counted together, of a user', async () => {
    const person = await first.person('auditor');
    for (let call = 0; call < LIMIT; call += 1) expect((await person.rest.get('/alerts/stats')).status).toBe(200);
    const there = restClient(second.url, person.accessToken);
    await untilItHears(async () => (await there.get('/alerts/stats')).status);
  });

  it('write nothing of a caller but a hash', async () => {
    const rows = await first.app.database.rows<{ rate: string; caller: string }>('select rate, caller from rate_spent');
    expect(new Set(rows.map(({ rate }) => rate))).toEqual(new Set(['anonymous', 'known']));
    for (const { caller } of rows) expect(caller).toMatch(/^[\w-]{22}$/);
  });
});
