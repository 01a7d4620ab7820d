import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { derivedLot } from '../../support/derivedLots.ts';
import { csvOfLots, importLots } from '../../support/lotFiles.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { CLEAR_PLACE, LOSS_PLACE, lotInput, registered, SEA_PLACE, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import type { RestAnswer } from '../../support/restClient.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
let admin: Person;
let processor: Person;
let farmer: Person;

beforeAll(async () => {
  app = await createTestApp();
  // Summed when these tests say so.
  await servicesOf(app.app).figures.stop();
  [admin, processor, farmer] = await Promise.all([
    app.person('admin'),
    app.person('processor'),
    app.person('farmer', { farmId: 'FARM003', name: 'Ruth Namah' }),
  ]);
});
afterAll(() => app.stop());

const sql = async <Row extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<Row[]> =>
  app.app.database.rows<Row>(text, values);
const one = async (text: string): Promise<unknown> => Object.values((await sql(text))[0] ?? {})[0];

/** The lots counted one by one, in the words of a filter. */
const plainly = (where: string): string => `select count(*) from lot l where l.deleted_at is null and ${where}`;

/** Lists and figures as people ask for them, each with the same counted plainly in the tables. */
const ASKED: [path: string, pick: (data: RestAnswer['data']) => unknown, plain: string][] = [
  ...(
    [
      ['', 'true'],
      ['stage=fermented', `stage = 'fermented'`],
      ['variety=Criollo', `variety = 'Criollo'`],
      ['eudr=compliant', `deforestation_status = 'No Deforestation'`],
      ['eudr=non-compliant', `deforestation_status <> 'No Deforestation'`],
      ['eudr=Deforestation%20Detected', `deforestation_status = 'Deforestation Detected'`],
      ['blockchain=recorded', `ledger_status = 'recorded'`],
      ['blockchain=pending', `ledger_status <> 'recorded'`],
      ['harvestedFrom=2026-01-15&harvestedTo=2026-04-02', `harvest_date between '2026-01-15' and '2026-04-02'`],
      [
        'harvestedFrom=2026-02-01&harvestedTo=2026-02-28&stage=harvested',
        `harvest_date between '2026-02-01' and '2026-02-28' and stage = 'harvested'`,
      ],
      ['harvestedFrom=2026-03-01', `harvest_date >= '2026-03-01'`],
      ['harvestedTo=2026-02-28', `harvest_date <= '2026-02-28'`],
      ['harvestedFrom=2026-03-01&harvestedTo=2026-03-01', `harvest_date = '2026-03-01'`],
      ['kind=origin', `kind = 'origin'`],
      ['kind=derived', `kind = 'derived'`],
      [
        'kind=derived&harvestedFrom=2026-02-10&eudr=compliant',
        `kind = 'derived' and harvest_date >= '2026-02-10' and deforestation_status = 'No Deforestation'`,
      ],
      ['kind=origin&search=grace', `kind = 'origin' and search_text like '%grace%'`],
      [
        'kind=derived&preset=outdatedChecks',
        `kind = 'derived' and (satellite_at is null or satellite_at < now() - interval '720 hours')`,
      ],
      [
        'preset=readyToShip',
        `stage = 'processed' and deforestation_status = 'No Deforestation' and satellite_at >= now() - interval '720 hours'
          and alert_state < 2`,
      ],
      ['preset=neverChecked', `satellite_at is null and kind = 'origin'`],
      ['kind=derived&preset=neverChecked', 'false'],
      ['search=grace', `search_text like '%grace%'`],
      ['preset=alertTouched', `exists (select from alert a where a.lot_id = l.id)`],
      ['preset=outdatedChecks', `(satellite_at is null or satellite_at < now() - interval '720 hours')`],
      [
        'preset=needsMe',
        `(exists (select from alert a where a.lot_id = l.id and a.status in ('active', 'acknowledged')) or ledger_status = 'failed'
          or deforestation_status = 'Pending Review' and 'inconclusive' =
            (select conclusion from satellite_check c where c.lot_id = l.id order by ended_at desc limit 1))`,
      ],
    ] as const
  ).flatMap(([query, where]): typeof ASKED => [
    [`/lots?${query}`, (data) => data.pagination.total, plainly(where)],
    [`/lots/stats?${query}`, (data) => data.totalLots, plainly(where)],
  ]),
  [
    '/lots/stats',
    (data) => Math.round(data.totalWeight * 1_000),
    `select coalesce(sum(weight_grams), 0) from lot where deleted_at is null and kind = 'origin'`,
  ],
  ['/lots/stats', (data) => data.recordedLots, plainly(`ledger_status = 'recorded'`)],
  [
    '/lots/stats',
    (data) => data.averageQuality,
    `select round(avg(quality_tenths)) / 10 from lot where deleted_at is null and kind = 'origin'`,
  ],
  ['/lots/stats', (data) => data.originLots, plainly(`kind = 'origin'`)],
  [
    '/lots/stats',
    (data) => data.compliantLots,
    plainly(`kind = 'origin' and deforestation_status = 'No Deforestation'`),
  ],
  [
    '/lots/stats',
    (data) => Math.round(data.stockKg * 1_000),
    `select coalesce(sum(weight_grams - used_grams), 0) from lot where deleted_at is null and stage not in ('shipped', 'delivered')`,
  ],
  ['/dashboard/stats', (data) => data.totalLots, plainly(`kind = 'origin'`)],
  [
    '/lots/admin/stats',
    (data) => [
      data.byStage.fermented,
      data.byVariety.Criollo,
      data.byStatus['Pending Review'],
      data.ledger.failed,
      data.satellite.inconclusive,
    ],
    `select array[(${plainly(`kind = 'origin' and stage = 'fermented'`)}), (${plainly(`kind = 'origin' and variety = 'Criollo'`)}),
      (${plainly(`kind = 'origin' and deforestation_status = 'Pending Review'`)}),
      (${plainly(`ledger_status = 'failed'`)}), (${plainly(
        `kind = 'origin' and 'inconclusive' = (select conclusion from satellite_check c where c.lot_id = l.id order by ended_at desc limit 1)`,
      )})]`,
  ],
  [
    '/lots/admin/stats',
    (data) => data.byFarm,
    `select coalesce(json_agg(f), '[]') from (
       select farm_id as "farmId", count(*) as lots, sum(weight_grams) / 1000.0 as weight, count(*) filter (where deforestation_status = 'No Deforestation') as "compliantLots"
       from lot where deleted_at is null and farm_id is not null group by farm_id order by count(*) desc, farm_id) f`,
  ],
  [
    '/lots/analytics?harvestedFrom=2026-02-10&harvestedTo=2026-03-31',
    (data) => [data.lotsByStage[0].count, data.lotsByFarm.length, data.ungradedLots, data.qualityHistogram[9].count],
    `select array[count(*) filter (where stage = 'harvested'), count(distinct farm_id), count(*) filter (where quality_tenths is null),
       count(*) filter (where quality_tenths >= 900)]
     from lot where deleted_at is null and kind = 'origin' and harvest_date between '2026-02-10' and '2026-03-31'`,
  ],
  [
    '/alerts/stats',
    (data) => [
      data.total,
      data.active,
      data.byStatus.dismissed,
      data.bySeverity.high,
      data.byType.fire,
      data.averageResponseHours !== null,
    ],
    `select array[count(*)::text, (count(*) filter (where status = 'active'))::text, (count(*) filter (where status = 'dismissed'))::text,
       (count(*) filter (where severity = 'high'))::text, (count(*) filter (where type = 'fire'))::text, (count(a.closed_at) > 0)::text]
     from alert a join lot l on l.id = a.lot_id and l.deleted_at is null`,
  ],
  [
    '/alerts?status=active&type=fire',
    (data) => data.pagination.total,
    `select count(*) from alert a join lot l on l.id = a.lot_id and l.deleted_at is null where a.status = 'active' and a.type = 'fire'`,
  ],
  [
    '/alerts?farmId=FARM001',
    (data) => data.alerts.length,
    `select count(*) from alert a join lot l on l.id = a.lot_id and l.deleted_at is null where l.farm_id = 'FARM001'`,
  ],
  [
    '/dashboard/stats',
    (data) => data.highAlerts,
    `select count(*) from alert a join lot l on l.id = a.lot_id and l.deleted_at is null where severity = 'high' and status in ('active', 'acknowledged')`,
  ],
];

