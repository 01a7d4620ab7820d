import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../server/app.ts';
import { readConfig } from '../../../server/platform/config.ts';
import { REQUEST } from '../../../server/domain/messages/refusalMessages.ts';
import { csvOfLots } from '../../support/lotFiles.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { restClient, type RestClient } from '../../support/restClient.ts';
import { eventually, registered } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

const SHORT_MS = 1_000;
const TOO_LONG = 'The request took too long. Please try again later.';

let app: TestApp;
let admin: Person;
/** a server on the same database whose requests may take a second */
let hurried: App;
let rest: RestClient;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.person('admin');
  const config = readConfig({ ...app.env, ROLE: 'web' });
  const limits = { ...config.limits, requestTimeoutMs: SHORT_MS, longRequestTimeoutMs: SHORT_MS };
  hurried = await createApp({ ...config, limits }, { log: pino({ level: 'silent' }) });
  rest = restClient(hurried.url ?? '', admin.accessToken);
});
afterAll(async () => {
  await hurried.stop();
  await app.stop();
});

type BatchedAnswer = { statusCode: number; body: { message: string } };

/** As `whileLocked`, once nothing but the requests of `work` can come to wait for the lock. */
async function whileHeld(lock: string, work: () => Promise<void>): Promise<void> {
  await eventually(async () => {
    const busy = await app.app.database.rows(
      `select 1 from ledger_outbox where state = 'pending'
       union all select 1 from graphile_worker.jobs where run_at <= now() or locked_at is not null`,
    );
    if (busy.length > 0) throw new Error('Satellite or ledger still have something to do');
  });
  await quiet();
  await whileLocked(app.app.database, lock, work);
}
const waiting = () => waitingForLocks(app.app.database);

/** Waits until no transaction is under way: what could still have been written is written. */
async function quiet(): Promise<void> {
  await eventually(async () => {
    const busy = await app.app.database.rows(
      `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
         and xact_start is not null`,
    );
    if (busy.length > 0) throw new Error('A transaction is under way');
  });
}

/** Figures that are read from the lots themselves: of what a search finds no sums are kept. */
const SEARCHED = '/lots/stats?search=KIEN';

