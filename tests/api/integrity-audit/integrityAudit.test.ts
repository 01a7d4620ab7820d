import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeMark } from '../../../server/platform/database/installationSettings.ts';
import { fileFacts, fileIdentity } from '../../../server/modules/reports/signedReports.ts';
import { storedFile } from '../../../server/modules/reports/storedReport.ts';
import { CLEAR_PLACE, LOSS_PLACE } from '../../support/seeds.ts';
import { newLot } from '../../support/newLot.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

let app: TestApp;
let admin: Person;
let auditor: Person;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp();
  [admin, auditor, processor] = await Promise.all([
    app.person('admin', { name: 'Lucia Rono' }),
    app.person('auditor', { name: 'Tomas Arap' }),
    app.person('processor', { name: 'Ines Duarte' }),
  ]);
});
afterAll(async () => app.stop());

const sql = async (statement: string, values: unknown[] = []) => app.app.database.rows(statement, values);

/** Changes that an owner of the tables can make. */
async function pastTheProgram(table: string, statement: string, values: unknown[] = []): Promise<void> {
  await sql(`alter table ${table} disable trigger user`);
  try {
    await sql(statement, values);
  } finally {
    await sql(`alter table ${table} enable trigger user`);
  }
}

async function health() {
  return (await admin.rest.get('/health')).data.walk;
}

/** Runs the integrity audit as an admin does. @returns its result in health */
async function walked() {
  const before = (await health()).at;
  expect((await admin.rest.send('POST', '/ledger/walk')).body).toMatchObject({ data: { queued: true } });
  let walk = await health();
  await until(async () => {
    walk = await health();
    return walk.at !== null && walk.at !== before;
  }, 'the walk to end');
  return walk;
}

async function settled(id: string): Promise<void> {
  await until(async () => {
    const waiting = await sql(
      `select 1 from ledger_outbox where state <> 'recorded' union all select 1 from graphile_worker.jobs where key like '%' || $1`,
      [id],
    );
    const checked = await sql('select 1 from satellite_check where lot_id = $1', [id]);
    return waiting.length === 0 && checked.length > 0;
  }, 'the lot to be checked and recorded');
}

async function registered(place: { latitude: number; longitude: number }): Promise<string> {
  const { status, data } = await processor.rest.send(
    'POST',
    '/lots',
    newLot({ latitude: place.latitude, longitude: place.longitude }),
  );
  expect(status).toBe(201);
  const { id } = data.lot as { id: string };
  await settled(id);
  return id;
}

/** Changes a table, walks, and changes it back: the walk counts something more for as long. */
async function told(table: string, change: string, back: string, values: unknown[] = []) {
  await pastTheProgram(table, change, values);
  return walked().finally(() => pastTheProgram(table, back, values));
}