/** Every figure, and what it should be. */
async function figures(): Promise<{ told: unknown; plain: unknown }[]> {
  const pairs = [];
  for (const [path, pick, plain] of ASKED) {
    const { status, data } = await admin.rest.get(path);
    expect([path, status]).toEqual([path, 200]);
    pairs.push({
      told: [path, String(JSON.stringify(pick(data)))],
      plain: [path, String(JSON.stringify(await one(plain)))],
    });
  }
  const map = await admin.graphql.run('{ alertPlaces { places { farmId count severity newestLotId } elsewhere } }');
  pairs.push({
    told: map.data?.alertPlaces,
    plain: {
      places: await one(`select coalesce(json_agg(p), '[]') from (
        select l.farm_id as "farmId", count(*) as count,
          (array['high', 'medium', 'low'])[min(array_position(array['high', 'medium', 'low'], a.severity))] as severity,
          (array_agg(l.lot_id order by a.created_at desc, a.id))[1] as "newestLotId"
        from alert a join lot l on l.id = a.lot_id and l.deleted_at is null where a.status = 'active'
        group by l.farm_id, floor(coalesce(a.lat_micro, l.lat_micro) / 1e6), floor(coalesce(a.lon_micro, l.lon_micro) / 1e6)
        order by count(*) desc, l.farm_id) p`),
      elsewhere: 0,
    },
  });
  const watched = await admin.graphql.run('{ watchedLots { total compliant pending neverChecked } }');
  pairs.push({
    told: watched.data?.watchedLots,
    plain: (
      await sql(`select count(*)::int as total, count(*) filter (where deforestation_status = 'No Deforestation')::int as compliant,
         count(*) filter (where deforestation_status = 'Pending Review')::int as pending, count(*) filter (where satellite_at is null)::int as "neverChecked"
       from lot where deleted_at is null and kind = 'origin'`)
    )[0],
  });
  return pairs;
}

