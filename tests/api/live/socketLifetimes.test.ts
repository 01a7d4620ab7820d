import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { openRawSocket, type RawSocket } from '../../support/rawSocket.ts';
import { registered, settledLot } from '../../support/seeds.ts';
import { openSocket, type Operation, type SocketClient } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const LOT_CHANGED = 'subscription { lotChanged { kind lotId } }';
/** Of what a search finds no sums are kept: the lots themselves are read. */
const STATS = '{ lotStats(filter: { search: "KIEN" }) { totalLots } }';
const TIMES = 300;
const NOTHING = [0, 0];
/** operations under way on one socket (docs/api.md) */
const AT_ONCE = 20;

let server: TestApp;
let processor: Person;
/** somebody whose stream tells when news went out */
let witness: SocketClient;
let heard: Operation;
const opened: RawSocket[] = [];

beforeAll(async () => {
  server = await createTestApp();
  processor = await server.person('processor');
  witness = await openSocket(server.url, processor.accessToken);
  heard = witness.begin(LOT_CHANGED);
  await witness.run('{ health { status } }');
});
afterAll(async () => {
  await witness?.close();
  await server?.stop();
});
afterEach(async () => {
  for (const { socket } of opened.splice(0)) socket.terminate();
  await quiet();
});

async function raw(): Promise<RawSocket> {
  const one = await openRawSocket(server.url, processor.accessToken);
  opened.push(one);
  return one;
}

const subscribe = (id: string, query = LOT_CHANGED) => ({ type: 'subscribe', id, payload: { query } });
const complete = (id: string) => ({ type: 'complete', id });

