import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openRawSocket } from '../../support/rawSocket.ts';
import { newsHeard } from '../../support/newsHeard.ts';
import { settledLot } from '../../support/seeds.ts';
import { openSocket } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const DEEP = 'subscription { lotChanged { lotId lot { weight provenance { action verified } } } }';
const OTHER = 'subscription { lotChanged { kind lot { provenance { transactionId } } } }';
/** operations under way on one socket (docs/api.md) */
const AT_ONCE = 20;
/** news that may wait for one subscriber (docs/api.md) */
const MOST_WAITING = 5_000;
const PORTION = 1_000;

let server: TestApp;
let processor: Person;
let lot: { id: string; lotId: string };

beforeAll(async () => {
  server = await createTestApp();
  processor = await server.person('processor');
  lot = await settledLot(server, processor);
});
beforeEach(() => newsHeard(server));
afterAll(async () => {
  await server?.stop();
});

/** One piece of news of the lot, as a write brings it. */
async function tell(): Promise<void> {
  await server.app.database.rows(`insert into event_log (topic, kind, lot_id) values ('lot', 'changed', $1)`, [lot.id]);
}

/** How often chains were read while `work` ran. */
async function chainsReadBy(work: () => Promise<void>): Promise<number> {
  const { provenance } = servicesOf(server.app);
  const chainsOf = provenance.chainsOf.bind(provenance);
  let reads = 0;
  provenance.chainsOf = (ids) => {
    reads += 1;
    return chainsOf(ids);
  };
  try {
    await work();
    return reads;
  } finally {
    provenance.chainsOf = chainsOf;
  }
}

describe('what an event brings', () => {
  it('is computed once for all who see it through the same scope', async () => {
    const people = [processor, processor, await server.person('auditor'), await server.person('farmer')];
    const sockets = await Promise.all(people.map(({ accessToken }) => openSocket(server.url, accessToken)));
    const streams = sockets.flatMap((socket, at) =>
      // The third asks for something else of the same chain.
      Array.from({ length: 5 }, () => socket.begin(at === 2 ? OTHER : DEEP)),
    );
    await Promise.all(sockets.map((socket) => socket.run('{ health { status } }')));
    const reads = await chainsReadBy(async () => {
      await tell();
      const brought = await Promise.all(streams.map((stream) => stream.next()));
      for (const { data, errors } of brought) {
        expect(errors).toBeUndefined();
        expect(data.lotChanged.lot.provenance.length).toBeGreaterThan(1);
      }
    });
    // Once for those who see all lots, once for the farm.
    expect(reads).toBe(2);
    const again = await chainsReadBy(async () => {
      await tell();
      await Promise.all(streams.map((stream) => stream.next()));
    });
    expect(again).toBe(2);
    for (const socket of sockets) await socket.close();
  });

  it('is there for the others when the one for whom it was begun goes', async () => {
    const { provenance } = servicesOf(server.app);
    const chainsOf = provenance.chainsOf.bind(provenance);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    provenance.chainsOf = async (ids) => {
      asked.resolve();
      await answered.promise;
      return chainsOf(ids);
    };
    const first = await openSocket(server.url, processor.accessToken);
    first.begin(DEEP);
    await first.run('{ health { status } }');
    const second = await openSocket(server.url, processor.accessToken);
    const stream = second.begin(DEEP);
    await second.run('{ health { status } }');
    try {
      await tell();
      await asked.promise;
      await first.close();
      answered.resolve();
      expect((await stream.next()).data.lotChanged.lotId).toBe(lot.lotId);
    } finally {
      provenance.chainsOf = chainsOf;
      answered.resolve();
    }
    await second.close();
  });

  it('is bounded: a subscription that asks for too much of each event is refused', async () => {
    const socket = await openSocket(server.url, processor.accessToken);
    const entry = 'provenance { action details location transactionId cryptographicSignature endorsers { mspId } }';
    const asks = (chains: number) =>
      `subscription { lotChanged { lot { ${Array.from({ length: chains }, (_, at) => `p${at}: ${entry}`).join(' ')} } } }`;
    const refused = await socket.begin(asks(8)).ended;
    expect(refused).toMatchObject([
      {
        message: expect.stringMatching(/^Each event of this subscription costs 1\d{3}; the limit is 1000/),
        extensions: { code: 'QUERY_TOO_COMPLEX' },
      },
    ]);
    const allowed = socket.begin(asks(4));
    await socket.run('{ health { status } }');
    await tell();
    expect((await allowed.next()).data.lotChanged.lot.p3.length).toBeGreaterThan(1);
    await socket.close();
  });
});

describe('a subscriber who takes its news too slowly', () => {
  it('is closed with a code that clients try again after', async () => {
    const auditor = await server.person('auditor');
    const slow = await openRawSocket(server.url, auditor.accessToken);
    const quick = await openSocket(server.url, processor.accessToken);
    const heard = quick.begin('subscription { lotChanged { lotId } }');
    await quick.run('{ health { status } }');
    slow.send({ type: 'subscribe', id: 'one', payload: { query: 'subscription { lotChanged { lotId } }' } });
    await slow.settled();
    const { identity } = servicesOf(server.app);
    const authenticate = identity.authenticate.bind(identity);
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    identity.authenticate = async (token, address) => {
      if (token === auditor.accessToken) {
        asked.resolve();
        await answered.promise;
      }
      return authenticate(token, address);
    };
    try {
      await tell();
      await asked.promise;
      const closed = once(slow.socket, 'close');
      // Each lot once: news of one lot that come together are one. In portions that the other one takes in its own time, since it
      // may fall behind as well.
      const mark = `${randomInt(1_000)}-`;
      for (let told = 0; told <= MOST_WAITING; told += PORTION) {
        await server.app.database.rows(
          `with many as (
             insert into lot (id, lot_id, lot_key, variety, harvest_date, weight_grams, moisture_hundredths,
               temperature_hundredths, head_seq, head_hash)
             select gen_random_uuid(), 'LOT-MANY-' || $3 || n, 'many ' || $3 || n, 'Criollo', '2026-01-01', 1000, 700, 2500, 1, 'head'
             from generate_series($1::int, $2::int) n returning id
           ) insert into event_log (topic, kind, lot_id) select 'lot', 'changed', id from many`,
          [told + 1, told + PORTION, mark],
        );
        await until(() => heard.answers.length >= told + PORTION, 'the news to have gone out', { withinMs: 90_000 });
      }
      answered.resolve();
      const [code, reason] = await closed;
      expect([code, String(reason)]).toEqual([1013, 'Too slow for the news']);
      // The first that waited went out; nothing is kept of the others.
      expect(slow.messages.filter(({ type }) => type === 'next').length).toBeLessThan(AT_ONCE);
    } finally {
      identity.authenticate = authenticate;
      answered.resolve();
    }
    await quick.close();
  }, 300_000);
});