/** Until the ledger recorded, and the satellites answered, all that was asked of them. */
async function stillness(): Promise<void> {
  await until(
    async () =>
      (await one(`select (select count(*) from ledger_outbox where state = 'pending')
        + (select count(*) from graphile_worker._private_jobs where attempts < max_attempts)`)) === 0,
    'nothing to be under way',
  );
}

/** As they stand with changes that wait, and summed; and a recount finds every sum as it should be. */
async function expectTrue(): Promise<void> {
  const { figures: keeping } = servicesOf(app.app);
  await stillness();
  for (const { told, plain } of await figures()) expect(flat(told)).toEqual(flat(plain));
  expect(await keeping.fold()).not.toBeNull();
  for (const { told, plain } of await figures()) expect(flat(told)).toEqual(flat(plain));
  expect(await keeping.recount()).toMatchObject({ differing: 0, tables: {} });
}

/** The same text for 3, '3' and 3.0, and for members in any order. */
function flat(value: unknown): string {
  const sorted = (part: unknown): unknown =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(
          Object.entries(part)
            .sort(([a], [b]) => a.localeCompare(b))
            .map(([key, of]) => [key, sorted(of)]),
        )
      : Array.isArray(part)
        ? part.map(sorted)
        : part;
  const parsed = (text: string): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      return text;
    }
  };
  const whole = Array.isArray(value) ? value.map((part) => (typeof part === 'string' ? parsed(part) : part)) : value;
  return JSON.stringify(sorted(whole)).replaceAll('"', '').replaceAll('.0,', ',');
}

