import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { consignmentOf, derivedLot } from '../../support/derivedLots.ts';
import { settledLot } from '../../support/seeds.ts';
import { servicesOf } from '../../support/services.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

/*
 * docs/spec/figures.md: 300 kg of two farms go into a fermentation box of 200 kg, of which 80 kg dry beans come, of
 * which 30 kg are shipped. No figure counts a gram twice, with changes that wait and once they are summed.
 */
let app: TestApp;
let admin: Person;
let auditor: Person;
let farmer: Person;
let origins: [LotView, LotView];
let dry: { id: string; lotId: string };

const FARMS = ['FARM001', 'FARM002'] as const;
const PERIOD = 'startDate=2026-02-01&endDate=2026-03-31';

beforeAll(async () => {
  app = await createTestApp();
  await servicesOf(app.app).figures.stop();
  const [an, auditing, processor, owner] = await Promise.all([
    app.person('admin'),
    app.person('auditor'),
    app.person('processor'),
    app.person('farmer', { farmId: FARMS[0], name: 'Grace Kila' }),
  ]);
  [admin, auditor, farmer] = [an, auditing, owner];
  origins = [
    await settledLot(app, processor, { farmId: FARMS[0], weight: 180, qualityScore: 60, harvestDate: '2026-02-20' }),
    await settledLot(app, processor, { farmId: FARMS[1], weight: 120, qualityScore: 80, harvestDate: '2026-03-01' }),
  ];
  const { database } = app.app;
  const box = await derivedLot(
    database,
    [
      { id: origins[0].id, grams: 150_000 },
      { id: origins[1].id, grams: 50_000 },
    ],
    { weight_grams: 200_000, stage: 'fermented', quality_tenths: 1000, deforestation_status: 'Pending Review' },
  );
  dry = await derivedLot(database, [{ id: box.id, grams: 200_000 }], {
    weight_grams: 80_000,
    stage: 'processed',
    quality_tenths: 990,
    harvest_date: '2026-02-20',
    harvest_until: '2026-03-01',
  });
  const maker = { id: admin.userId };
  await consignmentOf(database, maker, 'shipped', [{ id: dry.id, grams: 25_000 }]);
  await consignmentOf(database, maker, 'delivered', [{ id: dry.id, grams: 5_000 }]);
  await consignmentOf(database, maker, 'open', [{ id: dry.id, grams: 10_000 }]);
  await consignmentOf(database, maker, 'closed', [{ id: dry.id, grams: 1_000 }]);
});
afterAll(() => app?.stop());

const fold = async () => servicesOf(app.app).figures.fold();