describe('the walk of the ledger', () => {
  let lot: string;
  let alerted: string;
  let report: string;

  beforeAll(async () => {
    lot = await registered(CLEAR_PLACE);
    alerted = await registered(LOSS_PLACE);
    const { data } = await auditor.rest.get('/reports/compliance?startDate=2026-01-01&endDate=2026-12-31');
    report = data.report.reportId;
  });

  it('is missed in health when there was none for a day and a half, or not of everything for 30 days', async () => {
    const noted = async (hoursAgo: number, daysCovered: number): Promise<void> => {
      const at = new Date(Date.now() - hoursAgo * 3_600_000);
      const coveredSince = new Date(Date.now() - daysCovered * 86_400_000).toISOString();
      const result = { at, lots: 2, differing: 0, faults: 0, findings: [], coveredSince, eventId: null };
      await app.app.database.write((em) => writeMark(em, 'ledger-walk', result, at));
    };
    const degraded = async (message: string): Promise<void> => {
      await until(async () => (await health()).status === 'degraded', 'health to tell of it');
      expect((await health()).message).toBe(message);
    };
    await noted(35, 29);
    expect(await health()).toMatchObject({ status: 'ok' });
    await noted(37, 29);
    await degraded('The last ledger check is more than a day and a half old; it should run every night');
    await noted(1, 31);
    await until(async () => (await health()).message?.includes('30 days') === true, 'health to tell of it');
    await degraded('The ledger check has skipped parts of the ledger for more than 30 days');
    expect(await walked()).toMatchObject({ status: 'ok' });
  });

  it('finds nothing where nothing was changed, and health tells when it was', async () => {
    expect(await walked()).toEqual({
      status: 'ok',
      at: expect.stringMatching(/^20\d\d-.*Z$/),
      lots: 2,
      differing: 0,
      faults: 0,
      coveredSince: expect.stringMatching(/^20\d\d-.*Z$/),
      progress: null,
    });
    const { data } = await auditor.graphql.run('{ health { walk { status lots differing faults } } }');
    expect(data.health.walk).toEqual({ status: 'ok', lots: 2, differing: 0, faults: 0 });
  });

  it('tells how many lots there are only to those who see all of them', async () => {
    const farmer = await app.person('farmer');
    for (const { rest, graphql } of [farmer, app]) {
      const { walk } = (await rest.get('/health')).data;
      expect(walk).toMatchObject({ status: 'ok', at: expect.any(String) });
      expect(walk).toMatchObject({ lots: null, differing: null, faults: null });
      const { data } = await graphql.run('{ health { walk { status lots differing faults } } }');
      expect(data.health.walk).toEqual({ status: 'ok', lots: null, differing: null, faults: null });
    }
  });

  it('is asked for by admins alone', async () => {
    for (const person of [auditor, processor]) {
      expect((await person.rest.send('POST', '/ledger/walk')).status).toBe(403);
    }
    expect((await app.rest.send('POST', '/ledger/walk')).status).toBe(401);
  });

  it('tells of a weight that was changed in the database', async () => {
    const walk = await told(
      'lot',
      'update lot set weight_grams = weight_grams + 1 where id = $1',
      'update lot set weight_grams = weight_grams - 1 where id = $1',
      [lot],
    );
    expect(walk).toMatchObject({ status: 'degraded', differing: 1 });
    expect(walk.message).toBe('Some lots or related rows differ from the ledger; see the log');
    expect(await walked()).toMatchObject({ status: 'ok', differing: 0, faults: 0 });
  });

  it('tells of an alert that was closed in the database', async () => {
    const walk = await told(
      'alert',
      `update alert set status = 'dismissed' where lot_id = $1`,
      `update alert set status = 'active' where lot_id = $1`,
      [alerted],
    );
    expect(walk).toMatchObject({ status: 'degraded', differing: 1 });
    expect(await walked()).toMatchObject({ differing: 0 });
  });

  it('tells of a figure that was changed in a report that is kept', async () => {
    const total = (to: string) =>
      `update report set figures = jsonb_set(figures, '{totalLots}', '${to}') where id = $1`;
    const [kept] = await sql(`select figures->'totalLots' as total from report where id = $1`, [report]);
    const walk = await told('report', total('7'), total(String(kept?.total)), [report]);
    expect(walk).toMatchObject({ status: 'degraded', differing: 0, faults: 1 });
    expect(await walked()).toMatchObject({ faults: 0 });
  });

  it.each([
    {
      table: 'ledger_head',
      what: 'the stage that the next event is judged by',
      change: `update ledger_head set stage = 'delivered' where lot_key = $1`,
      back: 'update ledger_head h set stage = kept.stage from kept where h.lot_key = kept.lot_key and h.lot_key = $1',
    },
    {
      table: 'ledger_head',
      what: 'a chain without its head',
      change: 'delete from ledger_head where lot_key = $1',
      back: 'insert into ledger_head select * from kept where lot_key = $1',
    },
    {
      table: 'ledger_content',
      what: 'a content that stands in no transaction',
      change: `insert into ledger_content select md5(event_id), lot_key, 99, content from ledger_content where lot_key = $1 and seq = 1`,
      back: 'delete from ledger_content where lot_key = $1 and seq = 99',
    },
    {
      table: 'ledger_outbox',
      what: 'a place in the queue for no event',
      change: `insert into ledger_outbox (event_id, lot_id, seq) select md5(lot_key), id, 99 from lot where lot_key = $1`,
      back: 'delete from ledger_outbox where event_id = md5($1)',
    },
    {
      table: 'ledger_restored',
      what: 'a declaration that nobody signed',
      change: `insert into ledger_restored (declaration) select '{"v":1,"of":"' || $1::text || '"}'`,
      back: `delete from ledger_restored where declaration = '{"v":1,"of":"' || $1::text || '"}'`,
    },
  ])('tells of $table changed: $what', async ({ table, change, back }) => {
    const [row] = await sql('select lot_key from lot where id = $1', [lot]);
    await sql('drop table if exists kept');
    await sql(`create table kept as table ${table}`);
    expect(await told(table, change, back, [row?.lot_key])).toMatchObject({ status: 'degraded', faults: 1 });
    await sql('drop table kept');
    expect(await walked()).toMatchObject({ status: 'ok', faults: 0 });
  });

  it('tells of a report, and of a partner key, that were deleted', async () => {
    const { data } = await admin.rest.send('POST', '/keys', { name: 'Made-up buyer', role: 'auditor' });
    const { id } = data.partnerKey;
    const [reports, keys] = await Promise.all([
      sql('select to_jsonb(r) as row from report r where id = $1', [report]),
      sql('select to_jsonb(k) as row from api_key k where id = $1', [id]),
    ]);
    await sql('delete from report where id = $1', [report]);
    await sql('delete from api_key where id = $1', [id]);
    expect(await walked()).toMatchObject({ status: 'degraded', differing: 0, faults: 2 });
    await sql('insert into report select * from jsonb_populate_record(null::report, $1)', [reports[0]?.row]);
    expect(await walked()).toMatchObject({ faults: 1 });
    await sql('insert into api_key select * from jsonb_populate_record(null::api_key, $1)', [keys[0]?.row]);
    expect(await walked()).toMatchObject({ faults: 0 });
  });

  it('tells of a file that is not the one which the register chain holds, though its seal is right', async () => {
    const file = async () =>
      fetch(`${app.url}/api/v1/reports/${report}?format=csv`, {
        headers: { authorization: `Bearer ${auditor.accessToken}` },
      });
    const stored = await (await file()).text();
    // As its hour comes by the clock.
    await sql(`select graphile_worker.add_job('register')`);
    await until(async () => {
      const anchored = await sql(
        `select 1 from report_file f join register_event e on e.event_id = f.anchor
         where f.report_id = $1 and e.recorded_at is not null`,
        [report],
      );
      return anchored.length === 1;
    }, 'the file to be anchored');
    expect(await walked()).toMatchObject({ status: 'ok', faults: 0 });
    const [row] = await sql('select *, null as newest from report_file where report_id = $1', [report]);
    const { bytes, seal, ...rest } = storedFile.parse(row);
    // By somebody who holds the secret as well.
    const forged = Buffer.from(stored.replace('No Deforestation', 'Pending Review'));
    const forgedSeal = app.app.database.seals.seal(
      'report-file',
      fileIdentity(rest),
      fileFacts({ ...rest, bytes: forged }),
    );
    const put = 'update report_file set bytes = $2, seal = $3 where report_id = $1';
    await sql(put, [report, forged, forgedSeal]);
    expect([(await file()).status, await (await file()).text()]).toEqual([200, forged.toString('utf8')]);
    expect(await walked()).toMatchObject({ status: 'degraded', differing: 0, faults: 1 });
    await sql(put, [report, bytes, seal]);
    expect(await walked()).toMatchObject({ status: 'ok', faults: 0 });
  });

  it('tells of a lot that was taken out of the database with all its rows', async () => {
    for (const table of ['personal_value', 'satellite_check', 'alert', 'ledger_outbox', 'lot_event']) {
      await pastTheProgram(
        table,
        table === 'ledger_outbox' || table === 'personal_value'
          ? `delete from ${table} where event_id in (select event_id from lot_event where lot_id = $1)`
          : `delete from ${table} where lot_id = $1`,
        [lot],
      );
    }
    await pastTheProgram('lot', 'delete from lot where id = $1', [lot]);
    // Four tables of sums count it still.
    expect(await walked()).toMatchObject({ status: 'degraded', lots: 1, faults: 5 });
  });
});
