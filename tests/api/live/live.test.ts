import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { EventFollower } from '../../../server/platform/change-feed/eventFollower.ts';
import { Listener } from '../../../server/platform/change-feed/listener.ts';
import type { Change } from '../../../server/platform/change-feed/changeFeed.ts';
import { ACCOUNTS } from '../../../server/modules/identity/signedIdentity.ts';
import { LOSS_PLACE_PNG } from '../../../server/adapters/forest-sample/places.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { graphqlClient, type Stream } from '../../support/graphqlClient.ts';
import { csvOfLots, importLots } from '../../support/lotFiles.ts';
import { newLot } from '../../support/newLot.ts';
import { resign } from '../../support/sealed.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

const LOTS = `subscription { lotChanged { kind id lotId
  lot { farmId weight currentProcess deforestationStatus blockchainHash { status transactionId } } } }`;
const ALERTS = 'subscription { alertChanged { kind alert { id lotId status } } }';
const log = pino({ level: 'silent' });

/** Three processes on one database: two serve people, the third does the work. */
let web: TestApp;
let otherWeb: TestApp;
let worker: TestApp;
let farmer: Person;
let otherFarmer: Person;
let processor: Person;
let auditor: Person;
let admin: Person;
let streams: Stream[] = [];

beforeAll(async () => {
  web = await createTestApp({ env: { ROLE: 'web' } });
  otherWeb = await createTestApp({ database: web.databaseUrl, env: { ROLE: 'web' } });
  worker = await createTestApp({ database: web.databaseUrl, env: { ROLE: 'worker' } });
  farmer = await web.person('farmer');
  otherFarmer = await web.person('farmer', { farmId: 'FARM002' });
  processor = await web.person('processor');
  auditor = await web.person('auditor');
  admin = await web.person('admin');
});

afterAll(async () => {
  await worker?.stop();
  await otherWeb?.stop();
  await web?.stop();
});

afterEach(() => {
  for (const stream of streams) stream.close();
  streams = [];
});

async function follow(who: Person, query: string, server = web): Promise<Stream> {
  const stream = await graphqlClient(server.url, who.accessToken).subscribe(query);
  streams.push(stream);
  return stream;
}

/** The next lot event that is of interest; others, of checks and recordings, go by. */
async function nextLot(stream: Stream, wanted: (event: ReturnType<typeof JSON.parse>) => boolean) {
  const passed: unknown[] = [];
  for (;;) {
    const { lotChanged } = await stream.next().catch((error: unknown) => {
      throw new Error(`${String(error)}, after ${JSON.stringify(passed)}`, { cause: error });
    });
    if (wanted(lotChanged)) return lotChanged;
    passed.push(lotChanged);
  }
}

async function create(by: Person, changes: Record<string, unknown> = {}): Promise<{ id: string; lotId: string }> {
  const { status, data } = await by.rest.send('POST', '/lots', newLot(changes));
  expect(status).toBe(201);
  return data.lot;
}

/** An alert as a check raises it: row and news in one transaction. */
async function raiseAlert(lot: { id: string }): Promise<string> {
  return raiseSmoke(web.app.database, lot.id);
}