describe.each([
  ['with changes that wait', async () => null],
  ['once summed', fold],
])('figures of combined lots, %s', (_name, before) => {
  beforeAll(async () => {
    await before();
  });

  it('are of origin lots on the dashboard, with the stock of all lots and what consignments took', async () => {
    const figures = {
      totalLots: 2,
      compliantLots: 2,
      complianceRate: 100,
      averageQuality: 70,
      // Of 300 kg, 30 and 70 are left; of the dry beans 80 - 41.
      stockKg: 30 + 70 + 39,
      shippedKg: 30,
      shippedConsignments: 2,
      openConsignments: 1,
    };
    expect((await auditor.rest.get('/dashboard/stats')).data).toMatchObject(figures);
    const { data } = await admin.graphql.run(`{ dashboardStats { ${Object.keys(figures).join(' ')} } }`);
    expect(data).toEqual({ dashboardStats: figures });
  });

  it('show a farmer the own stock, and no consignments', async () => {
    expect((await farmer.rest.get('/dashboard/stats')).data).toMatchObject({
      totalLots: 1,
      averageQuality: 60,
      stockKg: 30,
      shippedKg: null,
      shippedConsignments: null,
      openConsignments: null,
    });
  });

  it('are exact in lists of either kind', async () => {
    const totals = await Promise.all(
      ['', 'kind=origin', 'kind=derived', 'kind=derived&stage=processed', 'kind=derived&harvestedFrom=2026-03-01'].map(
        async (query) => (await admin.rest.get(`/lots?${query}`)).data.pagination.total,
      ),
    );
    expect(totals).toEqual([4, 2, 2, 1, 0]);
    expect((await admin.rest.get('/lots/stats')).data).toMatchObject({
      totalLots: 4,
      originLots: 2,
      compliantLots: 2,
      complianceRate: 100,
      averageQuality: 70,
      totalWeight: 300,
      stockKg: 139,
      recordedLots: 4,
    });
    expect((await admin.rest.get('/lots/stats?kind=derived')).data).toMatchObject({
      totalLots: 2,
      originLots: 0,
      complianceRate: null,
      averageQuality: null,
      totalWeight: 0,
      stockKg: 39,
    });
    const { data } = await admin.graphql.run(`{ lotStats(filter: { kind: origin }) { totalLots stockKg } }`);
    expect(data).toEqual({ lotStats: { totalLots: 2, stockKg: 100 } });
    expect((await admin.rest.get('/lots?kind=mixed')).status).toBe(400);
  });

  it('are of origin lots by stage, month, quality, farm and variety', async () => {
    const { data } = await admin.rest.get('/lots/analytics');
    expect(data.lotsByStage.map(({ count }: { count: number }) => count)).toEqual([2, 0, 0, 0, 0, 0]);
    expect(data.qualityHistogram.map(({ count }: { count: number }) => count)).toEqual([0, 0, 0, 0, 0, 0, 1, 0, 1, 0]);
    expect(data.lotsByFarm).toEqual(
      FARMS.map((farmId, at) => ({ farmId, lots: 1, compliantLots: 1, weight: [180, 120][at] })),
    );
    const months = data.complianceByMonth.filter(({ lots }: { lots: number }) => lots > 0);
    expect(months).toMatchObject([
      { month: '2026-02', lots: 1, weight: 180 },
      { month: '2026-03', lots: 1, weight: 120 },
    ]);
    const { data: counts } = await admin.rest.get('/lots/admin/stats');
    expect(counts).toMatchObject({
      byStage: { harvested: 2, fermented: 0, processed: 0 },
      byVariety: { Trinitario: 2 },
      byStatus: { 'No Deforestation': 2, 'Pending Review': 0 },
      ledger: { recorded: 4 },
      satellite: { fresh: 2, outdated: 0 },
    });
  });

  it('are of origin lots where alerts say what is watched', async () => {
    const { data } = await admin.graphql.run('{ watchedLots { total compliant pending } }');
    expect(data).toEqual({ watchedLots: { total: 2, compliant: 2, pending: 0 } });
  });

  it('differ in nothing from a count of the rows', async () => {
    expect(await servicesOf(app.app).figures.recount()).toMatchObject({ differing: 0 });
  });
});

describe('a compliance report', () => {
  it('lists and sums origin lots only', async () => {
    const { report } = (await admin.rest.get(`/reports/compliance?${PERIOD}`)).data;
    expect(report).toMatchObject({ totalLots: 2, averageQualityScore: 70 });
    const answer = await fetch(`${app.url}/api/v1/reports/${report.reportId}?format=json`, {
      headers: { authorization: `Bearer ${admin.accessToken}` },
    });
    const file = JSON.parse(await answer.text());
    expect(file.totalWeight).toBe(300);
    expect(file.lots.map(({ lotId }: { lotId: string }) => lotId).sort()).toEqual(
      origins.map(({ lotId }) => lotId).sort(),
    );
    expect(file.howFiguresAreComputed.Lots).toContain('made of other lots');
  });
});

describe('the figures of 30 days ago', () => {
  it('are of origin lots, out of the events and as they were noted', async () => {
    const { database } = app.app;
    await database.rows(`update lot set created_at = now() - interval '40 days'`);
    const day = `(now() at time zone 'UTC')::date - 30`;
    await database.rows(`delete from day_figure where day = ${day}`);
    const { data } = await farmer.graphql.run('{ dashboardStats { earlier { totalLots } } }');
    expect(data).toEqual({ dashboardStats: { earlier: { totalLots: 1 } } });
    const all = await admin.graphql.run('{ dashboardStats { earlier { totalLots } } }');
    expect(all.data).toEqual({ dashboardStats: { earlier: { totalLots: 2 } } });
    // What the job notes tonight.
    const tomorrow = new Date(Date.now() + 86_400_000);
    await servicesOf(app.app).figures.fold(tomorrow);
    const [noted] = await database.rows<{ lots: number; quality: number; graded: number }>(
      'select lots, quality, graded from day_figure where day = $1::date',
      [tomorrow.toISOString().slice(0, 10)],
    );
    expect(noted).toMatchObject({ lots: 2, quality: 1_400, graded: 2 });
  });
});