describe('a request that takes too long', () => {
  it('is answered 503, and its statement ends in the database', async () => {
    await whileHeld('lock table lot in access exclusive mode', async () => {
      const answer = await rest.get(SEARCHED);
      expect([answer.status, answer.body.error, answer.body.message]).toEqual([503, 'Service unavailable', TOO_LONG]);
      await eventually(async () => {
        if ((await waiting()) > 0) throw new Error('A statement still waits');
      });
    });
    // Of a second, while the lock has just gone.
    await eventually(async () => expect((await rest.get(SEARCHED)).status).toBe(200));
  });

  it('writes nothing, also when what it waited for is free again', async () => {
    const lot = await registered(admin);
    const hold = `select 1 from lot where id = '${lot.id}' for update`;
    await whileHeld(hold, async () => {
      expect((await rest.send('PATCH', `/lots/${lot.id}`, { weight: 2 })).status).toBe(503);
    });
    await whileHeld(hold, async () => {
      const answer = await rest.send(
        'PATCH',
        `/lots/${lot.id}`,
        { weight: 1 },
        { 'idempotency-key': `late-${lot.id}` },
      );
      expect(answer.status).toBe(503);
    });
    await quiet();
    expect((await admin.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({ weight: 50, version: 1 });
    // Its key was let go: the same call may be tried again, at a server that has the time.
    const key = { 'idempotency-key': `late-${lot.id}` };
    const again = await admin.rest.send('PATCH', `/lots/${lot.id}`, { weight: 1 }, key);
    expect([again.status, again.data?.lot.version]).toEqual([200, 2]);
  });

  it('may be GraphQL', async () => {
    await whileHeld('lock table lot in access exclusive mode', async () => {
      const answer = await fetch(`${hurried.url}/graphql`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: '{ lotStats(filter: { search: "KIEN" }) { totalLots } }' }),
      });
      expect(answer.status).toBe(503);
      expect(await answer.json()).toEqual({
        errors: [{ message: TOO_LONG, extensions: { code: 'INTERNAL_SERVER_ERROR', said: REQUEST.timeout({}) } }],
      });
    });
  });

  const calls: [string, string, object | undefined][] = [
    ['REST', `/api/v1${SEARCHED}`, undefined],
    ['GraphQL', '/graphql', { query: '{ lotStats(filter: { search: "KIEN" }) { totalLots } }' }],
  ];

  it.each(calls)('ends in the database as well when its client has gone away: %s', async (_, path, body) => {
    await whileHeld('lock table lot in access exclusive mode', async () => {
      const client = new AbortController();
      const call = fetch(`${hurried.url}${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${admin.accessToken}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
        signal: client.signal,
      });
      await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
      client.abort();
      await expect(call).rejects.toThrow('aborted');
      await eventually(async () => expect(await waiting()).toBe(0));
    });
  });

  it('is answered 503 too when it is given up while it waits for its idempotency key', async () => {
    const lot = await registered(admin);
    await whileHeld(`select 1 from lot where id = '${lot.id}' for update`, async () => {
      const call = () => rest.send('PATCH', `/lots/${lot.id}`, { weight: 3 }, { 'idempotency-key': `two-${lot.id}` });
      const both = [call(), call()];
      await eventually(async () => {
        expect(servicesOf(hurried).requests.count).toBe(2);
        expect(await waiting()).toBeGreaterThan(0);
      });
      // As at a stop: the time of both ends at once.
      servicesOf(hurried).requests.giveUp();
      expect((await Promise.all(both)).map(({ status, body }) => [status, body.message])).toEqual([
        [503, TOO_LONG],
        [503, TOO_LONG],
      ]);
    });
  });

  it('may be an export, of which the page that is being read ends in the database', async () => {
    // More than one page, and nothing that satellite or ledger would still do with them.
    await app.app.database.rows(
      `insert into lot (id, lot_id, lot_key, variety, harvest_date, weight_grams, moisture_hundredths,
         temperature_hundredths, head_seq, head_hash)
       select gen_random_uuid(), 'LOT-LONG-' || n, 'long ' || n, 'Criollo', '2026-01-01', 1000, 700, 2500, 1, 'head'
       from generate_series(1, 501) n on conflict do nothing`,
    );
    const { requests, lotExport, identity } = servicesOf(hurried);
    const caller = await identity.authenticate(admin.accessToken, '127.0.0.1');
    const scope = requests.begin(60_000);
    const file = await scope.run(() => lotExport.run(caller, {}, 'csv'));
    await whileHeld('lock table lot in access exclusive mode', async () => {
      const reading = text(file).then(
        () => 'whole',
        () => 'cut',
      );
      await eventually(async () => expect(await waiting()).toBeGreaterThan(0));
      scope.giveUp();
      await eventually(async () => expect(await waiting()).toBe(0));
      expect(await reading).toBe('cut');
    });
    scope.end();
  });

  it('may be an import, which then leaves no lot behind', async () => {
    const form = new FormData();
    form.set('file', new Blob([csvOfLots(20, 'LOT-LATE-')]), 'lots.csv');
    await whileHeld('lock table ledger_outbox in access exclusive mode', async () => {
      expect((await rest.form('/lots/import', form)).status).toBe(503);
    });
    await quiet();
    expect(await app.app.database.rows(`select 1 from lot where lot_id like 'LOT-LATE-%'`)).toEqual([]);
  });

  it('may be one of a batch: those after it are not executed', async () => {
    const config = readConfig({ ...app.env, ROLE: 'web' });
    const limits = { ...config.limits, requestTimeoutMs: SHORT_MS };
    const patient = await createApp({ ...config, limits }, { log: pino({ level: 'silent' }) });
    const [held, next] = [await registered(admin), await registered(admin)];
    const requests = [held, next].map(({ id }) => ({ method: 'PATCH', path: `/lots/${id}`, body: { weight: 2 } }));
    try {
      await whileHeld(`select 1 from lot where id = '${held.id}' for update`, async () => {
        const batch = restClient(patient.url ?? '', admin.accessToken).send('POST', '/batch', { requests });
        const { status, data } = await batch;
        const said = data.responses.map(({ statusCode, body }: BatchedAnswer) => [statusCode, body.message]);
        expect([status, said]).toEqual([
          200,
          [
            [503, TOO_LONG],
            [503, 'The batch ran out of time before this operation'],
          ],
        ]);
      });
    } finally {
      await patient.stop();
    }
    expect((await admin.rest.get(`/lots/${next.id}`)).data.lot).toMatchObject({ weight: 50, version: 1 });
  });
});

describe('a request that takes too long to arrive', () => {
  const TOO_SLOW = {
    success: false,
    error: 'Request timeout',
    message: 'The request took too long to arrive',
    statusCode: 408,
  };
  const PLAIN = 'content-type: application/json\r\ncontent-length: 1000';
  const FORM = 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 1000';
  /** more than slow bodies that one address may send at the same time (docs/api.md) */
  const [MOST_SLOW, BEYOND] = [100, 5];
  const dripping = new Map<Socket, NodeJS.Timeout>();

  /** Sends the beginning of a request, and then a byte now and then. */
  function drip(url: string | null, begin: string): Socket {
    const socket = connect(Number(new URL(url ?? '').port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write(begin);
    dripping.set(
      socket,
      setInterval(() => socket.writable && socket.write('x'), 100),
    );
    return socket;
  }

  /** All data of a connection until it ends, also by a reset; slow input is ignored. */
  function heard(socket: Socket): Promise<string> {
    const { promise, resolve } = Promise.withResolvers<string>();
    let said = '';
    socket.on('data', (bytes) => (said += String(bytes)));
    socket.once('close', () => resolve(said));
    return promise;
  }

  afterEach(() => {
    for (const [socket, timer] of dripping) {
      clearInterval(timer);
      socket.destroy();
    }
    dripping.clear();
  });

  it.each([
    ['its headers', 'POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nx-slow: '],
    ['the body of a REST call', `POST /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n${PLAIN}\r\n\r\n{`],
    ['the body of an operation', `POST /graphql HTTP/1.1\r\nhost: x\r\n${PLAIN}\r\n\r\n{`],
    [
      'a body in parts',
      'POST /graphql HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\ncontent-type: application/json\r\n\r\n3e8\r\n{',
    ],
    ['the body of a call that is not there', `POST /api/v1/nothing HTTP/1.1\r\nhost: x\r\n${PLAIN}\r\n\r\n{`],
  ])('is answered 408, and its connection ends: %s', async (_what, begin) => {
    const [head = '', body = ''] = (await heard(drip(hurried.url, begin))).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(body)).toMatchObject(TOO_SLOW);
  });

  it.each([
    ['a call', `PUT /api/v1/auth/login HTTP/1.1\r\nhost: x\r\n${PLAIN}\r\n\r\n{`, 405],
    // Node's own time alone ends this one.
    ['an upload', `POST /api/v1/lots/import HTTP/1.1\r\nhost: x\r\n${FORM}\r\n\r\n-`, 401],
  ])(
    'is answered once when it was refused before its body, and its connection ends: %s',
    async (_what, begin, status) => {
      const said = await heard(drip(hurried.url, begin));
      expect(said.match(/HTTP\/1\.1 \d{3}/g)).toEqual([`HTTP/1.1 ${status}`]);
    },
  );

  it('has the long time when it is an upload; of slow ones an address may send so many', async () => {
    const config = readConfig({ ...app.env, ROLE: 'web' });
    const patient = await createApp(
      { ...config, limits: { ...config.limits, requestTimeoutMs: SHORT_MS } },
      { log: pino({ level: 'silent' }) },
    );
    try {
      const token = `authorization: Bearer ${admin.accessToken}`;
      const upload = `POST /api/v1/lots/import HTTP/1.1\r\nhost: x\r\n${token}\r\n${FORM}\r\n\r\n--x`;
      const ended: string[] = [];
      for (let count = 0; count < MOST_SLOW + BEYOND; count += 1) {
        void heard(drip(patient.url, upload)).then((said) => ended.push(said));
      }
      const ordinary = await heard(drip(patient.url, `POST /graphql HTTP/1.1\r\nhost: x\r\n${PLAIN}\r\n\r\n{`));
      expect(ordinary).toMatch(/^HTTP\/1\.1 408 /);
      await eventually(async () => expect(ended).toHaveLength(BEYOND));
      for (const said of ended) expect(said).toMatch(/^HTTP\/1\.1 408 /);
    } finally {
      for (const socket of dripping.keys()) socket.destroy();
      await patient.stop();
    }
  });
});
