import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/** Three years of a cooperative: few farmers, few stages, many lots without a score or a name, so that most orders have ties and gaps. */
const LOTS = 3_101;
const YEARS = `
  insert into lot (id, lot_id, lot_key, farm_id, farmer_name, variety, harvest_date, lat_micro, lon_micro, weight_grams, moisture_hundredths,
    temperature_hundredths, quality_tenths, stage, ledger_status, head_seq, head_hash, created_at,
    deforestation_status, satellite_at)
  select gen_random_uuid(), 'LOTY' || n, 'key' || n, 'FARM00' || n % 3, case when n % 4 > 0 then 'Farmer ' || n % 5 end,
    (array['Trinitario', 'Criollo'])[1 + n % 2], date '2024-01-01' + n % 40, -5258413, 145743926, 50000 + n % 7, 700, 2500,
    case when n % 3 > 0 then 600 + n % 11 end, (array['harvested', 'fermented', 'drying', 'processed', 'shipped', 'delivered'])[1 + n % 6], (array['recorded', 'pending', 'failed'])[1 + n % 3], 1, 'head', timestamptz '2024-01-01' + make_interval(secs => n % 100 * 0.000007),
    (array['No Deforestation', 'Deforestation Detected', 'Pending Review', 'Under Investigation'])[1 + n % 4],
    case when n % 5 > 0 then timestamptz '2026-01-01' + make_interval(days => n % 50) end
  from generate_series(1, $1) n`;
const ALERTS = `
  insert into alert (id, lot_id, type, severity, status, title, description, finding_key, created_at)
  select gen_random_uuid(), id, 'fire', 'low', (array['active', 'resolved'])[1 + weight_grams % 2], 'Smoke', 'Seen', 'key',
    timestamptz '2024-01-01' + make_interval(secs => weight_grams % 3 * 0.000003) from lot`;

const SORTS: [sort: string, column: string][] = [
  ['harvestDate', 'harvest_date'],
  ['lotId', 'lot_id'],
  ['farmerName', 'farmer_name'],
  ['weight', 'weight_grams'],
  ['qualityScore', 'quality_tenths'],
  ['currentProcess', 'stage_rank'],
  ['createdAt', 'created_at'],
  ['eudr', 'eudr_rank'],
  ['blockchain', 'record_rank'],
  ['satellite', 'satellite_at'],
  ['risk', 'risk_rank'],
];

/** Sizes and numbers of pages that begin among the first thousand lots. */
const PAGES = [
  [12, 1],
  [12, 2],
  [12, 60],
  [7, 1],
  [7, 100],
  [96, 11],
  [100, 10],
] as const;

let app: TestApp;
let auditor: Person;

beforeAll(async () => {
  app = await createTestApp();
  auditor = await app.person('auditor');
  await app.app.database.pool.query(YEARS, [LOTS]);
  await app.app.database.pool.query(ALERTS);
});
afterAll(() => app.stop());

/** The whole list in its order, as the tables have it. */
async function plainOrder(text: string): Promise<string[]> {
  const rows = await app.app.database.rows<{ name: string }>(text);
  return rows.map(({ name }) => name);
}

describe('pages near the beginning of a list', () => {
  it.each(SORTS.flatMap(([sort, column]) => (['asc', 'desc'] as const).map((order) => ({ sort, column, order }))))(
    'of lots by $sort, $order, are those of the plain order, in every size and under a filter',
    async ({ sort, column, order }) => {
      for (const [filter, condition] of [
        ['', 'deleted_at is null'],
        ['&variety=Criollo', `variety = 'Criollo'`],
      ] as const) {
        const plain = await plainOrder(
          `select lot_id as name from lot where ${condition} order by ${column} ${order}, id ${order}`,
        );
        for (const [limit, page] of PAGES) {
          const asked = `/lots?limit=${limit}&page=${page}&sort=${sort}&order=${order}${filter}`;
          const { data } = await auditor.rest.get(asked);
          const told = data.lots.map(({ lotId }: { lotId: string }) => lotId);
          expect([asked, told]).toEqual([asked, plain.slice((page - 1) * limit, page * limit)]);
        }
      }
    },
  );
});

describe('pages far into a list', () => {
  it.each(SORTS.flatMap(([sort, column]) => (['asc', 'desc'] as const).map((order) => ({ sort, column, order }))))(
    'of lots by $sort, $order, are those of the plain order, from wherever they are read',
    async ({ sort, column, order }) => {
      const plain = await plainOrder(
        `select lot_id as name from lot where deleted_at is null order by ${column} ${order}, id ${order}`,
      );
      // From the beginning, the end, and from places that earlier pages began at, before and after them.
      for (const page of [101, 63, 63, 64, 62, 60, 90, 89, 70, 102, 63 * 3, 104]) {
        const { data } = await auditor.rest.get(`/lots?limit=30&page=${page}&sort=${sort}&order=${order}`);
        const told = data.lots.map(({ lotId }: { lotId: string }) => lotId);
        expect([page, told]).toEqual([page, plain.slice((page - 1) * 30, page * 30)]);
        expect(data.pagination).toMatchObject({ total: LOTS, page, totalPages: 104, hasNext: page < 104 });
      }
    },
  );

  it('of lots that a filter lets through', async () => {
    const plain = await plainOrder(`select lot_id as name from lot where variety = 'Criollo' order by farmer_name, id`);
    for (const page of [155, 60, 110, 109]) {
      const { data } = await auditor.rest.get(`/lots?limit=10&page=${page}&sort=farmerName&order=asc&variety=Criollo`);
      expect(data.lots.map(({ lotId }: { lotId: string }) => lotId)).toEqual(plain.slice((page - 1) * 10, page * 10));
    }
  });

  it('of alerts, those of one moment by their ids', async () => {
    const ids = await plainOrder(`select id::text as name from alert order by created_at desc, id`);
    for (const page of [63, 32, 33, 31, 45, 44, 40]) {
      const { data } = await auditor.rest.get(`/alerts?page=${page}`);
      expect(data.alerts.map(({ id }: { id: string }) => id)).toEqual(ids.slice((page - 1) * 50, page * 50));
    }
  });

  it('go on from where an earlier page began, also when that lot is gone', async () => {
    const ask = '/lots?limit=30&sort=weight&order=desc&page=';
    const [gone] = (await auditor.rest.get(`${ask}50`)).data.lots;
    const admin = await app.person('admin');
    onTestFinished(async () => {
      await app.app.database.pool.query(`update lot set deleted_at = null where id = $1`, [gone.id]);
    });
    await app.app.database.pool.query(`update lot set deleted_at = now() where id = $1`, [gone.id]);
    const plain = await plainOrder(
      'select lot_id as name from lot where deleted_at is null order by weight_grams desc, id desc',
    );
    const { data } = await admin.rest.get(`${ask}51`);
    // A page that was passed by before a lot of it went: the next one begins with the lot that it would have begun with.
    const told = data.lots.map(({ lotId }: { lotId: string }) => lotId);
    expect(plain.slice(1_499, 1_531).join()).toContain(told.join());
  });
});
