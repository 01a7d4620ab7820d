import { request } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { currentRequest } from '../../../server/platform/database/requestScope.ts';
import type { Ledger } from '../../../server/domain/ledger/ledger.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { lengthen } from '../../support/longLot.ts';
import { settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

/** What the ledger does with reads; tests set it and `afterEach` mends it. */
const reads = {
  count: 0,
  /** reads wait for it */
  gate: null as Promise<void> | null,
  /** called for each read that waits, with its request's signal */
  waits: (_signal: AbortSignal | undefined): void => undefined,
};

function steered(_database: unknown, own: Ledger): Ledger {
  const read = async <T>(call: () => Promise<T>): Promise<T> => {
    reads.count += 1;
    reads.waits(currentRequest()?.signal);
    await reads.gate;
    return call();
  };
  return {
    mspId: own.mspId,
    // Of one chain alone: the register's, which is read by the clock.
    readLot: (lotKey) => own.readLot(lotKey),
    readLots: (lotKeys) => read(() => own.readLots(lotKeys)),
    record: (events) => own.record(events),
    proveLot: (lotKey, options) => own.proveLot(lotKey, options),
    head: (blocks) => own.head(blocks),
    consistency: (from, to) => own.consistency(from, to),
    countersign: async () => ({ kind: 'alone' }),
    restorations: () => own.restorations(),
    closedHead: () => own.closedHead(),
    registerSeed: () => own.registerSeed(),
    blocksBefore: (instant) => own.blocksBefore(instant),
    organisations: () => own.organisations(),
    ordering: () => own.ordering(),
    health: () => own.health(),
    close: () => own.close(),
  };
}

let app: TestApp;
let admin: Person;
const lots: LotView[] = [];

beforeAll(async () => {
  app = await createTestApp({ surroundings: { ledger: steered } });
  admin = await app.person('admin');
  for (let i = 0; i < 4; i += 1) lots.push(await settledLot(app, admin));
});
afterEach(() => {
  reads.gate = null;
  reads.waits = () => undefined;
});
afterAll(async () => {
  await app.stop();
});

const lot = (i: number): LotView => {
  const found = lots[i];
  if (found === undefined) throw new Error('There are not so many lots');
  return found;
};

/** A lot with about so many events, recorded. */
async function longLot(events: number): Promise<LotView> {
  const { id } = await settledLot(app, admin);
  await lengthen(app.app.database, id, events);
  return settled(app, id);
}

/** Lets reads of the ledger wait until it is called. */
function hold(): () => void {
  const gate = Promise.withResolvers<void>();
  reads.gate = gate.promise;
  return () => {
    reads.gate = null;
    gate.resolve();
  };
}

const codesOf = (errors: readonly { extensions?: { code: string } }[]): (string | undefined)[] =>
  errors.map(({ extensions }) => extensions?.code);

describe('one operation', () => {
  const verified = (count: number): string =>
    Array.from(
      { length: count },
      (_, i) => `a${i}: publicLot(lotId: "${lot(0).lotId}") { verification { state } provenanceChain { action } }`,
    ).join(' ');

  it('has three lots verified, and is refused when it asks for fifteen', async () => {
    const three = await app.graphql.run(`{ ${verified(3)} }`);
    expect(three.errors).toEqual([]);
    expect(three.data.a2).toMatchObject({ verification: { state: 'verified' } });
    reads.count = 0;
    const fifteen = await app.graphql.run(`{ ${verified(15)} }`);
    expect(codesOf(fifteen.errors)).toEqual(['QUERY_TOO_COMPLEX']);
    expect(fifteen.errors[0]?.message).toBe(
      '15 fields of this operation have lots verified; the limit is 3. Ask for fewer at once.',
    );
    expect(reads.count).toBe(0);
  });

  it('has the same lot verified once, whatever of it is asked for', async () => {
    const release = hold();
    const looks = vi.spyOn(app.app.database.shared, 'row');
    reads.count = 0;
    const answer = app.graphql.run(`{ ${verified(3)} }`);
    await until(
      () => looks.mock.settledResults.filter(({ type }) => type === 'fulfilled').length === 3,
      'all three to have found the lot',
    );
    looks.mockRestore();
    release();
    expect((await answer).data.a2).toMatchObject({ verification: { state: 'verified' } });
    expect(reads.count).toBe(1);
  });
});

describe('the rate', () => {
  const LIMIT = 4;
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({
      database: app.databaseUrl,
      env: { ROLE: 'web', PUBLIC_RATE_LIMIT: String(LIMIT), STAFF_RATE_LIMIT: String(LIMIT), TRUST_PROXY: '1' },
    });
  });
  afterAll(async () => {
    await limited.stop();
  });

  /** Statuses of so many calls from one address, one after the other. */
  async function statuses(address: string, count: number, path: string, init: RequestInit = {}): Promise<number[]> {
    const found: number[] = [];
    for (let i = 0; i < count; i += 1) {
      const response = await fetch(limited.url + path, {
        ...init,
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...init.headers },
      });
      await response.text();
      found.push(response.status);
    }
    return found;
  }
  const operation = (query: string): RequestInit => ({ method: 'POST', body: JSON.stringify({ query }) });
  const publicly = ({ lotId }: LotView): RequestInit =>
    operation(`{ publicLot(lotId: "${lotId}") { verification { state } } }`);

  it('counts a lot of common length as the request that asks for it', async () => {
    expect(await statuses('198.51.100.1', 5, '/graphql', publicly(lot(1)))).toEqual([200, 200, 200, 200, 429]);
  });

  it('counts what was checked of a long one over GraphQL, once', async () => {
    const long = await longLot(80);
    // 82 events: one request and three more.
    expect(await statuses('198.51.100.2', 2, '/graphql', publicly(long))).toEqual([200, 429]);
    expect(await statuses('198.51.100.3', 5, '/graphql', publicly(long))).toEqual([200, 200, 200, 200, 429]);
  });

  it.each([
    ['page', 'GET', (lotId: string) => `/lots/public/${lotId}`],
    ['comparison', 'GET', (lotId: string) => `/lots/public/${lotId}/blockchain`],
    ['journey', 'GET', (lotId: string) => `/lots/public/${lotId}/provenance`],
    ['check', 'POST', (lotId: string) => `/lots/public/${lotId}/verify-integrity`],
  ])('counts the same over REST: the %s', async (_what, method, path) => {
    const long = await longLot(80);
    const address = `198.51.100.${10 + _what.length}`;
    expect(await statuses(address, 2, `/api/v1${path(long.lotId)}`, { method })).toEqual([200, 429]);
  });

  it('counts the events of a proof file each time that it is sent', async () => {
    const long = await longLot(400);
    expect(await statuses('198.51.100.40', 2, `/api/v1/lots/public/${long.lotId}/proof`)).toEqual([200, 429]);
    expect(
      await statuses('198.51.100.41', 2, '/graphql', operation(`{ publicProof(lotId: "${long.lotId}") }`)),
    ).toEqual([200, 429]);
  });

  it('counts what the lots of a list had checked, of staff', async () => {
    const long = await longLot(80);
    const { accessToken } = await limited.person('admin');
    const init = {
      ...operation(`{ lots(filter: { search: "${long.lotId}" }) { lots { provenance { action } } } }`),
      headers: { authorization: `Bearer ${accessToken}` },
    };
    expect(await statuses('198.51.100.50', 2, '/graphql', init)).toEqual([200, 429]);
  });
});

