import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import type { Config } from '../../../server/platform/config.ts';
import { forgetStoredAnswers, IdempotencyKeys } from '../../../server/platform/idempotency/idempotencyKeys.ts';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { importLots, csvOfLots } from '../../support/lotFiles.ts';
import { whileLocked } from '../../support/locks.ts';
import { plotFile, squareAt } from '../../support/plotFiles.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { freshLotId, lotInput, registered, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
let grace: Person;
let processor: Person;
let admin: Person;

beforeAll(async () => {
  app = await createTestApp();
  [grace, processor, admin] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001' }),
    app.person('processor'),
    app.person('admin'),
  ]);
});
afterAll(() => app.stop());

const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const rows = (text: string, values: unknown[] = []) => app.app.database.rows<Record<string, unknown>>(text, values);
/** events that people made */
const events = async (id: string) =>
  (await rows(`select 1 from lot_event where lot_id = $1 and type <> 'satellite'`, [id])).length;
/** What jobs add to a lot between two answers. */
const derivedByJobs = (lot: LotView) => {
  const { blockchainHash, deforestationStatus, satelliteTimestamp, satelliteMessage, satelliteSaid } = lot;
  const { satelliteOutdated, updatedAt, timestamp } = lot;
  return Object.assign(
    { blockchainHash, deforestationStatus, satelliteTimestamp, satelliteMessage, satelliteSaid },
    { satelliteOutdated, updatedAt, timestamp },
  );
};
const IN_USE = 'You used this Idempotency-Key for another request. Use a new key for each request.';
const UNKNOWN_ANSWER = 'The first request with this Idempotency-Key succeeded, but its answer has expired.';

describe('the same key', () => {
  it('with the same call answers the first answer again and does nothing twice', async () => {
    const headers = keyed();
    const input = lotInput();
    const first = await grace.rest.send('POST', '/lots', input, headers);
    const again = await grace.rest.send('POST', '/lots', input, headers);
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect(first.headers.get('idempotency-replayed')).toBeNull();
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));

    const weigh = keyed();
    const patch = { weight: 33 };
    const path = `/lots/${first.data.lot.id}`;
    await grace.rest.send('PATCH', path, patch, weigh);
    await grace.rest.send('PATCH', path, { weight: 34 }, keyed());
    expect((await grace.rest.send('PATCH', path, patch, weigh)).data.lot).toMatchObject({ weight: 33, version: 2 });
    expect((await grace.rest.get(path)).data.lot).toMatchObject({ weight: 34, version: 3 });

    const remove = keyed();
    expect((await grace.rest.send('DELETE', path, undefined, remove)).status).toBe(200);
    expect((await grace.rest.send('DELETE', path, undefined, remove)).data).toEqual({
      deleted: true,
      lotId: input.lotId,
    });
  });

  it('answers refusals again too', async () => {
    const lot = await registered(grace);
    const headers = keyed();
    const stale = { weight: 9, version: 1 };
    await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 8 });
    const first = await grace.rest.send('PATCH', `/lots/${lot.id}`, stale, headers);
    const again = await grace.rest.send('PATCH', `/lots/${lot.id}`, stale, headers);
    expect([first.status, again.status, again.body]).toEqual([409, 409, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('with another body, path or method is 409', async () => {
    const headers = keyed();
    const input = lotInput();
    const { data } = await grace.rest.send('POST', '/lots', input, headers);
    for (const answer of [
      await grace.rest.send('POST', '/lots', { ...input, weight: 51 }, headers),
      await grace.rest.send('PATCH', `/lots/${data.lot.id}`, input, headers),
      await grace.rest.send('DELETE', `/lots/${data.lot.id}`, undefined, headers),
    ]) {
      expect([answer.status, answer.body.message]).toEqual([409, IN_USE]);
    }
    expect(await events(data.lot.id)).toBe(1);
  });

  it('of another caller is another key', async () => {
    const headers = keyed();
    const [a, b] = [lotInput(), lotInput()];
    expect((await grace.rest.send('POST', '/lots', a, headers)).data.lot.lotId).toBe(a.lotId);
    expect((await processor.rest.send('POST', '/lots', b, headers)).data.lot.lotId).toBe(b.lotId);
  });

  it('sent many times at once is carried out once', async () => {
    const headers = keyed();
    const input = lotInput();
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => grace.rest.send('POST', '/lots', input, headers)),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 201));
    expect(answers.filter(({ headers: h }) => h.get('idempotency-replayed') === null)).toHaveLength(1);
    expect(await rows('select 1 from lot where lot_id = $1', [input.lotId])).toHaveLength(1);
  });

  it('stands for a file by its content', async () => {
    const headers = keyed();
    const file = csvOfLots(2, 'LOT-KEYED-');
    expect((await importLots(app, admin, file, { headers })).data.created).toBe(2);
    expect((await importLots(app, admin, file, { headers, name: 'renamed.csv' })).data.created).toBe(2);
    expect((await importLots(app, admin, csvOfLots(3, 'LOT-KEYED-'), { headers })).status).toBe(409);
  });

  it('is free again after 24 hours, and the retention job takes it away', async () => {
    const headers = keyed();
    const patch = { weight: 20 };
    const lot = await registered(grace);
    await grace.rest.send('PATCH', `/lots/${lot.id}`, patch, headers);
    await rows(`update idempotency_key set created_at = now() - interval '24 hours 1 second' where key = $1`, [
      headers['idempotency-key'],
    ]);
    const again = await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 21 }, headers);
    expect([again.status, again.data.lot.weight]).toEqual([200, 21]);
    await rows(`update idempotency_key set created_at = now() - interval '25 hours' where key = $1`, [
      headers['idempotency-key'],
    ]);
    expect(await servicesOf(app.app).idempotency.deleteOldIdempotencyKeys()).toBe(1);
    expect(await rows('select 1 from idempotency_key where key = $1', [headers['idempotency-key']])).toEqual([]);
  });

  it('has to be 1 to 255 visible characters', async () => {
    for (const key of ['x'.repeat(256), 'has space']) {
      const answer = await grace.rest.send('POST', '/lots', lotInput(), keyed(key));
      expect([answer.status, answer.body.details?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
    }
    expect((await grace.rest.send('POST', '/lots', lotInput(), keyed('x'.repeat(255)))).status).toBe(201);
  });

  it('is passed over where it has no meaning: reads, sign-in and batches', async () => {
    const headers = keyed();
    await grace.rest.get('/lots/next-id', headers);
    const login = { username: grace.username, password: grace.password };
    const tokens = await Promise.all([1, 2].map(() => app.rest.send('POST', '/auth/login', login, headers)));
    expect(tokens[0]?.data.refresh_token).not.toBe(tokens[1]?.data.refresh_token);
    await grace.rest.send('POST', '/batch', { requests: [{ method: 'GET', path: '/lots/next-id' }] }, headers);
    expect(await rows('select 1 from idempotency_key where key = $1', [headers['idempotency-key']])).toEqual([]);
  });
});