describe('lotChanged', () => {
  it('tells the life of a lot: created, recorded, changed, moved, deleted', async () => {
    const stream = await follow(processor, LOTS);
    const { id, lotId } = await create(processor);
    const own = (event: { id: string }) => event.id === id;
    const created = await nextLot(stream, own);
    expect(created).toMatchObject({ kind: 'CREATED', id, lotId, lot: { weight: 50 } });
    // News of a burst comes as one: the lot may be recorded, and checked, by then.
    const isRecorded = ({ lot }: typeof created) => lot?.blockchainHash?.status === 'recorded';
    const recorded = isRecorded(created)
      ? created
      : await nextLot(stream, (event) => own(event) && event.kind === 'CHANGED' && isRecorded(event));
    expect(recorded.lot.blockchainHash.transactionId).toMatch(/^[0-9a-f]{64}$/);
    expect((await processor.rest.send('PATCH', `/lots/${id}`, { weight: 48.5 })).status).toBe(200);
    expect(await nextLot(stream, (event) => own(event) && event.lot.weight === 48.5)).toMatchObject({
      kind: 'CHANGED',
    });
    const advance = { currentProcess: 'drying', processDetails: 'In the sun' };
    expect((await processor.rest.send('PATCH', `/lots/${id}/process`, advance)).status).toBe(200);
    expect(await nextLot(stream, (event) => own(event) && event.lot.currentProcess === 'drying')).toMatchObject({
      kind: 'CHANGED',
    });
    expect((await admin.rest.send('DELETE', `/lots/${id}`)).status).toBe(200);
    expect(await nextLot(stream, (event) => own(event) && event.kind === 'DELETED')).toEqual({
      kind: 'DELETED',
      id,
      lotId,
      lot: null,
    });
    // What the ledger did with the deletion afterwards is no news of a lot that is gone.
    const other = await create(processor);
    const after: unknown[] = [];
    await nextLot(stream, (event) => {
      if (own(event)) after.push(event);
      return event.id === other.id && isRecorded(event);
    });
    expect(after).toEqual([]);
  });

  it('shows a farmer the lots of the own farm alone', async () => {
    const stream = await follow(await web.person('farmer', { farmId: 'FARM004' }), LOTS);
    const everything = await follow(processor, LOTS);
    const elsewhere = await create(processor, { farmId: 'FARM002' });
    await nextLot(everything, ({ id }) => id === elsewhere.id);
    const { id } = await create(processor, { farmId: 'FARM004' });
    expect((await stream.next()).lotChanged).toMatchObject({ kind: 'CREATED', id, lot: { farmId: 'FARM004' } });
  });

  it('tells of a lot that changed farm to both: to the one that it is of now, and to the one that it left', async () => {
    const [left, now] = ['FARM021', 'FARM022'];
    const leaves = await follow(await web.person('farmer', { farmId: left }), LOTS);
    const { id, lotId } = await create(processor, { farmId: left });
    // Received before the lot moves: otherwise subscribers of its new farm may get its creation as well.
    await nextLot(leaves, ({ kind }) => kind === 'CREATED');
    const comes = await follow(await web.person('farmer', { farmId: now }), LOTS);
    const everything = await follow(processor, LOTS);
    expect((await admin.rest.send('PATCH', `/lots/${id}`, { farmId: now })).status).toBe(200);
    const [departure, change] = await Promise.all([
      nextLot(leaves, ({ kind }) => kind === 'DEPARTED'),
      nextLot(comes, () => true),
    ]);
    expect(departure).toEqual({ kind: 'DEPARTED', id, lotId, lot: null });
    expect(change).toMatchObject({ kind: 'CHANGED', id, lot: { farmId: now } });
    expect(await nextLot(everything, (event) => event.id === id && event.lot.farmId === now)).toMatchObject({
      kind: 'CHANGED',
    });
    // What becomes of it afterwards is no news of the farm that it left.
    const later = await create(processor, { farmId: left });
    expect(await nextLot(leaves, (event) => event.kind !== 'DEPARTED')).toMatchObject({ id: later.id });
  });

  it('does not tell of a lot what one of those who hear may do to it', async () => {
    const stream = await follow(processor, 'subscription { lotChanged { id lot { mayDo } } }');
    const { id } = await create(processor);
    expect((await nextLot(stream, (event) => event.id === id)).lot).toEqual({ mayDo: null });
  });

  it('reads anew for every event what belongs to a lot', async () => {
    const stream = await follow(processor, 'subscription { lotChanged { id lot { weight provenance { action } } } }');
    const { id } = await create(processor);
    const tells = (action: string) => (event: { id: string; lot: { provenance: { action: string }[] } }) =>
      event.id === id && event.lot.provenance.some((entry) => entry.action === action);
    await nextLot(stream, tells('created'));
    await processor.rest.send('PATCH', `/lots/${id}`, { weight: 48.5 });
    // The chain is read after the lot: an event may tell of the edit beside the weight before it, but not the last one.
    const after = await nextLot(stream, (event) => tells('edited')(event) && event.lot.weight !== 50);
    expect(after.lot.weight).toBe(48.5);
  });

  it('asks anew for every event what a person may see', async () => {
    const moved = await web.person('processor');
    const stream = await follow(moved, LOTS);
    const before = await create(processor, { farmId: 'FARM002' });
    await nextLot(stream, ({ id }) => id === before.id);
    await web.app.database.rows("update app_user set role = 'farmer', farm_id = 'FARM003' where id = $1", [
      moved.userId,
    ]);
    await resign(web.app.database, ACCOUNTS, moved.userId);
    await web.app.database.rows("insert into event_log (topic, kind, user_id) values ('user', 'changed', $1)", [
      moved.userId,
    ]);
    const hidden = await create(processor, { farmId: 'FARM002' });
    const shown = await create(processor, { farmId: 'FARM003' });
    const next = await nextLot(stream, ({ id, kind }) => id === hidden.id || (id === shown.id && kind === 'CREATED'));
    expect(next).toMatchObject({ kind: 'CREATED', id: shown.id });
  });
});

