import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createApp, type App } from '../../../server/app.ts';
import { readConfig } from '../../../server/platform/config.ts';
import { REFUSED, REQUEST } from '../../../server/domain/messages/refusalMessages.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { registered } from '../../support/seeds.ts';
import { openSocket, type SocketClient } from '../../support/socketClient.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const SHORT_MS = 400;
const TOO_LONG = {
  message: 'The request took too long. Please try again later.',
  extensions: { code: 'INTERNAL_SERVER_ERROR', said: REQUEST.timeout({}) },
};
const IN_USE = {
  message: 'You used this Idempotency-Key for another request. Use a new key for each request.',
  extensions: { code: 'BAD_USER_INPUT', said: REFUSED.keyReused({}) },
};
const NOT_KEPT = {
  message: 'The first request with this Idempotency-Key succeeded, but its answer has expired.',
  extensions: { code: 'BAD_USER_INPUT', said: REFUSED.keyAnswerGone({}) },
};
const UPDATE = `mutation($id: ID!, $input: UpdateLotInput!) { updateLot(id: $id, input: $input) {
  __typename ... on LotUpdated { lot { version weight } } } }`;

let app: TestApp;
let admin: Person;
let processor: Person;
/** a server on the same database whose requests may take 0.4 s */
let hurried: App;
const sockets: SocketClient[] = [];

beforeAll(async () => {
  app = await createTestApp();
  [admin, processor] = await Promise.all([app.person('admin'), app.person('processor')]);
  const config = readConfig({ ...app.env, ROLE: 'web' });
  const limits = { ...config.limits, requestTimeoutMs: SHORT_MS };
  hurried = await createApp({ ...config, limits }, { log: pino({ level: 'silent' }) });
});
afterAll(async () => {
  await hurried?.stop();
  await app?.stop();
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) await socket.close();
});

async function connected(url: string | null, who: Person): Promise<SocketClient> {
  const socket = await openSocket(url ?? '', who.accessToken);
  sockets.push(socket);
  return socket;
}

const rows = (text: string, values: unknown[] = []) => app.app.database.rows<Record<string, unknown>>(text, values);

const whileHeld = (lock: string, work: () => Promise<void>) => whileLocked(app.app.database, lock, work);

const nobodyWaits = () =>
  until(async () => (await waitingForLocks(app.app.database)) === 0, 'the statement to end in the database');