describe('a key whose process died', () => {
  /** As its row is left by a process that was killed: still in its time, and no session holds the lock that it names. */
  const die = (key: string, written: boolean) =>
    rows(
      `update idempotency_key set answer = null, written = $2, targets = case when $2 then targets else '[]' end, process = 0,
         held_until = now() + interval '10 seconds'
       where key = $1`,
      [key, written],
    );

  it('after the write is answered at once from what was written, and nothing is carried out again', async () => {
    const input = lotInput();
    const calls: [method: string, path: (id: string) => string, body: unknown][] = [
      ['POST', () => '/lots', input],
      ['PATCH', (id) => `/lots/${id}`, { weight: 33 }],
      ['PATCH', (id) => `/lots/${id}/process`, { currentProcess: 'drying', processDetails: 'Sun' }],
      ['DELETE', (id) => `/lots/${id}`, undefined],
    ];
    let id = '';
    for (const [made, [method, path, body]] of calls.entries()) {
      const headers = keyed();
      const first = await admin.rest.send(method, path(id), body, headers);
      id = first.data.lot?.id ?? id;
      await die(headers['idempotency-key'], true);
      const again = await admin.rest.send(method, path(id), body, headers);
      expect([method, again.status]).toEqual([method, first.status]);
      expect(again.data.lotId ?? again.data.lot).toEqual(
        first.data.lotId ?? { ...first.data.lot, ...derivedByJobs(again.data.lot) },
      );
      expect(await events(id)).toBe(made + 1);
      // From then on the answer is stored.
      const third = await admin.rest.send(method, path(id), body, headers);
      expect([third.body, third.headers.get('idempotency-replayed')]).toEqual([again.body, 'true']);
    }
  });

  it('after the write is not carried out again where somebody says that it did not write', async () => {
    const headers = keyed();
    const input = lotInput();
    const first = await grace.rest.send('POST', '/lots', input, headers);
    await die(headers['idempotency-key'], true);
    await rows('update idempotency_key set written = false where key = $1', [headers['idempotency-key']]);
    const again = await grace.rest.send('POST', '/lots', input, headers);
    expect([again.status, again.data.lot.id]).toEqual([201, first.data.lot.id]);
    expect(await events(first.data.lot.id)).toBe(1);
  });

  it.each<[path: string, text: () => Promise<string>, answer: Record<string, unknown>]>([
    ['/lots/import', async () => csvOfLots(2, 'LOT-AGAIN-'), { created: 2, total: 2, invalid: 0, rows: [] }],
    [
      '/farms/import',
      async () => {
        for (const farmId of ['FK-1', 'FK-2']) await processor.rest.send('POST', '/farms', { farmId, name: 'Old' });
        return 'farmId,name\nFK-1,Old\nFK-2,New\nFK-3,New\nFK-4,New';
      },
      { created: 3, total: 4, invalid: 0, added: 2, changed: 1, same: 1, rows: [] },
    ],
    [
      '/farms/FARM045/plots/import',
      async () => plotFile([squareAt(145.9, -5.3, 0.001), squareAt(145.902, -5.3, 0.001)]),
      { created: 2, total: 2, invalid: 0, complete: true, rows: [] },
    ],
    [
      '/transformations/import',
      async () => {
        const lot = await registered(admin, { weight: 60 });
        const rowsOf = [`A,input,${lot.lotId},60,,blending`, `A,output,${freshLotId()},60,7,`];
        return ['transformation,role,lot,weight,moistureContent,step', ...rowsOf].join('\n');
      },
      { created: 1, total: 1, invalid: 0 },
    ],
  ])('after %s answers what was imported', async (path, textOf, answer) => {
    const text = await textOf();
    const headers = keyed();
    const upload = () => {
      const form = new FormData();
      form.set('file', new Blob([text]), 'file.csv');
      return processor.rest.form(path, form, headers);
    };
    const first = await upload();
    expect([first.status, first.data.created]).toEqual([200, answer['created']]);
    await die(headers['idempotency-key'], true);
    const again = await upload();
    expect([again.status, again.body.message]).toEqual([200, first.body.message]);
    expect(again.data).toMatchObject(answer);
    expect(again.data.importId).toBe(first.data.importId);
  });

  it('after the undo of an import answers how many lots it deleted', async () => {
    const { importId } = (await importLots(app, admin, csvOfLots(3, 'LOT-UNDONE-'))).data;
    await admin.rest.send('DELETE', '/lots/LOT-UNDONE-1');
    const headers = keyed();
    const undo = () => admin.rest.send('POST', `/lots/imports/${importId}/undo`, {}, headers);
    expect((await undo()).data).toEqual({ deleted: 2 });
    await die(headers['idempotency-key'], true);
    const again = await undo();
    expect([again.status, again.data]).toEqual([200, { deleted: 2 }]);
  });

  it('after the write over GraphQL, too', async () => {
    const { farmId, farmerName, ...other } = lotInput();
    const variables = { input: { farmId, farmerName, ...other } };
    const query = `mutation ($input: CreateLotInput!) { createLot(input: $input) { __typename ... on LotCreated { lot { id } } } }`;
    const key = randomUUID();
    const send = async () => {
      const response = await fetch(`${app.url}/graphql`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${grace.accessToken}`,
          'idempotency-key': key,
        },
        body: JSON.stringify({ query, variables }),
      });
      return response.text();
    };
    const first = await send();
    expect(first).toContain('LotCreated');
    await die(key, true);
    expect(await send()).toBe(first);
  });

  it('after a write that names nothing, or what this program did not store, is 409 and never carried out again', async () => {
    const other = keyed();
    await grace.rest.send('POST', '/lots', lotInput(), other);
    const [moved] = await rows('select targets::text as targets from idempotency_key where key = $1', [
      other['idempotency-key'],
    ]);
    for (const targets of ['[]', '["forged"]', String(moved?.['targets'])]) {
      const headers = keyed();
      const input = lotInput();
      const { data } = await grace.rest.send('POST', '/lots', input, headers);
      await die(headers['idempotency-key'], true);
      await rows('update idempotency_key set targets = $2 where key = $1', [headers['idempotency-key'], targets]);
      const again = await grace.rest.send('POST', '/lots', input, headers);
      expect([again.status, again.body.message]).toEqual([409, targets === '[]' ? UNKNOWN_ANSWER : expect.any(String)]);
      expect(await events(data.lot.id)).toBe(1);
    }
  });

  it('before the write is carried out by the next call', async () => {
    const headers = keyed();
    const lot = await registered(grace);
    // A patch that changes nothing writes nothing.
    await grace.rest.send('PATCH', `/lots/${lot.id}`, {}, headers);
    await die(headers['idempotency-key'], false);
    const other = await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 6 }, headers);
    expect([other.status, other.body.message]).toEqual([409, IN_USE]);
    const again = await grace.rest.send('PATCH', `/lots/${lot.id}`, {}, headers);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([200, null]);
  });

  it("is nobody else's for as long as the call may take", async () => {
    const headers = keyed();
    const lot = await registered(grace);
    const held = () =>
      rows(
        `select extract(epoch from held_until - created_at)::int >= 10 as held from idempotency_key where key = $1`,
        [headers['idempotency-key']],
      );
    const calls: Promise<RestAnswer>[] = [];
    await whileLocked(app.app.database, `select 1 from lot where id = '${lot.id}' for update`, async () => {
      calls.push(grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 5 }, headers));
      const [row] = await until(async () => {
        const found = await held();
        return found.length > 0 && found;
      }, 'the key to be taken');
      expect(row).toEqual({ held: true });
    });
    expect((await calls[0])?.status).toBe(200);
  });

  it('is told to be still under way to a second call before the time of that one is over', async () => {
    const { idempotency } = servicesOf(app.app);
    const asked = {
      subject: grace.userId,
      key: randomUUID(),
      request: 'slow',
      deadlineMs: 60_000,
      signal: new AbortController().signal,
    };
    expect(await idempotency.begin(asked)).toHaveProperty('markWritten');
    const began = performance.now();
    await expect(idempotency.begin({ ...asked, deadlineMs: 1_000 })).rejects.toMatchObject({
      message: expect.stringContaining('is still running'),
      refusal: { kind: 'conflict', retryAfterSeconds: 1 },
    });
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('is marked in the transaction of the write itself', async () => {
    const headers = keyed();
    const lot = await registered(grace);
    await grace.rest.send('PATCH', `/lots/${lot.id}`, { weight: 5 }, headers);
    const marked = await rows(
      `select k.xmin = e.xmin as same from idempotency_key k, lot_event e where k.key = $1 and e.lot_id = $2 and e.seq > 1 and e.type = 'edited'`,
      [headers['idempotency-key'], lot.id],
    );
    // The answer is written afterwards, by a transaction of its own.
    expect(marked).toEqual([{ same: false }]);
    expect(await rows('select written from idempotency_key where key = $1', [headers['idempotency-key']])).toEqual([
      { written: true },
    ]);
  });

  it('cannot be overtaken: whoever lost the key commits nothing', async () => {
    const lot = await registered(grace);
    const key = randomUUID();
    const claim = await servicesOf(app.app).idempotency.begin({
      subject: grace.userId,
      key,
      request: 'slow',
      deadlineMs: 10_000,
      signal: new AbortController().signal,
    });
    if (!('markWritten' in claim)) throw new Error('The key was taken');
    await rows(`update idempotency_key set holder = gen_random_uuid() where key = $1`, [key]);
    const late = app.app.database.write(async (em) => {
      await em.execute('update lot set weight_grams = 1 where id = ?', [lot.id]);
      await claim.markWritten(em, []);
    });
    await expect(late).rejects.toThrow('took too long');
    expect((await grace.rest.get(`/lots/${lot.id}`)).data.lot.weight).toBe(50);
  });
});

describe('what is kept', () => {
  it('shows nothing of the call or its answer', async () => {
    const headers = keyed();
    await grace.rest.send('POST', '/lots', lotInput({ farmerName: 'Secretive Person' }), headers);
    const [row] = await rows(
      `select position('Secretive'::bytea in answer) as at, octet_length(fingerprint) as length, octet_length(answer) > 200 as kept
       from idempotency_key where key = $1`,
      [headers['idempotency-key']],
    );
    expect(row).toEqual({ at: 0, length: 32, kept: true });
  });

  it('can be read and compared with the secret alone', async () => {
    const asked = {
      subject: grace.userId,
      key: randomUUID(),
      request: 'the same',
      deadlineMs: 10_000,
      signal: new AbortController().signal,
    };
    const answer = { status: 200, headers: {}, body: '{}' };
    const claim = await servicesOf(app.app).idempotency.begin(asked);
    if (!('keep' in claim)) throw new Error('The key was taken');
    await claim.keep(answer);
    expect(await servicesOf(app.app).idempotency.begin(asked)).toEqual(answer);
    const stranger = new IdempotencyKeys({ database: app.app.database, secret: 'another secret of 32 characters!' });
    await expect(stranger.begin(asked)).rejects.toThrow(IN_USE);
  });

  it('goes with an erasure; the call is still not carried out again', async () => {
    const headers = keyed();
    const input = lotInput();
    await grace.rest.send('POST', '/lots', input, headers);
    await app.app.database.write((em) => forgetStoredAnswers(em));
    expect(await rows('select 1 from idempotency_key where answer is not null')).toEqual([]);
    const again = await grace.rest.send('POST', '/lots', input, headers);
    expect([again.status, again.body.message]).toEqual([409, UNKNOWN_ANSWER]);
  });
});

describe('an answer of more than 16 kB', () => {
  const answerOf = (key: string) => rows('select answer, written from idempotency_key where key = $1', [key]);

  it('of a comment is not stored: the same call again writes nothing and answers with what there is now', async () => {
    const { id: lotUuid } = await settledLot(app, grace);
    const id = await raiseSmoke(app.app.database, lotUuid);
    const path = `/alerts/${id}/comments`;
    for (let n = 0; n < 10; n += 1) await admin.rest.send('POST', path, { text: 'x'.repeat(1_900) });
    const headers = keyed();
    const first = await admin.rest.send('POST', path, { text: 'The last one' }, headers);
    expect([first.status, first.data.investigation.comments.length]).toEqual([201, 11]);
    expect(await answerOf(headers['idempotency-key'])).toEqual([{ answer: null, written: true }]);
    await admin.rest.send('POST', path, { text: 'Another one' });
    const again = await admin.rest.send('POST', path, { text: 'The last one' }, headers);
    expect([again.status, again.data.investigation.comments.length]).toEqual([201, 12]);
    const other = await admin.rest.send('POST', path, { text: 'Not the same' }, headers);
    expect([other.status, other.body.message]).toEqual([409, IN_USE]);
  });

  it('of an import is not stored: the same call again answers that all of it was imported', async () => {
    const headers = keyed();
    const file = csvOfLots(500, 'LOT-LONG-');
    const first = await importLots(app, admin, file, { headers });
    expect([first.data.created, first.data.rows.length]).toEqual([500, 500]);
    expect(await answerOf(headers['idempotency-key'])).toEqual([{ answer: null, written: true }]);
    const again = await importLots(app, admin, file, { headers });
    expect([again.status, again.body.message]).toEqual([200, '500 lots imported']);
    expect(again.data).toEqual({ ...first.data, rows: [] });
    // The list of imports keeps the newest ones.
    await rows('delete from lot_import where id = $1', [first.data.importId]);
    await rows(`update idempotency_key set answer = null where key = $1`, [headers['idempotency-key']]);
    const late = await importLots(app, admin, file, { headers });
    expect([late.status, late.body.message]).toEqual([409, UNKNOWN_ANSWER]);
  });

  it('of a plot is not stored: the same call again makes no second one', async () => {
    const ring = Array.from({ length: 1_500 }, (_, n) => {
      const angle = (n / 1_500) * 2 * Math.PI;
      return [145.7 + 0.002 * Math.cos(angle), -5.3 + 0.002 * Math.sin(angle)].map((x) => Number(x.toFixed(6)));
    });
    const body = { name: 'Round', geometry: { type: 'Polygon', coordinates: [[...ring, ring[0]]] } };
    const headers = keyed();
    const first = await admin.rest.send('POST', '/farms/FARM044/plots', body, headers);
    expect([first.status, await answerOf(headers['idempotency-key'])]).toEqual([
      201,
      [{ answer: null, written: true }],
    ]);
    const again = await admin.rest.send('POST', '/farms/FARM044/plots', body, headers);
    expect([again.status, again.data]).toEqual([201, first.data]);
    expect((await admin.rest.get('/farms/FARM044/plots')).data.plots).toHaveLength(1);
  });
});

describe('keys of one account in 24 hours', () => {
  const bounded = async (limits: Partial<Config['limits']>) => {
    const other = await createTestApp({ limits });
    onTestFinished(() => other.stop());
    return { farmer: await other.person('farmer', { farmId: 'FARM001' }), database: other.app.database };
  };

  it('are as many as the settings say: the next call is not carried out, and earlier ones are answered again', async () => {
    const { farmer, database } = await bounded({ keysADay: 3 });
    const calls = Array.from({ length: 4 }, () => ({ input: lotInput(), headers: keyed() }));
    const send = (n: number) => farmer.rest.send('POST', '/lots', calls[n]?.input, calls[n]?.headers);
    for (const n of [0, 1, 2]) expect((await send(n)).status).toBe(201);
    const refused = await send(3);
    expect([refused.status, refused.body.said]).toEqual([429, REFUSED.tooManyKeysADay({ most: 3 })]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
    expect(await database.rows('select 1 from lot')).toHaveLength(3);
    expect(await database.rows('select 1 from idempotency_key')).toHaveLength(3);
    const again = await send(0);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect((await farmer.rest.send('POST', '/lots', lotInput())).status).toBe(201);
  });

  it('hold as many bytes of answers as the settings say', async () => {
    const { farmer, database } = await bounded({ keyBytesADay: 2_000 });
    const statuses: number[] = [];
    let said: unknown;
    for (let n = 0; n < 4; n += 1) {
      const { status, body } = await farmer.rest.send('POST', '/lots', lotInput(), keyed());
      statuses.push(status);
      said = body.said;
    }
    expect(statuses).toEqual([201, 201, 429, 429]);
    expect(said).toEqual(REFUSED.tooManyKeyBytes({ megabytes: 1 }));
    expect(await database.rows('select 1 from lot')).toHaveLength(2);
  });
});

describe('GraphQL mutations', () => {
  const run = async (by: Person, key: string, query: string, variables: Record<string, unknown>) => {
    const answer = await fetch(`${app.url}/graphql`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${by.accessToken}`,
        'content-type': 'application/json',
        'idempotency-key': key,
      },
      body: JSON.stringify({ query, variables }),
    });
    return { status: answer.status, replayed: answer.headers.get('idempotency-replayed'), body: await answer.json() };
  };
  const UPDATE = `mutation($id: ID!, $input: UpdateLotInput!) { updateLot(id: $id, input: $input) { __typename ... on LotUpdated { lot { version weight } } } }`;

  it('heed the key as REST calls do', async () => {
    const { id } = await registered(grace);
    const key = randomUUID();
    const first = await run(grace, key, UPDATE, { id, input: { weight: 7 } });
    const again = await run(grace, key, UPDATE, { id, input: { weight: 7 } });
    expect(first.body.data.updateLot).toEqual({ __typename: 'LotUpdated', lot: { version: 2, weight: 7 } });
    expect([again.status, again.replayed, again.body]).toEqual([200, 'true', first.body]);
    expect(first.replayed).toBeNull();
    const other = await run(grace, key, UPDATE, { id, input: { weight: 8 } });
    expect([other.status, other.body.errors[0]]).toEqual([
      409,
      { message: IN_USE, extensions: { code: 'BAD_USER_INPUT', said: REFUSED.keyReused({}) } },
    ]);
    expect(await events(id)).toBe(2);
  });

  it('are carried out by the next call after an error inside, which says nothing of them', async () => {
    const { id } = await registered(grace);
    const key = randomUUID();
    const weigh = () => run(grace, key, UPDATE, { id, input: { weight: 13 } });
    await rows('alter table lot add constraint refused check (weight_grams <> 13000) not valid');
    try {
      expect((await weigh()).body.errors[0].extensions.code).toBe('INTERNAL_SERVER_ERROR');
    } finally {
      await rows('alter table lot drop constraint refused');
    }
    expect((await weigh()).body.data.updateLot.lot).toEqual({ version: 2, weight: 13 });
  });

  it('of sign-in, and queries, do not', async () => {
    const key = randomUUID();
    const me = await run(grace, key, '{ me { username } }', {});
    expect((await run(grace, key, '{ me { name } }', {})).status).toBe(me.status);
    const LOGIN = `mutation($u: String!, $p: String!) { login(username: $u, password: $p) { __typename } }`;
    await run(grace, key, LOGIN, { u: grace.username, p: grace.password });
    expect(await rows('select 1 from idempotency_key where key = $1', [key])).toEqual([]);
  });
});