describe('a verification', () => {
  it('checks no signature again of a lot that is as it was', async () => {
    const { lotId } = await settledLot(app, admin);
    const verify = vi.spyOn(crypto.subtle, 'verify');
    try {
      const first = await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`);
      expect(first.data).toMatchObject({ state: 'verified' });
      expect(verify.mock.calls.length).toBeGreaterThan(0);
      verify.mockClear();
      const second = await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`);
      expect(second.data).toMatchObject({ state: 'verified' });
      expect((await admin.rest.get(`/lots/${lotId}/blockchain`)).data.verification.state).toBe('verified');
      expect(verify).not.toHaveBeenCalled();
    } finally {
      verify.mockRestore();
    }
  });

  it.each([
    [
      'a content on the ledger',
      'ledger_content',
      `content = content || ' '`,
      'lot_key = (select lot_key from lot where id = $1)',
    ],
    ['an event of ours', 'lot_event', `content = content || ' '`, 'lot_id = $1'],
    [
      'a kept value',
      'personal_value',
      `value = '"Another"'`,
      `field = 'farmerName' and event_id in (select event_id from lot_event where lot_id = $1)`,
    ],
    ['the row', 'lot', 'weight_grams = weight_grams + 1', 'id = $1'],
    ['a check', 'satellite_check', `confidence = 'low'`, 'lot_id = $1'],
  ])('notices that %s was changed after a check that is remembered', async (_what, table, change, where) => {
    const { id, lotId } = await settledLot(app, admin);
    const state = async (): Promise<string> =>
      (await app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`)).data.state;
    expect([await state(), await state()]).toEqual(['verified', 'verified']);
    await app.app.database.rows(`alter table ${table} disable trigger user`, []);
    await app.app.database.rows(`update ${table} set ${change} where ${where}`, [id]);
    await app.app.database.rows(`alter table ${table} enable trigger user`, []);
    expect(await state()).toBe('differs');
    const shown = await app.graphql.run(`{ publicLot(lotId: "${lotId}") { verification { state } } }`);
    expect(shown.data.publicLot.verification.state).toBe('differs');
  });

  it('is one for shoppers over REST and GraphQL who ask at the same time', async () => {
    const { lotId } = await settledLot(app, admin);
    const release = hold();
    reads.count = 0;
    const answers = Promise.all([
      app.rest.send('POST', `/lots/public/${lotId}/verify-integrity`),
      app.rest.get(`/lots/public/${lotId}/provenance`),
      app.graphql.run(`{ publicLot(lotId: "${lotId}") { verification { state } provenanceChain { action } } }`),
    ]);
    await until(() => reads.count > 0, 'the ledger to be read');
    // Calls that go the same way through the database and are not held: those before them have come as far as they can.
    for (let i = 0; i < 3; i += 1) {
      expect((await app.graphql.run(`{ publicProof(lotId: "${lotId}") }`)).errors).toEqual([]);
    }
    release();
    const [integrity, journey, shown] = await answers;
    expect(integrity.data.state).toBe('verified');
    expect(journey.data.provenanceChain).toHaveLength(2);
    expect(shown.data.publicLot.provenanceChain).toHaveLength(2);
    // One that came late has it read once more; each of them alone would.
    expect(reads.count).toBeLessThanOrEqual(2);
  });

  it('of staff goes on while those of shoppers fill their queue', async () => {
    const release = hold();
    reads.count = 0;
    const shoppers = [0, 1, 2].map((i) => app.rest.send('POST', `/lots/public/${lot(i).lotId}/verify-integrity`));
    // Two at a time; the third waits for its turn.
    await until(() => reads.count === 2, 'the queue of shoppers to be full');
    reads.gate = null;
    const staff = await admin.rest.send('POST', `/lots/${lot(3).id}/verify-integrity`);
    expect(staff.data.state).toBe('verified');
    expect(reads.count).toBe(3);
    release();
    for (const { data } of await Promise.all(shoppers)) expect(data.state).toBe('verified');
  });

  it('ends when its client has gone away', async () => {
    const waits = Promise.withResolvers<AbortSignal | undefined>();
    reads.waits = waits.resolve;
    const release = hold();
    const call = request(`${app.url}/api/v1/lots/public/${lot(0).lotId}/verify-integrity`, { method: 'POST' });
    call.on('error', () => undefined);
    call.end();
    const signal = await waits.promise;
    expect(signal?.aborted).toBe(false);
    call.destroy();
    // Long before the time of the request is over.
    await until(() => signal?.aborted, 'the verification to end', { withinMs: 5_000 });
    release();
  });
});