async function gauge(name: string): Promise<number> {
  const metrics = await (await fetch(`${server.url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
}
/** Operations under way and streams that are followed, besides those of the witness. */
async function alive(): Promise<[operations: number, streams: number]> {
  return [(await gauge('manam_socket_operations')) - 1, (await gauge('manam_live_streams')) - 1];
}
async function quiet(): Promise<void> {
  await until(async () => (await alive()).join() === NOTHING.join(), 'nothing to be under way');
}

/** Changes a lot and waits until the news of it went out. */
async function news(): Promise<string> {
  const { lotId } = await registered(processor);
  await until(async () => (await heard.next()).data?.lotChanged.lotId === lotId, 'the news of the lot');
  return lotId;
}

describe('operations that are begun and completed under one id', () => {
  it('are gone, however often; no news goes to them, and the places are free', async () => {
    const { send, settled, messages } = await raw();
    for (let times = 0; times < TIMES; times += 1) send(subscribe('one'), complete('one'));
    await settled();
    await quiet();
    await news();
    await settled();
    expect(messages).toEqual([]);

    for (let place = 0; place < AT_ONCE; place += 1) send(subscribe(String(place)));
    await until(async () => (await alive()).join() === `${AT_ONCE},${AT_ONCE}`, 'all places to be taken');
    send(subscribe('beyond'));
    const refused = () => messages.filter(({ type }) => type === 'error');
    await until(() => refused().length > 0, 'the refusal');
    expect(refused()).toEqual([
      {
        type: 'error',
        id: 'beyond',
        payload: [expect.objectContaining({ message: 'Too many operations on one socket' })],
      },
    ]);
  });

  it('are gone with their socket, also when it goes amid them', async () => {
    const { send, socket } = await raw();
    for (let times = 0; times < TIMES; times += 1) send(subscribe('one'), complete('one'));
    send(subscribe('one'));
    socket.terminate();
    await once(socket, 'close');
    await quiet();
    expect(await alive()).toEqual(NOTHING);
  });

  it('leave their id to the next one, which is answered and ended as any other', async () => {
    const { send, settled, messages } = await raw();
    send(subscribe('one'), complete('one'), subscribe('one'), complete('one'), subscribe('one'));
    await until(async () => (await alive()).join() === '1,1', 'the last one to be alone');
    const lotId = await news();
    const created = { type: 'next', id: 'one', payload: { data: { lotChanged: { kind: 'CREATED', lotId } } } };
    // Lots of the tests before may still be recorded and checked.
    const told = () => messages.filter((message) => isDeepStrictEqual(message, created)).length;
    await until(() => told() > 0, 'the news');
    await settled();
    expect(told()).toBe(1);
    send(complete('one'));
    await quiet();
  });

  it('get no answer of the one before', async () => {
    const { send, messages } = await raw();
    await whileLocked(server.app.database, 'lock table lot in access exclusive mode', async () => {
      send(subscribe('one', STATS));
      await until(async () => (await waitingForLocks(server.app.database)) > 0, 'the query to be under way');
      send(complete('one'), subscribe('one', '{ __typename }'));
      await until(() => messages.length === 2, 'the answer');
    });
    await quiet();
    expect(messages).toEqual([
      { type: 'next', id: 'one', payload: { data: { __typename: 'Query' } } },
      { type: 'complete', id: 'one' },
    ]);
  });
});

describe('an operation under way', () => {
  it('ends in the database when it is a query that its client completes', async () => {
    const { send } = await raw();
    // Those of the tests before would wait for the lock, too.
    await until(async () => {
      const waiting = await server.app.database.rows(
        `select 1 from ledger_outbox where state = 'pending'
         union all select 1 from graphile_worker.jobs where run_at <= now() or locked_at is not null`,
      );
      return waiting.length === 0;
    }, 'checks and recordings to end');
    await whileLocked(server.app.database, 'lock table lot in access exclusive mode', async () => {
      send(subscribe('one', STATS));
      await until(async () => (await waitingForLocks(server.app.database)) > 0, 'the query to be under way');
      send(complete('one'));
      await until(async () => (await waitingForLocks(server.app.database)) === 0, 'the statement to end');
      await quiet();
      expect(await alive()).toEqual(NOTHING);
    });
  });

  it('is completed when it is a mutation, also if its client completes it or goes', async () => {
    const lot = await settledLot(server, processor);
    const { send, socket } = await raw();
    await whileLocked(server.app.database, `select 1 from lot where id = '${lot.id}' for update`, async () => {
      const change = `mutation { updateLot(id: "${lot.id}", input: { weight: 3 }) { __typename } }`;
      send(subscribe('one', change));
      await until(async () => (await waitingForLocks(server.app.database)) > 0, 'the mutation to be under way');
      send(complete('one'));
      socket.close();
      await once(socket, 'close');
      expect(await alive()).toEqual([1, 0]);
    });
    await quiet();
    expect((await processor.rest.get(`/lots/${lot.id}`)).data.lot.weight).toBe(3);
  });

  it.each<[what: string, end: (one: RawSocket) => void]>([
    ['completed', ({ send }) => send(complete('one'))],
    ['left by its client', ({ socket }) => socket.terminate()],
  ])('is not begun when it is %s while it is being judged', async (_what, end) => {
    const { identity } = servicesOf(server.app);
    const authenticate = identity.authenticate.bind(identity);
    const one = await raw();
    const [asked, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    identity.authenticate = async (token, address) => {
      asked.resolve();
      await answered.promise;
      return authenticate(token, address);
    };
    try {
      one.send(subscribe('one'));
      await asked.promise;
      end(one);
      // No request is answered yet.
      await quiet();
      answered.resolve();
      await server.rest.get('/health');
      expect(await alive()).toEqual(NOTHING);
    } finally {
      identity.authenticate = authenticate;
      answered.resolve();
    }
  });

  it.each<[what: string, end: (one: RawSocket) => void]>([
    ['completed', ({ send }) => send(complete('one'))],
    ['left by its client', ({ socket }) => socket.terminate()],
  ])('ends at once when it is %s while one of its events is being answered', async (_what, end) => {
    const { provenance } = servicesOf(server.app);
    const chainsOf = provenance.chainsOf.bind(provenance);
    const asked = Promise.withResolvers<void>();
    provenance.chainsOf = () => {
      asked.resolve();
      return new Promise(() => undefined);
    };
    try {
      const one = await raw();
      one.send(subscribe('one', 'subscription { lotChanged { lot { provenance { action } } } }'));
      await until(async () => (await alive()).join() === '1,1', 'the stream to have begun');
      await registered(processor);
      await asked.promise;
      end(one);
      await quiet();
      expect(await alive()).toEqual(NOTHING);
    } finally {
      provenance.chainsOf = chainsOf;
    }
  });
});