describe('lotsChanged', () => {
  const MANY = 'subscription { lotsChanged { lots { kind id lotId lot { farmId weight } } ids much } }';

  async function nextMany(stream: Stream, wanted: (event: ReturnType<typeof JSON.parse>) => boolean) {
    for (;;) {
      const { lotsChanged } = await stream.next();
      if (wanted(lotsChanged)) return lotsChanged;
    }
  }

  async function importMany(count: number, farmId: string): Promise<void> {
    const { status, data } = await importLots(web, processor, csvOfLots(count, `LOT-${farmId}-`, farmId));
    expect([status, data.created]).toEqual([200, count]);
  }

  it('tells of few lots whole, with what became of each', async () => {
    const farmId = 'FARM020';
    const stream = await follow(await web.person('farmer', { farmId }), MANY);
    const { id, lotId } = await create(processor, { farmId });
    expect((await stream.next()).lotsChanged).toEqual({
      lots: [{ kind: 'CREATED', id, lotId, lot: { farmId, weight: 50 } }],
      ids: [],
      much: false,
    });
  });

  it('tells of a lot that changed farm to both farms', async () => {
    const [left, now] = ['FARM023', 'FARM024'];
    const leaves = await follow(await web.person('farmer', { farmId: left }), MANY);
    const { id, lotId } = await create(processor, { farmId: left });
    await nextMany(leaves, ({ lots }) => lots.some(({ kind }: { kind: string }) => kind === 'CREATED'));
    const comes = await follow(await web.person('farmer', { farmId: now }), MANY);
    await admin.rest.send('PATCH', `/lots/${id}`, { farmId: now });
    const departure = await nextMany(leaves, ({ lots }) =>
      lots.some(({ kind }: { kind: string }) => kind === 'DEPARTED'),
    );
    expect(departure.lots).toEqual([{ kind: 'DEPARTED', id, lotId, lot: null }]);
    expect((await nextMany(comes, () => true)).lots).toMatchObject([{ kind: 'CHANGED', id, lot: { farmId: now } }]);
  });

  it('tells of an import in one message: with the ids of its lots, or that much has changed', async () => {
    const [own, others] = ['FARM025', 'FARM026'];
    const stream = await follow(await web.person('farmer', { farmId: own }), MANY);
    const ofOthers = await follow(await web.person('farmer', { farmId: others }), MANY);
    await importMany(30, own);
    const named = (await stream.next()).lotsChanged;
    expect([named.lots, named.ids.length, new Set(named.ids).size, named.much]).toEqual([[], 30, 30, false]);
    await importMany(250, others);
    expect((await ofOthers.next()).lotsChanged).toEqual({ lots: [], ids: [], much: true });
  });
});

describe('alertChanged', () => {
  it('tells the life of an alert to those who see its lot', async () => {
    const lot = await create(processor, { farmId: 'FARM001' });
    const [mine, theirs] = [await follow(farmer, ALERTS), await follow(otherFarmer, ALERTS)];
    const id = await raiseAlert(lot);
    const of = (kind: string, status: string) => ({ alertChanged: { kind, alert: { id, lotId: lot.lotId, status } } });
    expect(await mine.next()).toEqual(of('RAISED', 'active'));
    await farmer.rest.send('PUT', `/alerts/${id}/acknowledge`);
    expect(await mine.next()).toEqual(of('CHANGED', 'acknowledged'));
    await auditor.rest.send('PUT', `/alerts/${id}/dismiss`, { reason: 'A cooking fire' });
    expect(await mine.next()).toEqual(of('DISMISSED', 'dismissed'));
    // The first that the other farm hears of is its own.
    const other = await raiseAlert(await create(processor, { farmId: 'FARM002' }));
    expect((await theirs.next()).alertChanged).toMatchObject({ kind: 'RAISED', alert: { id: other } });
  });

  it('tells of an alert that a satellite check raised in another process', async () => {
    const stream = await follow(processor, ALERTS);
    const { latitude, longitude } = LOSS_PLACE_PNG;
    const { lotId } = await create(processor, { latitude, longitude });
    expect((await stream.next()).alertChanged).toMatchObject({ kind: 'RAISED', alert: { lotId, status: 'active' } });
  });
});