describe('figures of lots and alerts', () => {
  it('are those of the rows after everything that happens to lots', async () => {
    const fine = await settledLot(app, processor, { qualityScore: 91.5 });
    const moved = await settledLot(app, processor, {
      qualityScore: 70,
      cacaoVariety: 'Criollo',
      harvestDate: '2026-02-01',
    });
    const lost = await settledLot(app, processor, {
      latitude: LOSS_PLACE.latitude,
      longitude: LOSS_PLACE.longitude,
      farmId: 'FARM002',
    });
    const again = await settledLot(app, processor, {
      latitude: LOSS_PLACE.latitude,
      longitude: LOSS_PLACE.longitude,
      harvestDate: '2026-02-28',
    });
    await settledLot(app, processor, { latitude: SEA_PLACE.latitude, longitude: SEA_PLACE.longitude });
    await expectTrue();

    await processor.rest.send('PATCH', `/lots/${fine.id}/process`, {
      currentProcess: 'fermented',
      processDetails: 'Six days',
    });
    await admin.rest.send('PATCH', `/lots/${moved.id}`, {
      farmId: 'FARM009',
      weight: 81.5,
      qualityScore: 100,
      harvestDate: '2026-04-02',
    });
    await admin.rest.send('PATCH', `/lots/${again.id}`, { farmId: 'FARM010' });
    await raiseSmoke(app.app.database, fine.id, { severity: 'high' });
    await raiseSmoke(app.app.database, moved.id);
    await expectTrue();

    const { data } = await admin.rest.get('/alerts?type=fire');
    const ids = data.alerts.map(({ id }: { id: string }) => id);
    await admin.rest.send('PATCH', `/alerts/${ids[0]}/acknowledge`);
    await admin.rest.send('PATCH', `/alerts/${ids[1]}/dismiss`, { reason: 'A cooking fire' });
    expect((await admin.rest.send('DELETE', `/lots/${lost.id}`)).status).toBe(200);
    await expectTrue();

    const csv = csvOfLots(5, 'LOT-BROUGHT-', 'FARM004');
    const imported = [0, 1, 2, 3, 4].map((at) => `LOT-BROUGHT-${at}`);
    expect((await importLots(app, admin, csv)).status).toBe(200);
    await farmer.rest.send('POST', '/lots', lotInput({ farmId: 'FARM003', farmerName: 'Ruth Namah' }));
    await expectTrue();
    for (const lotId of imported) await settled(app, lotId);
    await sql(`update ledger_outbox set state = 'failed' where lot_id = $1`, [fine.id]);
    await sql(`update lot set ledger_status = 'failed' where id = $1`, [fine.id]);
    await expectTrue();

    expect((await farmer.rest.send('DELETE', '/gdpr/delete')).status).toBe(200);
    await expectTrue();
    // No sum keeps the name of a farm that has no lots.
    expect(await sql(`select distinct farm_id from farm_figure where farm_id in ('FARM002') order by 1`)).toEqual([]);
  });

  it('are those of the rows when lots are made of others, used, moved and deleted', async () => {
    const origins = [
      await settledLot(app, processor, { farmId: 'FARM041', weight: 100, qualityScore: 60 }),
      await settledLot(app, processor, { farmId: 'FARM042', weight: 60, harvestDate: '2026-02-11' }),
    ] as const;
    const box = await derivedLot(
      app.app.database,
      [
        { id: origins[0].id, grams: 90_000 },
        { id: origins[1].id, grams: 60_000 },
      ],
      {
        weight_grams: 150_000,
        stage: 'fermented',
      },
    );
    await expectTrue();
    const dry = await derivedLot(app.app.database, [{ id: box.id, grams: 150_000 }], {
      weight_grams: 55_000,
      stage: 'processed',
      harvest_date: '2026-02-11',
      quality_tenths: 900,
      satellite_at: null,
    });
    await expectTrue();
    await sql(
      `update lot set used_grams = 5000, satellite_at = now(), deforestation_status = 'No Deforestation' where id = $1`,
      [dry.id],
    );
    await expectTrue();
    await sql(`update lot set stage = 'shipped' where id = $1`, [dry.id]);
    await expectTrue();
    await sql(`update lot set deleted_at = now() where id = any($1)`, [[dry.id, box.id]]);
    await expectTrue();
  });

  it('stay true while sums are made beside writes', async () => {
    const { figures: keeping } = servicesOf(app.app);
    const writing = new AbortController();
    const folds = (async () => {
      let folded = 0;
      while (!writing.signal.aborted) folded += (await keeping.fold()) ?? 0;
      return folded;
    })();
    const lots = await Promise.all(
      Array.from({ length: 12 }, async (_, at) => {
        const lot = await registered(processor, { farmId: `FARM02${at % 3}`, harvestDate: `2026-0${1 + (at % 4)}-15` });
        const { status } = await processor.rest.send('PATCH', `/lots/${lot.id}/process`, {
          currentProcess: 'drying',
          processDetails: 'Sun',
        });
        expect(status).toBe(200);
        return lot;
      }),
    );
    for (const { id } of lots) await settled(app, id);
    writing.abort();
    expect(await folds).toBeGreaterThan(12);
    await expectTrue();
  });

  it('lose nothing with a process that dies in the middle of a sum', async () => {
    const lot = await registered(processor, { farmId: 'FARM030' });
    await settled(app, lot.id);
    const { figures: keeping } = servicesOf(app.app);
    await until(async () => (await keeping.fold()) === 0, 'everything to be summed');
    await registered(processor, {
      farmId: 'FARM030',
      latitude: CLEAR_PLACE.latitude,
      longitude: CLEAR_PLACE.longitude,
    });
    const { pool } = app.app.database;
    const holder = await pool.connect();
    try {
      // The fold waits here, with its changes taken out of the table of changes and a part of the sums made.
      await holder.query('begin');
      await holder.query(`select 1 from farm_figure where farm_id = 'FARM030' for update`);
      const dying = keeping.fold().catch(() => undefined);
      const pid = await until(
        () =>
          one(
            `select pid from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0 limit 1`,
          ),
        'the fold to be in the middle',
      );
      await pool.query('select pg_terminate_backend($1)', [pid]);
      await dying;
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await expectTrue();
  });

  it('of all lots that somebody doubled are set right by the hourly comparison', async () => {
    const { figures: keeping } = servicesOf(app.app);
    await until(async () => (await keeping.fold()) === 0, 'everything to be summed');
    const lots = await one(plainly('true'));
    const noted = `select at from installation where key = 'figures'`;
    await keeping.recount();
    const before = await one(noted);
    await keeping.checkTotals();
    expect(await one(noted)).toEqual(before);
    await sql(`update lot_figure set lots = lots * 2 where grain = 'all'`);
    expect((await admin.rest.get('/lots')).data.pagination.total).toBeGreaterThan(Number(lots));
    await keeping.checkTotals();
    expect((await admin.rest.get('/lots')).data.pagination.total).toBe(lots);
    await keeping.recount();
  });

  it('that are not what the rows come to are set right by a recount, which tells of it', async () => {
    const { figures: keeping } = servicesOf(app.app);
    const lots = await one(plainly('true'));
    await until(async () => (await keeping.fold()) === 0, 'everything to be summed');
    await sql(
      `update lot_figure set lots = lots + 1 where grain = 'all' and (stage, variety) in (select stage, variety from lot_figure where grain = 'all' limit 1)`,
    );
    await sql(`update farm_figure set grams = 7 where grain = 'all' and farm_id = 'FARM030'`);
    expect((await admin.rest.get('/lots')).data.pagination.total).toBeGreaterThan(Number(lots));
    const recount = await keeping.recount();
    expect(Object.keys(recount?.tables ?? {}).sort()).toEqual(['farm_figure', 'lot_figure']);
    expect((await admin.rest.get('/lots')).data.pagination.total).toBe(lots);
    await until(
      async () => (await app.rest.get('/health')).data.database.said?.code === 'health.figures_differed',
      'health to tell of it',
    );
    expect((await app.rest.get('/health')).data.database).toMatchObject({ status: 'degraded' });
    await expectTrue();
    await until(
      async () => (await app.rest.get('/health')).data.database.status === 'ok',
      'health to have forgotten it',
    );
  });
});
