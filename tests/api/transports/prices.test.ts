import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { routePrice } from '../../../server/platform/rest/routePrices.ts';
import { whileLocked } from '../../support/locks.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

/** Requests a minute. A page of 100 lots counts as 7 of them, with fewer fields as fewer, an ordinary call as one (docs/api.md, 'Limits'). */
const RATE = 9;
const PAGE = '/lots?limit=100';
const FIELDS = `id lotId farmId farmerName cacaoVariety harvestDate latitude longitude weight moistureContent temperature certifications
  qualityScore isAnonymized currentProcess processDetails deforestationStatus satelliteTimestamp satelliteOutdated satelliteMessage
  blockchainHash { transactionId signature status } createdAt updatedAt timestamp version`;
const OPERATION = `{ lots(limit: 100) { lots { ${FIELDS} } } }`;

let app: TestApp;

beforeAll(async () => {
  app = await createTestApp({ env: { STAFF_RATE_LIMIT: String(RATE) } });
});
afterAll(() => app.stop());

/** Small calls until one is refused: how many were answered, and when the refused one may be tried again. */
async function callsLeft(person: Person): Promise<{ calls: number; retryAfter: number }> {
  for (let calls = 0; ; calls += 1) {
    const { status, headers } = await person.rest.get('/alerts/stats');
    if (status === 429) return { calls, retryAfter: Number(headers.get('retry-after')) };
    expect([calls, status]).toEqual([calls, 200]);
  }
}

describe('what a call costs is taken from the rate of its caller', () => {
  it('an ordinary call counts as one request, so that the whole rate can be used', async () => {
    const { calls, retryAfter } = await callsLeft(await app.person('auditor'));
    expect(calls).toBe(RATE);
    expect(retryAfter).toBeGreaterThan(0);
  });

  it('a page of ten lots counts as one', async () => {
    const person = await app.person('auditor');
    expect((await person.rest.get('/lots')).status).toBe(200);
    expect((await callsLeft(person)).calls).toBe(RATE - 1);
  });

  it('a page of 100 lots counts as seven over REST', async () => {
    const person = await app.person('auditor');
    expect((await person.rest.get(PAGE)).status).toBe(200);
    const { calls, retryAfter } = await callsLeft(person);
    expect(calls).toBe(RATE - 7);
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(60);
  });

  it('a page of 100 lots counts by its fields over GraphQL, from the same rate', async () => {
    const person = await app.person('auditor');
    expect((await person.graphql.run(OPERATION)).errors).toEqual([]);
    expect((await callsLeft(person)).calls).toBe(RATE - 5);
  });

  it('and over a socket', async () => {
    const person = await app.person('auditor');
    const socket = await openSocket(app.url, person.accessToken);
    expect((await socket.run(OPERATION)).errors).toEqual([]);
    await socket.close();
    expect((await callsLeft(person)).calls).toBe(RATE - 5);
  });

  it('and in a batch, which counts as one besides', async () => {
    const person = await app.person('auditor');
    const answer = await person.rest.send('POST', '/batch', { requests: [{ method: 'GET', path: PAGE }] });
    expect(answer.data.responses[0].statusCode).toBe(200);
    expect((await callsLeft(person)).calls).toBe(RATE - 8);
  });

  it('a call that is refused as invalid counts as one', async () => {
    const person = await app.person('auditor');
    expect((await person.rest.get('/lots?limit=101')).status).toBe(400);
    expect((await callsLeft(person)).calls).toBe(RATE - 1);
  });

  it('of a route without a price none is served', () => {
    expect(() => routePrice({ method: 'GET', path: '/new' })).toThrow('GET /new has no price');
  });
});

describe('large calls', () => {
  /** In the queue `large` (server/platform/concurrency/workQueues.ts): under way at once of one caller, and calls of one caller. */
  const [EACH, PLACES] = [2, 24];
  let unlimited: TestApp;
  let admin: Person;
  let auditor: Person;
  const large = () => servicesOf(unlimited.app).workQueues.large.figures;

  beforeAll(async () => {
    unlimited = await createTestApp();
    [admin, auditor] = await Promise.all([unlimited.person('admin'), unlimited.person('auditor')]);
  });
  afterAll(() => unlimited.stop());

  it('of one caller are done two at a time over all transports, and leave room for those of others', async () => {
    const answers: Promise<unknown>[] = [];
    await whileLocked(unlimited.app.database, 'lock table alert in access exclusive mode', async () => {
      answers.push(...Array.from({ length: PLACES - 1 }, () => admin.rest.get('/alerts?limit=100')));
      answers.push(
        admin.graphql.run('{ alerts(limit: 100) { alerts { id title description lotId status type severity } } }'),
      );
      await until(() => large().places === PLACES, 'all calls to have a place');
      expect(large()).toEqual({ working: EACH, waiting: PLACES - EACH, places: PLACES });

      const refused = await admin.rest.get(PAGE);
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '2']);
      const operation = await fetch(`${unlimited.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: OPERATION }),
      });
      expect([operation.status, operation.headers.get('retry-after')]).toEqual([429, '2']);
      expect(await operation.json()).toMatchObject({
        errors: [{ extensions: { code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 } }],
      });

      expect((await auditor.rest.get(PAGE)).status).toBe(200);
      expect((await admin.rest.get('/lots')).status).toBe(200);
    });
    await Promise.all(answers);
    await until(() => large().places === 0, 'all places to be left');
  });
});
