import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { EarlierFiguresType } from '../../../server/modules/monitoring/earlierFigures.ts';
import { raiseSmoke } from '../../support/raiseAlert.ts';
import { eventually, registered, settled, settledLot } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

const DAY_MS = 86_400_000;

let app: TestApp;
let grace: Person;
let auditor: Person;
let processor: Person;
let lot: LotView;
let other: LotView;

beforeAll(async () => {
  app = await createTestApp();
  [grace, auditor] = await Promise.all([
    app.person('farmer', { farmId: 'FARM001', name: 'Grace Kila' }),
    app.person('auditor'),
  ]);
  processor = await app.person('processor');
  lot = await settledLot(app, processor, { qualityScore: 80 });
  other = await settledLot(app, processor, { farmId: 'FARM002', farmerName: 'Peter Wani', harvestDate: '2026-09-01' });
});
afterAll(async () => {
  await app?.stop();
});

describe('the figures of 30 days ago', () => {
  const FIELDS = 'totalLots compliantLots complianceRate averageQuality highAlerts';

  it('are not there before there were lots', async () => {
    const { data } = await auditor.graphql.run(`{ dashboardStats { totalLots earlier { ${FIELDS} } } }`);
    expect(data).toEqual({ dashboardStats: { totalLots: 2, earlier: null } });
  });

  it('are what the events said by then, and not what happened since', async () => {
    const earlier = new EarlierFiguresType(app.app.database, pino({ level: 'silent' }));
    const inFuture = (days: number) => new Date(Date.now() + days * DAY_MS);
    await grace.rest.send('PATCH', `/lots/${lot.id}`, { qualityScore: 90 });
    const then = await earlier.read({ kind: 'all' }, inFuture(40));
    expect(then).toMatchObject({
      totalLots: 2,
      compliantLots: 2,
      complianceRate: 100,
      averageQuality: 90,
      highAlerts: 0,
    });
    await raiseSmoke(app.app.database, other.id, { severity: 'high' });
    const later = await earlier.read({ kind: 'farm', farmId: 'FARM002' }, inFuture(41));
    expect(later).toMatchObject({ totalLots: 1, averageQuality: null, highAlerts: 1 });
    // Of a moment before the lots there is nothing, whatever there is now.
    expect(await earlier.read({ kind: 'farm', farmId: 'FARM001' }, new Date())).toBeNull();
  });
});

describe('the recent activity', () => {
  it('names what happened to each lot last', async () => {
    const advanced = await registered(grace);
    await settled(app, advanced.id);
    await grace.rest.send('PATCH', `/lots/${advanced.id}/process`, { currentProcess: 'drying', processDetails: 'Sun' });
    await eventually(async () => {
      const { data } = await grace.graphql.run('{ recentActivity(limit: 1) { lotId action stage } }');
      expect(data).toEqual({ recentActivity: [{ lotId: advanced.lotId, action: 'stage', stage: 'drying' }] });
    });
  });
});

describe('series for charts', () => {
  it('are of the lots in sight, harvested in the period that is asked for', async () => {
    const ask =
      'query ($from: Date) { lotAnalytics(harvestedFrom: $from) { lotsByFarm { farmId lots compliantLots } } }';
    const all = await auditor.graphql.run(ask);
    expect(all.data?.lotAnalytics.lotsByFarm).toEqual([
      { farmId: 'FARM001', lots: 2, compliantLots: 2 },
      { farmId: 'FARM002', lots: 1, compliantLots: 1 },
    ]);
    const autumn = await auditor.graphql.run(ask, { from: '2026-08-01' });
    expect(autumn.data?.lotAnalytics.lotsByFarm).toEqual([{ farmId: 'FARM002', lots: 1, compliantLots: 1 }]);
    const own = await grace.graphql.run(ask);
    expect(own.data?.lotAnalytics.lotsByFarm).toEqual([{ farmId: 'FARM001', lots: 2, compliantLots: 2 }]);
  });

  it('are as long as is asked for, and no longer than the bounds', async () => {
    const { data } = await auditor.rest.get('/lots/analytics?months=24&weeks=52');
    expect([data.complianceByMonth.length, data.alertsByWeek.length]).toEqual([24, 52]);
    expect((await auditor.rest.get('/lots/analytics?months=37')).status).toBe(400);
    const { errors } = await auditor.graphql.run('{ lotAnalytics(weeks: 105) { alertsByWeek { week } } }');
    expect(errors?.[0]?.message).toContain('weeks must be a whole number from 1 to 104');
  });
});

describe('finding by what is typed', () => {
  const ask = `query ($text: String!) {
    find(text: $text) { lots { lotId } farms { farmId lots } transactions { transactionId lotId } } }`;

  it('finds lots, farms and transactions in sight', async () => {
    const lots = await auditor.graphql.run(ask, { text: lot.lotId.toLowerCase() });
    expect(lots.data?.find.lots).toEqual([{ lotId: lot.lotId }]);
    const farms = await auditor.graphql.run(ask, { text: 'farm00' });
    expect(farms.data?.find.farms.map(({ farmId }: { farmId: string }) => farmId)).toEqual(['FARM001', 'FARM002']);
    const transactionId = other.blockchainHash?.transactionId ?? '';
    const found = await auditor.graphql.run(ask, { text: transactionId.slice(0, 12) });
    expect(found.data?.find.transactions).toContainEqual({ transactionId, lotId: other.lotId });
  });

  it('tells of lots by their id first, then of those of a farm, then of others that the text stands in', async () => {
    const begins = await registered(processor, { lotId: 'LOTS-1', harvestDate: '2026-01-05' });
    const ofFarm = await registered(processor, { farmId: 'LOTS-FARM', harvestDate: '2026-01-06' });
    const named = await registered(processor, { farmerName: 'Joan Lots-Miller', harvestDate: '2026-01-07' });
    const { data } = await auditor.graphql.run(ask, { text: 'lots-' });
    expect(data?.find).toEqual({
      lots: [begins, ofFarm, named].map(({ lotId }) => ({ lotId })),
      farms: [{ farmId: 'LOTS-FARM', lots: 1 }],
      transactions: [],
    });
  });

  it("finds nothing of another farm's, and takes no text that is too short", async () => {
    const transactionId = other.blockchainHash?.transactionId ?? '';
    for (const text of [other.lotId, 'FARM002', transactionId.slice(0, 12)]) {
      const { data } = await grace.graphql.run(ask, { text });
      expect(data?.find).toEqual({ lots: [], farms: [], transactions: [] });
    }
    expect((await grace.graphql.run(ask, { text: 'x' })).errors).toHaveLength(1);
    expect((await app.graphql.run(ask, { text: 'LOT' })).errors).toHaveLength(1);
  });
});

it('logs a person out everywhere, and nobody else', async () => {
  const again = await app.rest.send('POST', '/auth/login', { username: grace.username, password: grace.password });
  expect(again.status).toBe(200);
  const { data } = await grace.graphql.run('mutation { logoutEverywhere { loggedOut } }');
  expect(data).toEqual({ logoutEverywhere: { loggedOut: true } });
  const refreshed = await app.rest.send('POST', '/auth/refresh', { refreshToken: again.data.refresh_token });
  expect(refreshed.status).toBe(401);
  await eventually(async () => expect((await grace.rest.get('/dashboard/stats')).status).toBe(401));
  expect((await auditor.rest.get('/dashboard/stats')).status).toBe(200);
});
