import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { DEMO_FARMS } from '../../../server/modules/demo/lots.ts';
import { EarlierFiguresType } from '../../../server/modules/monitoring/earlierFigures.ts';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';

/** Late in the day: in the Pacific it is tomorrow already. */
const LOADED_AT = new Date('2026-06-15T16:30:00Z');

let app: TestApp;

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: LOADED_AT });
  try {
    app = await createTestApp({ env: { DEMO: 'true' } });
  } finally {
    vi.useRealTimers();
  }
}, 120_000);
afterAll(async () => {
  await app?.stop();
});

describe('the demo lots', () => {
  it('were registered on the day of their harvest or later, whatever the hour of the first start', async () => {
    const lots = await app.app.database.rows<{ lotId: string; harvested: string; registered: string }>(
      `select lot_id as "lotId", harvest_date::text as harvested, (created_at at time zone 'UTC')::date::text as registered
       from lot`,
    );
    expect(lots.length).toBeGreaterThanOrEqual(60);
    expect(lots.filter(({ harvested, registered }) => harvested > registered)).toEqual([]);
  });

  it('have audit lines of the days that their histories tell', async () => {
    const [other] = await app.app.database.rows<{ count: number }>(
      `select count(*) as count from lot l join audit_entry a on a.target_kind = 'lot' and a.target_id = l.id::text
         and a.action = 'lot.created' where a.at <> l.created_at`,
    );
    const [same] = await app.app.database.rows<{ count: number }>(
      `select count(*) as count from lot_event e join lot l on l.id = e.lot_id
         join audit_entry a on a.target_kind = 'lot' and a.target_id = l.id::text
           and a.action = 'lot.stage-changed' and a.at = e.at`,
    );
    expect([other?.count, (same?.count ?? 0) > 60]).toEqual([0, true]);
  });
});

describe('the satellite checks of the demo lots', () => {
  it('began on the day of registration, and came again within 30 days; of one lot they lapsed', async () => {
    const checks = await app.app.database.rows<{ lotId: string; registered: Date; checked: Date[] }>(
      `select l.lot_id as "lotId", l.created_at as registered, array_agg(c.ended_at order by c.ended_at) as checked
       from lot l join satellite_check c on c.lot_id = l.id group by l.id order by l.lot_id`,
    );
    expect(checks.length).toBeGreaterThanOrEqual(60);
    const hours = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 3_600_000;
    const late = checks.filter(
      ({ registered, checked: [first] }) => first === undefined || hours(registered, first) > 1,
    );
    expect(late).toEqual([]);
    const lapsed = checks.filter(({ checked }) => hours(checked.at(-1) ?? new Date(0), LOADED_AT) > 30 * 24);
    expect(lapsed.map(({ lotId }) => lotId)).toEqual(['LOT705']);
  });

  it('stand in the order of the story in each chain, and raised one alert for each finding', async () => {
    const { database } = app.app;
    const disordered = await database.rows(
      `select 1 from lot_event later join lot_event earlier on earlier.lot_id = later.lot_id and earlier.seq = later.seq - 1
       where later.at < earlier.at`,
    );
    expect(disordered).toEqual([]);
    expect(await database.rows('select lot_id from alert group by lot_id having count(*) > 1')).toEqual([]);
  });

  it('leave the dashboard a trend that a person believes: most lots of 30 days ago were compliant then', async () => {
    const figures = new EarlierFiguresType(app.app.database, pino({ level: 'silent' }));
    // Read farm by farm: of all lots the figures of that day were noted before the demonstration was there.
    const rateAt = async (lookedAt: Date) => {
      const read = await Promise.all(DEMO_FARMS.map(({ farmId }) => figures.read({ kind: 'farm', farmId }, lookedAt)));
      const sum = (figure: 'totalLots' | 'compliantLots') => read.reduce((all, one) => all + (one?.[figure] ?? 0), 0);
      return { lots: sum('totalLots'), percent: (100 * sum('compliantLots')) / sum('totalLots') };
    };
    const then = await rateAt(LOADED_AT);
    const now = await rateAt(new Date(LOADED_AT.getTime() + 31 * 86_400_000));
    expect(then.lots).toBeGreaterThanOrEqual(5);
    expect(Math.abs(now.percent - then.percent)).toBeLessThan(20);
  });
});

describe('the demo plots', () => {
  const asFarmer = async () => {
    const { data } = await app.rest.send('POST', '/auth/login', { username: 'farmer', password: 'cacao-farmer' });
    return restClient(app.url, data.access_token);
  };

  it('are two outlines of one farm, one of them drawn anew since its lots', async () => {
    const rest = await asFarmer();
    const { plots, lotsByPlot } = (await rest.get('/farms/FARM001/plots')).data;
    expect(plots).toMatchObject([
      { name: 'Ridge garden', version: 1, country: 'PG', geometry: { type: 'Polygon' } },
      { name: 'River garden', version: 2, country: 'PG', geometry: { type: 'Polygon' } },
    ]);
    expect(lotsByPlot.map(({ lots }: { lots: number }) => lots)).toEqual([2, 2]);
    const { history } = (await rest.get(`/plots/${plots[1].id}`)).data;
    expect(history.map(({ change }: { change: string }) => change)).toEqual(['redrawn', 'added']);
  });

  it('are where demo lots come from, which were checked on all of their land', async () => {
    const rest = await asFarmer();
    const told = (await rest.get('/lots/LOT736/plots')).data.plots;
    expect(told).toMatchObject([
      { name: 'River garden', version: 1, standing: 'redrawn' },
      { name: 'Ridge garden', version: 1, standing: 'current' },
    ]);
    for (const lotId of ['LOT715', 'LOT736', 'LOT757']) {
      const { lot } = (await rest.get(`/lots/${lotId}`)).data;
      expect([lotId, lot.deforestationStatus]).toEqual([lotId, 'No Deforestation']);
    }
  });
});
