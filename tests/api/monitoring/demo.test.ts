import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { restClient } from '../../support/restClient.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';

let app: TestApp;

beforeAll(async () => {
  // Late in the day: in the Pacific it is tomorrow already.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-15T16:30:00Z') });
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
