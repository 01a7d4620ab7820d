import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLOT_LIMITS } from '../../../server/domain/plot/plotInput.ts';
import { importPlots, plotFile, squareAt } from '../../support/plotFiles.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';

// Farmers learn only that an outline overlaps a plot of a farm that they do not see, and at most some times a day.

const MOST = PLOT_LIMITS.foreignOverlapsADay;
const FAR = { lon: 142.000001, lat: -5.000001 };
/** About 220 m wide, of FARM002. */
const SIDE = 0.002;

let app: TestApp;
let admin: Person;
let processor: Person;
let plotId: string;

beforeAll(async () => {
  app = await createTestApp();
  [admin, processor] = [await app.person('admin'), await app.person('processor')];
  const geometry = squareAt(FAR.lon, FAR.lat, SIDE);
  const { data } = await processor.rest.send('POST', '/farms/FARM002/plots', { name: 'River field', geometry });
  plotId = data.plot.id;
});
afterAll(() => app.stop());

const farmer = () => app.person('farmer', { farmId: 'FARM001' });
/** A square of the same size, so many degrees west of the plot's western border. */
const west = (apart: number) => squareAt(FAR.lon - SIDE - apart, FAR.lat, SIDE);
const check = (by: Person, geometry: unknown) => by.rest.send('POST', '/farms/FARM001/plots/check', { geometry });

/** The same outline in each call that judges, with what it answered of the geometry. */
const CALLS: Record<string, (by: Person, geometry: unknown) => Promise<unknown>> = {
  'POST /plots/check': async (by, geometry) => (await check(by, geometry)).data?.faults,
  'POST /plots': async (by, geometry) =>
    (await by.rest.send('POST', '/farms/FARM001/plots', { name: 'Mine', geometry })).body.details,
  'PATCH /plots': async (by, geometry) => {
    const own = squareAt(FAR.lon - 0.5, FAR.lat + Math.random() * 0.3, 0.0005);
    const name = `Mine ${Math.random()}`;
    const { data } = await by.rest.send('POST', '/farms/FARM001/plots', { name, geometry: own });
    return (await by.rest.send('PATCH', `/plots/${data.plot.id}`, { geometry })).body.details;
  },
  import: async (by, geometry) => (await importPlots(app, by, 'FARM001', plotFile([geometry]))).data.rows,
  'dry run': async (by, geometry) =>
    (await importPlots(app, by, 'FARM001', plotFile([geometry]), { dryRun: true })).data.rows,
  checkPlot: async (by, geometry) => {
    const input = { geoJson: JSON.stringify(geometry) };
    const query = `query ($input: CheckPlotInput!) { checkPlot(farmId: "FARM001", input: $input) {
      faults { message eu said { code values text } } hints { text } } }`;
    return (await by.graphql.run(query, { input })).data.checkPlot;
  },
  addPlot: async (by, geometry) => {
    const input = { name: 'Mine', geoJson: JSON.stringify(geometry) };
    const query = `mutation ($input: AddPlotInput!) { addPlot(farmId: "FARM001", input: $input) { __typename } }`;
    const [error] = (await by.graphql.run(query, { input })).errors;
    return error?.extensions?.details;
  },
};

describe('an outline on land of another farm', () => {
  it.each(Object.entries(CALLS))(
    'is answered alike however it lies, without where and how far: %s',
    async (_, call) => {
      const by = await farmer();
      const told = [];
      for (const geometry of [west(-0.0002), west(-0.0012), squareAt(FAR.lon + 0.0005, FAR.lat + 0.0005, 0.0005)]) {
        told.push(await call(by, geometry));
      }
      expect(JSON.stringify(told[0])).toContain("another farm's plot");
      expect(told[1]).toEqual(told[0]);
      expect(told[2]).toEqual(told[0]);
      expect(JSON.stringify(told)).not.toMatch(/metres|latitude|longitude|River|FARM002|\d\d m deep/);
      expect(JSON.stringify(told)).not.toContain(plotId);
    },
  );

  it('is told with its place to staff who see both farms, as often as they ask', async () => {
    for (let i = 0; i <= MOST; i += 1) {
      const { data } = await check(processor, west(-0.0005 - i * 0.00001));
      expect(data.faults).toMatchObject([
        { said: { code: 'plot.overlaps_other', values: { metres: expect.anything() } } },
      ]);
    }
  });

  it('is on the audit trail with the plot; who drew it does not read that', async () => {
    const by = await farmer();
    await check(by, west(-0.0005));
    const { data } = await admin.rest.get(`/audit?action=plot.overlap-found&actor=${by.userId}`);
    expect(JSON.stringify(data)).toContain(plotId);
    const headers = { authorization: `Bearer ${by.accessToken}` };
    const own = await (await fetch(`${app.url}/api/v1/gdpr/export`, { headers })).text();
    expect(own).toContain('plot.overlap-found');
    expect(own).not.toContain(plotId);
  });
});