describe('several processes on one database', () => {
  it('a lot made at one is live at the other, and recorded by the third', async () => {
    const [here, there] = [await follow(farmer, LOTS), await follow(processor, LOTS, otherWeb)];
    const { id } = await create(farmer);
    for (const stream of [here, there]) {
      const first = await nextLot(stream, (event) => event.id === id);
      expect(first).toMatchObject({ kind: 'CREATED' });
      // News of a burst comes as one: the lot may be recorded by then.
      const isRecorded = ({ lot }: typeof first) => lot.blockchainHash?.status === 'recorded';
      if (!isRecorded(first)) await nextLot(stream, (event) => event.id === id && isRecorded(event));
    }
  });

  it('a session that ended at one has ended at the other', async () => {
    const person = await web.person('auditor');
    const there = graphqlClient(otherWeb.url, person.accessToken);
    expect((await there.run('{ me { role } }')).errors).toEqual([]);
    await person.rest.send('POST', '/auth/logout', { refreshToken: person.refreshToken });
    await until(async () => (await there.run('{ me { role } }')).errors.length > 0, 'the session to end everywhere');
  });
});

describe('the event log', () => {
  const clients: Client[] = [];

  async function connected(): Promise<Client> {
    const client = new Client({ connectionString: web.databaseUrl });
    await client.connect();
    clients.push(client);
    return client;
  }

  const write = async (client: Client, lotId: string) => {
    const { rows } = await client.query<{ id: string }>(
      "insert into event_log (topic, kind, lot_id) values ('lot', 'changed', $1) returning id",
      [lotId],
    );
    return Number(rows[0]?.id);
  };

  afterEach(async () => {
    for (const client of clients.splice(0)) await client.end();
  });

  it('loses nothing and repeats nothing when transactions commit late and out of order', async () => {
    const { id: lotId } = await create(processor);
    const heard: Change[] = [];
    const follower = new EventFollower(web.app.database, log);
    follower.onChange((news) => void heard.push(...news));
    await follower.start();
    const written: number[] = [];
    try {
      const [slow, slower, ...quick] = await Promise.all([connected(), connected(), connected(), connected()]);
      await slow.query('begin');
      written.push(await write(slow, lotId));
      for (let round = 0; round < 10; round++) {
        for (const client of quick) {
          await client.query('begin');
          written.push(await write(client, lotId));
        }
        // Begun first, committed last.
        for (const client of quick.toReversed()) await client.query('commit');
        follower.wake();
        if (round === 5) {
          await slower.query('begin');
          written.push(await write(slower, lotId));
        }
      }
      written.push(await write(slow, lotId));
      await slow.query('commit');
      await slower.query('rollback');
      const rolledBack = new Set(written);
      for (const row of await web.app.database.rows<{ id: number }>('select id from event_log'))
        rolledBack.delete(row.id);
      expect(rolledBack.size).toBe(1);
      const expected = written.filter((id) => !rolledBack.has(id)).sort((a, b) => a - b);
      const ours = () => heard.map(({ id }) => id).filter((id) => written.includes(id));
      await until(() => {
        follower.wake();
        return ours().length >= expected.length;
      }, 'all news');
      // Whatever came twice would have come by the time that a later row is there.
      const last = await connected();
      const marker = await write(last, lotId);
      await until(() => heard.some(({ id }) => id === marker), 'the marker');
      expect(ours().sort((a, b) => a - b)).toEqual(expected);
    } finally {
      await follower.stop();
    }
  });

  it('keeps the order of transactions where their numbers grow by a digit', async () => {
    const { id: lotId } = await create(processor);
    const [writer, slow] = [await connected(), await connected()];
    const { rows } = await writer.query<{ tx: string }>('select pg_current_xact_id()::text as tx');
    const first = rows[0]?.tx ?? '';
    const grown = 10 ** first.length;
    await writer.query('create temporary table spent (n int)');
    // Each inner block is a transaction of its own number.
    await writer.query(`do $$ begin for n in 1..${grown - Number(first) - 100} loop
      begin insert into spent values (n); exception when others then raise; end; end loop; end $$`);
    const heard: number[] = [];
    const follower = new EventFollower(web.app.database, log);
    follower.onChange((news) => void heard.push(...news.map(({ id }) => id)));
    await follower.start();
    try {
      // While this one runs nothing is handed on: all comes in one page.
      await slow.query('begin');
      await slow.query('select pg_current_xact_id()');
      const written: number[] = [];
      for (let tx = 0; tx < grown + 5;) {
        written.push(await write(writer, lotId));
        const row = await writer.query<{ tx: string }>('select max(tx::text::bigint)::text as tx from event_log');
        tx = Number(row.rows[0]?.tx);
      }
      await slow.query('commit');
      const ours = () => heard.filter((id) => written.includes(id));
      await until(() => {
        follower.wake();
        return ours().length >= written.length;
      }, 'all news');
      const marker = await write(writer, lotId);
      await until(() => heard.includes(marker), 'the marker');
      expect(ours()).toEqual(written);
    } finally {
      await follower.stop();
    }
  });

  it('hands on everything, each once, to whoever follows a stream while a transaction is late', async () => {
    const stream = await follow(processor, LOTS);
    const [late, early] = [await create(processor), await create(processor)];
    const settled = async ({ id }: { id: string }) =>
      (await servicesOf(web.app).lotReader.find({ kind: 'all' }, id))?.blockchainHash?.status === 'recorded';
    await until(async () => (await settled(late)) && (await settled(early)), 'the lots to be recorded');
    const slow = await connected();
    await slow.query('begin');
    await slow.query('update lot set weight_grams = 77000 where id = $1', [late.id]);
    await write(slow, late.id);
    await processor.rest.send('PATCH', `/lots/${early.id}`, { weight: 66 });
    await slow.query('commit');
    const heard = new Set<string>();
    while (heard.size < 2) {
      const event = await nextLot(stream, ({ id, lot }) => [late.id, early.id].includes(id) && lot.weight !== 50);
      heard.add(`${event.id} ${event.lot.weight}`);
    }
    expect([...heard].sort()).toEqual([`${late.id} 77`, `${early.id} 66`].sort());
  });

  it('is heard again after the listening connection was cut', async () => {
    const listening = () =>
      web.app.database
        .rows<{ pid: number }>(
          `select pid from pg_stat_activity where application_name = 'manam-trace-listener' and datname = current_database()`,
        )
        .then((rows) => rows.map(({ pid }) => pid).sort());
    const stream = await follow(processor, LOTS);
    const before = await listening();
    expect(before).toHaveLength(3);
    for (const pid of before) await web.app.database.rows('select pg_terminate_backend($1)', [pid]);
    const { id } = await create(processor);
    expect(await nextLot(stream, (event) => event.id === id)).toMatchObject({ kind: 'CREATED' });
    await until(async () => {
      const now = await listening();
      return now.length === before.length && now.every((pid) => !before.includes(pid));
    }, 'the listeners to come back');
    const after = await create(processor);
    expect(await nextLot(stream, (event) => event.id === after.id)).toMatchObject({ kind: 'CREATED' });
  });

  it('wakes a listener at every notice, and once when its connection is back', async () => {
    const listener = new Listener(web.databaseUrl, log);
    let wakes = 0;
    listener.onWake(() => void (wakes += 1));
    await listener.start();
    try {
      const pid = async () =>
        (
          await web.app.database.row<{ pid: number }>(
            `select pid from pg_stat_activity where application_name = 'manam-trace-listener'
             and datname = current_database() order by backend_start desc limit 1`,
          )
        )?.pid;
      // One for the connection; other writers of this database may have woken it as well.
      expect(wakes).toBeGreaterThan(0);
      const own = await pid();
      const seen = wakes;
      web.app.database.wake();
      await until(() => wakes > seen, 'the notice');
      const cutAt = wakes;
      await web.app.database.rows('select pg_terminate_backend($1)', [own]);
      await until(async () => wakes > cutAt && (await pid()) !== own, 'the wake of the new connection');
    } finally {
      await listener.close();
    }
  });
});
