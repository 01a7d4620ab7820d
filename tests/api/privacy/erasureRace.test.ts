import { Client, type ClientBase } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/database.ts';
import { untilLocked } from '../../support/locks.ts';
import { LOSS_PLACE, lotInput, registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { servicesOf } from '../../support/services.ts';

const ENDED = 'Your session has ended. Please log in again.';

let database: TestDatabase;
let app: TestApp;
beforeAll(async () => {
  database = await createDatabase();
  const admin = new Client({ connectionString: inject('databaseAdminUrl') });
  await admin.connect();
  try {
    /*
     * PostgreSQL looks for a deadlock once in each wait, after this time. The last test closes its circle of waits within it, also on
     * a slow machine, so that the erasure finds the deadlock and is ended.
     */
    await admin.query(`alter database ${new URL(database.url).pathname.slice(1)} set deadlock_timeout = '5s'`);
  } finally {
    await admin.end();
  }
  // A request that is given up while the test still prepares what it is to wait for would wait for nothing.
  app = await createTestApp({ database: database.url, limits: { requestTimeoutMs: 120_000 } });
});
afterAll(async () => {
  await app?.stop();
  await database?.drop();
});

/** Does something while rows are held in another transaction, which is then undone. */
async function holding<T>(
  [sql, ...values]: [string, ...unknown[]],
  work: (client: ClientBase) => Promise<T>,
): Promise<T> {
  const client = await app.app.database.pool.connect();
  await client.query('begin');
  try {
    await client.query(sql, values);
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const waits = (statement: string): Promise<void> => untilLocked(app.app.database, statement);

/** Another transaction is registering a lot with this id: further ones with the id wait. */
const numberTaken = (lotId: string): [string, string] => [
  `insert into lot (id, lot_id, lot_key, farm_id, variety, harvest_date, weight_grams, moisture_hundredths,
     temperature_hundredths, head_seq, head_hash)
   values (gen_random_uuid(), $1, $1, 'FARM999', 'Criollo', '2026-01-01', 1000, 700, 2500, 1, 'head')`,
  lotId,
];

async function erase(person: Person): Promise<void> {
  expect((await person.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
}

async function wordsLeft(word: string): Promise<number> {
  const row = await app.app.database.row<{ count: number }>(
    'select count(*) from personal_value where value::text like $1',
    [`%${word}%`],
  );
  return row?.count ?? 0;
}

describe('what is written late in the name of an account that was erased meanwhile', () => {
  it('is refused as a session that has ended: a lot over REST', async () => {
    const farmer = await app.person('farmer', { farmId: 'FARM101', name: 'Zora Latecome' });
    const late = await holding(numberTaken('LOT-LATE-1'), async () => {
      const sent = farmer.rest.send('POST', '/lots', lotInput({ lotId: 'LOT-LATE-1', farmId: 'FARM101' }));
      await waits('with new_lot as');
      await erase(farmer);
      return { sent };
    });
    const { status, body } = await late.sent;
    expect([status, body.error, body.message]).toEqual([401, 'Unauthorized', ENDED]);
    expect(await servicesOf(app.app).lotReader.find({ kind: 'all' }, 'LOT-LATE-1')).toBeNull();
    expect(await wordsLeft('Latecome')).toBe(0);
  });

  it('is refused as a session that has ended: a lot over GraphQL', async () => {
    const farmer = await app.person('farmer', { farmId: 'FARM102', name: 'Zora Latecome' });
    const late = await holding(numberTaken('LOT-LATE-2'), async () => {
      const sent = farmer.graphql.run(
        'mutation ($input: CreateLotInput!) { createLot(input: $input) { __typename } }',
        { input: lotInput({ lotId: 'LOT-LATE-2', farmId: 'FARM102' }) },
      );
      await waits('with new_lot as');
      await erase(farmer);
      return { sent };
    });
    const { errors } = await late.sent;
    expect(errors.map(({ message, extensions }) => [message, extensions?.code])).toEqual([[ENDED, 'UNAUTHENTICATED']]);
    expect(await wordsLeft('Latecome')).toBe(0);
  });

  it('is refused as a session that has ended: a stage that waited for the erasure', async () => {
    const farmer = await app.person('farmer', { farmId: 'FARM103', name: 'Zora Latecome' });
    const { id } = await registered(farmer, { farmId: 'FARM103' });
    await settled(app, id);
    const sent = await holding(['select 1 from lot where id = $1 for update', id], async () => {
      const erased = erase(farmer);
      await waits('select 1 from lot where id in');
      const body = { currentProcess: 'fermented', processDetails: 'Latecome boxes' };
      const late = farmer.rest.send('PATCH', `/lots/${id}/process`, body);
      await waits('select 1 from app_user');
      return { erased, late };
    });
    await sent.erased;
    const { status, body } = await sent.late;
    expect([status, body.message]).toEqual([401, ENDED]);
    expect(await wordsLeft('Latecome')).toBe(0);
  });

  it('is refused as a session that has ended: the note of an auditor', async () => {
    const processor = await app.person('processor');
    const auditor = await app.person('auditor', { name: 'Zora Latecome' });
    const { latitude, longitude } = LOSS_PLACE;
    const lot = await registered(processor, { latitude, longitude });
    await settled(app, lot.id);
    const { data } = await auditor.rest.get('/alerts');
    const id: string = data.alerts[0].id;
    // By that the lot has to do with the auditor: the erasure waits for it.
    await auditor.rest.send('PUT', `/alerts/${id}/acknowledge`);
    const sent = await holding(['select 1 from lot where id = $1 for update', lot.id], async () => {
      const erased = erase(auditor);
      await waits('select 1 from lot where id in');
      const body = { note: 'Latecome was there', outcome: 'No Deforestation' };
      const late = auditor.rest.send('PUT', `/alerts/${id}/resolve`, body);
      await waits('select 1 from app_user');
      return { erased, late };
    });
    await sent.erased;
    const { status, body } = await sent.late;
    expect([status, body.message]).toEqual([401, ENDED]);
    const alert = await app.app.database.row('select status, note from alert where id = $1', [id]);
    expect(alert).toEqual({ status: 'acknowledged', note: null });
  });

  it('is refused as a session that has ended: a partner key, which would outlive the account', async () => {
    await app.person('admin');
    const admin = await app.person('admin', { name: 'Zora Latecome' });
    const sent = await holding(['lock table api_key in share mode'], async () => {
      const late = admin.rest.send('POST', '/keys', { name: 'Latecome Trading', role: 'auditor' });
      await waits('insert into "api_key"');
      const erased = erase(admin);
      await waits('update api_key');
      return { late, erased };
    });
    await sent.erased;
    const { status, body } = await sent.late;
    expect([status, body.message]).toEqual([401, ENDED]);
    const rows = await app.app.database.rows('select name from api_key where created_by = $1', [admin.userId]);
    expect(rows).toEqual([]);
  });

  it('is asked for twice at once: the second is told that the account is gone, or gets the same receipt', async () => {
    const person = await app.person('processor', { name: 'Zora Latecome' });
    const answers = await Promise.all([1, 2].map(() => person.rest.send('DELETE', '/gdpr/delete')));
    for (const { status, body } of answers) {
      expect([200, 401]).toContain(status);
      if (status === 401) expect(body.error).toBe('Unauthorized');
    }
    expect(answers.some(({ status }) => status === 200)).toBe(true);
  });
});

describe('what is being written when an erasure is asked for', () => {
  it('is waited for, and erased with all that was there before: a stage', async () => {
    const [other, processor] = [
      await app.person('processor'),
      await app.person('processor', { name: 'Zora Latecome' }),
    ];
    const elsewhere = await registered(other);
    await settled(app, elsewhere.id);
    const sent = await holding(['select 1 from lot where id = $1 for update', elsewhere.id], async () => {
      const body = { currentProcess: 'fermented', processDetails: 'Latecome boxes' };
      const written = processor.rest.send('PATCH', `/lots/${elsewhere.id}/process`, body);
      await waits('select "l0".*');
      const erased = erase(processor);
      await waits('select 1 from app_user');
      return { written, erased };
    });
    expect((await sent.written).status).toBe(200);
    await sent.erased;
    expect(await wordsLeft('Latecome')).toBe(0);
  });

  it('is waited for, and erased with all that was there before: the note of an auditor', async () => {
    const processor = await app.person('processor');
    const auditor = await app.person('auditor', { name: 'Zora Latecome' });
    const { latitude, longitude } = LOSS_PLACE;
    const { id: lotUuid } = await registered(processor, { latitude, longitude });
    await settled(app, lotUuid);
    const alert = await app.app.database.row<{ id: string }>('select id from alert where lot_id = $1', [lotUuid]);
    const sent = await holding(['select 1 from alert where id = $1 for update', alert?.id], async () => {
      const body = { note: 'Latecome was there', outcome: 'No Deforestation' };
      const written = auditor.rest.send('PUT', `/alerts/${alert?.id}/resolve`, body);
      await waits('select "a0".*');
      const erased = erase(auditor);
      await waits('select 1 from app_user');
      return { written, erased };
    });
    expect((await sent.written).status).toBe(200);
    await sent.erased;
    const kept = await app.app.database.row('select status, note from alert where id = $1', [alert?.id]);
    expect(kept).toEqual({ status: 'resolved', note: null });
    expect(await wordsLeft('Latecome')).toBe(0);
  });
});

describe('an erasure and a change of several lots that wait for each other', () => {
  it('both come to their end', async () => {
    const farmer = await app.person('farmer', { farmId: 'FARM105', name: 'Zora Latecome' });
    const lots = await Promise.all([1, 2].map(() => registered(farmer, { farmId: 'FARM105' })));
    for (const { id } of lots) await settled(app, id);
    const [first = '', second = ''] = lots.map(({ id }) => id).sort();
    const lock = 'select 1 from lot where id = $1 for update';
    const sent = await holding([lock, second], async (client) => {
      const erased = erase(farmer);
      await waits('select 1 from lot where id in');
      // The database ends the one of the two that has waited for longer.
      await client.query(lock, [first]);
      return { erased };
    });
    await sent.erased;
    expect((await settled(app, first)).farmerName).toBeNull();
  });
});