describe('a search for a border', () => {
  /** Halves the distance until the border is known to 0.1 m, again and again with other squares. @returns what was answered */
  async function bisect(by: Person, calls: number): Promise<number[]> {
    const statuses: number[] = [];
    for (let row = 0; statuses.length < calls; row += 1) {
      let [free, met] = [0.001, -0.001];
      while (free - met > 1e-6 && statuses.length < calls) {
        const apart = (free + met) / 2;
        const { status, data } = await check(by, squareAt(FAR.lon - SIDE - apart, FAR.lat + row * 0.00003, SIDE));
        statuses.push(status);
        if (status !== 200) continue;
        if (data.faults.length === 0) free = apart;
        else met = apart;
      }
    }
    return statuses;
  }

  it('by halves ends at the limit: then nothing is judged, on the land or beside it', async () => {
    const by = await farmer();
    const statuses = await bisect(by, 105);
    const answered = statuses.indexOf(429);
    // The first ones may be beside the land before the plot was met.
    expect(answered).toBeLessThanOrEqual(MOST + 1);
    expect(statuses.slice(answered).every((status) => status === 429)).toBe(true);
    const [on, off, far] = [await check(by, west(-0.001)), await check(by, west(0.0005)), await check(by, west(0.3))];
    const seen = [on, off, far].map(({ status, body }) => [status, body.message, body.said]);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[0]?.[0]).toBe(429);
    expect(on.body.said).toMatchObject({ code: 'busy.foreign_overlaps', values: { most: MOST } });
    expect(Number(on.headers.get('retry-after'))).toBeGreaterThan(80_000);
    // In each call, and by each server on the same database.
    const added = await by.rest.send('POST', '/farms/FARM001/plots', { name: 'Far', geometry: west(0.3) });
    expect(added.status).toBe(429);
    const imported = await importPlots(app, by, 'FARM001', plotFile([west(0.3)]), { dryRun: true });
    expect(imported.status).toBe(429);
    const other = await createTestApp({ database: app.databaseUrl });
    try {
      expect((await importPlots(other, by, 'FARM001', plotFile([west(0.3)]))).status).toBe(429);
    } finally {
      await other.stop();
    }
  });

  it('from outside costs a step for each outline, once the plot was met', async () => {
    const by = await farmer();
    expect((await check(by, west(-0.0005))).data.faults).toHaveLength(1);
    const statuses: number[] = [];
    for (let i = 0; i < MOST; i += 1) {
      // On the border, where it is taken: as wide as a border may be.
      const { status, data } = await check(by, west(-0.00001 - i * 0.000001));
      statuses.push(status);
      if (status === 200) expect(data.faults).toEqual([]);
    }
    expect(statuses).toEqual([...Array.from({ length: MOST - 1 }, () => 200), 429]);
  });

  it('with many calls at once learns no more', async () => {
    const by = await farmer();
    const answers = await Promise.all(Array.from({ length: 60 }, (_, i) => check(by, west(-0.0005 - i * 0.00001))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MOST);
  });

  it('with a file ends within it', async () => {
    const by = await farmer();
    const file = plotFile(Array.from({ length: 60 }, (_, i) => west(-0.0005 - i * 0.00001)));
    const { data } = await importPlots(app, by, 'FARM001', file, { dryRun: true });
    expect(data).toMatchObject({ total: 60, invalid: MOST, complete: false });
    expect(data.rows).toHaveLength(MOST);
    expect((await check(by, west(0.3))).status).toBe(429);
  });

  it('asks for one outline as often as it likes, and counts it once', async () => {
    const by = await farmer();
    for (let i = 0; i <= MOST; i += 1) expect((await check(by, west(-0.0005))).status).toBe(200);
    const file = plotFile(Array.from({ length: MOST - 1 }, (_, i) => west(-0.0005 - i * 0.00001)));
    for (let i = 0; i < 3; i += 1) {
      const { data } = await importPlots(app, by, 'FARM001', file, { dryRun: true });
      expect(data).toMatchObject({ invalid: MOST - 1, complete: true });
    }
  });
});