describe('an operation on a socket that takes too long', () => {
  it('is answered, and its statement ends in the database', async () => {
    const socket = await connected(hurried.url, processor);
    await whileHeld('lock table lot in access exclusive mode', async () => {
      expect(await socket.run('{ lotStats(filter: { search: "KIEN" }) { totalLots } }')).toEqual({
        data: undefined,
        errors: [TOO_LONG],
      });
      await nobodyWaits();
    });
    // On a slow machine what waits for nothing may take the short time as well.
    await until(
      async () => (await socket.run('{ lotStats(filter: { search: "KIEN" }) { totalLots } }')).errors.length === 0,
      'the same operation to be answered',
    );
  });

  it('writes nothing, and gives its key free', async () => {
    const lot = await registered(admin);
    const socket = await connected(hurried.url, processor);
    const idempotencyKey = randomUUID();
    const change = { id: lot.id, input: { weight: 3 } };
    await whileHeld(`select 1 from lot where id = '${lot.id}' for update`, async () => {
      expect((await socket.run(UPDATE, change, { idempotencyKey })).errors).toEqual([TOO_LONG]);
    });
    await nobodyWaits();
    expect((await admin.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({ weight: 50, version: 1 });
    // By a server that has time: the key belongs to the person, on whichever server they use it.
    const patient = await connected(app.url, processor);
    const again = await patient.run(UPDATE, change, { idempotencyKey });
    expect(again).toEqual({
      data: { updateLot: { __typename: 'LotUpdated', lot: { version: 2, weight: 3 } } },
      errors: [],
    });
  });

  it('is no subscription; but each of its events is given up in the same time', async () => {
    const socket = await connected(hurried.url, processor);
    const stream = socket.begin(
      'subscription { lotChanged { kind lotId lot { blockchainHash { status } provenance { transactionId } } } }',
    );
    // Its answer, whatever it is, comes after the subscription has begun.
    await socket.run('{ me { role } }');
    const began = performance.now();
    await until(() => performance.now() - began > 2 * SHORT_MS, 'the time of a request to be over');
    const lot = await registered(admin);
    let weight = 10;
    /** Changes the lot until its news come in time: on a slow machine some are given up. */
    const heard = (what: string): Promise<unknown> =>
      until(async () => {
        weight += 1;
        await admin.rest.send('PATCH', `/lots/${lot.id}`, { weight });
        return (await stream.next()).data?.lotChanged.lotId === lot.lotId;
      }, what);
    await heard('the news of the lot');
    const { provenance } = servicesOf(hurried);
    const chainsOf = provenance.chainsOf.bind(provenance);
    // A lock would not do: news waits for transactions that are under way.
    provenance.chainsOf = () => new Promise(() => undefined);
    await admin.rest.send('PATCH', `/lots/${lot.id}`, { weight: 5 });
    await until(async () => {
      const { errors } = await stream.next();
      return errors?.[0]?.message === 'A server error occurred. Please try again later.';
    }, 'an event that is given up');
    provenance.chainsOf = chainsOf;
    expect(await heard('the stream to go on')).toBe(true);
  });
});

describe('an idempotency key on a socket', () => {
  it('answers the first answer again, here and over HTTP, and does nothing twice', async () => {
    const lot = await registered(admin);
    const socket = await connected(app.url, processor);
    const idempotencyKey = randomUUID();
    const change = { id: lot.id, input: { weight: 7 } };
    const first = await socket.run(UPDATE, change, { idempotencyKey });
    expect(first).toEqual({
      data: { updateLot: { __typename: 'LotUpdated', lot: { version: 2, weight: 7 } } },
      errors: [],
    });
    const again = await socket.run(UPDATE, change, { idempotencyKey });
    expect(again).toEqual({ ...first, extensions: { idempotencyReplayed: true } });
    const overHttp = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${processor.accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': idempotencyKey,
      },
      body: JSON.stringify({ query: UPDATE, variables: change }),
    });
    expect(overHttp.headers.get('idempotency-replayed')).toBe('true');
    expect(await overHttp.json()).toEqual({ data: first.data });
    expect((await admin.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({ version: 2 });
  });

  it('sent many times at once is carried out once', async () => {
    const lot = await registered(admin);
    const socket = await connected(app.url, processor);
    const change = { id: lot.id, input: { weight: 9 } };
    const idempotencyKey = randomUUID();
    const answers = await Promise.all(Array.from({ length: 6 }, () => socket.run(UPDATE, change, { idempotencyKey })));
    for (const { data } of answers) expect(data).toEqual(answers[0]?.data);
    expect(answers.filter(({ extensions }) => extensions === undefined)).toHaveLength(1);
    expect((await admin.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({ version: 2 });
  });

  it('with another body is refused, and so is one of another form', async () => {
    const lot = await registered(admin);
    const socket = await connected(app.url, processor);
    const idempotencyKey = randomUUID();
    await socket.run(UPDATE, { id: lot.id, input: { weight: 7 } }, { idempotencyKey });
    const other = await socket.run(UPDATE, { id: lot.id, input: { weight: 8 } }, { idempotencyKey });
    expect(other.errors).toEqual([IN_USE]);
    const malformed = await socket.run(UPDATE, { id: lot.id, input: { weight: 8 } }, { idempotencyKey: 'a b' });
    expect(malformed.errors).toMatchObject([{ extensions: { code: 'BAD_USER_INPUT' } }]);
    expect((await admin.rest.get(`/lots/${lot.id}`)).data.lot).toMatchObject({ weight: 7, version: 2 });
  });

  it('means nothing for queries and for sessions', async () => {
    const socket = await connected(app.url, processor);
    const idempotencyKey = randomUUID();
    expect((await socket.run('{ me { role } }', undefined, { idempotencyKey })).extensions).toBeUndefined();
    const login = `mutation { login(username: "${processor.username}", password: "${processor.password}") { __typename } }`;
    await socket.run(login, undefined, { idempotencyKey });
    expect(await rows('select 1 from idempotency_key where key = $1', [idempotencyKey])).toEqual([]);
  });
});

describe('a partner key made under an idempotency key', () => {
  const MAKE = `mutation($input: CreatePartnerKeyInput!) { createPartnerKey(input: $input) { key partnerKey { id } } }`;
  const input = () => ({ name: `Buyer ${randomUUID().slice(0, 8)}`, role: 'auditor' });
  const made = (name: string) => rows('select 1 from api_key where name = $1', [name]);
  const stored = (key: string) => rows('select answer, written from idempotency_key where key = $1', [key]);

  async function overSocket(key: string, body: ReturnType<typeof input>) {
    const { data, errors } = await (
      await connected(app.url, admin)
    ).run(MAKE, { input: body }, { idempotencyKey: key });
    return { shown: data?.createPartnerKey?.key, refused: errors[0]?.message };
  }

  async function overRest(key: string, body: ReturnType<typeof input>) {
    const answer = await admin.rest.send('POST', '/keys', body, { 'idempotency-key': key });
    return { shown: answer.data?.key, refused: answer.status === 409 ? answer.body.message : undefined };
  }

  it.each([
    ['on a socket', overSocket],
    ['over REST', overRest],
  ])('%s is made once and shown once: it is stored nowhere', async (_, make) => {
    const key = randomUUID();
    const body = input();
    expect(await make(key, body)).toEqual({ shown: expect.stringMatching(/^mtk_/), refused: undefined });
    expect(await stored(key)).toEqual([{ answer: null, written: true }]);
    expect(await make(key, body)).toEqual({ shown: undefined, refused: NOT_KEPT.message });
    expect(await made(body.name)).toHaveLength(1);
  });
});
