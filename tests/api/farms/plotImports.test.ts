import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cellsOf, CELL_LOCKS } from '../../../server/modules/farms/nearbyPlots.ts';
import { overlapOf } from '../../../server/domain/plot/geometry/overlap.ts';
import { readPlot } from '../../../server/domain/plot/geometry/readPlot.ts';
import { judgePlot } from '../../../server/modules/farms/plotJudge.ts';
import { numbersFrom } from '../../load/plotTiles.ts';
import { waitingForLocks, whileLocked } from '../../support/locks.ts';
import { newsHeard } from '../../support/newsHeard.ts';
import { importPlots, plotFile, squareAt } from '../../support/plotFiles.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';

// Files of plots are judged outside of locks and transactions, with the same result as inside of them.

let app: TestApp;
let grace: Person;
let maria: Person;
let processor: Person;

beforeAll(async () => {
  app = await createTestApp();
  grace = await app.person('farmer', { farmId: 'FARM001' });
  maria = await app.person('farmer', { farmId: 'FARM002' });
  processor = await app.person('processor');
});
afterAll(() => app.stop());

/** Squares of about 110 m in rows of 25, 220 m apart. */
const squares = (count: number, lon: number, lat: number) =>
  Array.from({ length: count }, (_, i) => squareAt(lon + (i % 25) * 0.002, lat + Math.floor(i / 25) * 0.002, 0.001));

/** Holds the next judging of a farm's plots, once neighbours of so many are read, while `work` runs. */
async function whileJudging(farmId: string, plots: number, work: () => Promise<void>): Promise<void> {
  const { database } = app.app;
  const rows = database.rows.bind(database);
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  let read = 0;
  const spy = vi.spyOn(database, 'rows').mockImplementation(async (text, values) => {
    const found = await rows(text, values);
    if (!text.includes('box(') || values?.[0] !== farmId) return found;
    read += 1;
    if (read < plots) return found;
    spy.mockRestore();
    reached.resolve();
    await released.promise;
    return found;
  });
  try {
    await reached.promise;
    await work();
  } finally {
    released.resolve();
  }
}

const added = (by: Person, farmId: string, name: string, geometry: unknown) =>
  by.rest.send('POST', `/farms/${farmId}/plots`, { name, geometry });

describe('while a file of 500 plots is judged', () => {
  it.each([
    ['a dry run', true, 143.000001],
    ['an import', false, 143.200001],
  ])('no lock and no transaction is held: %s', async (_, dryRun, lon) => {
    const file = plotFile(squares(500, lon, -5.500001));
    const judged = whileJudging('FARM010', 100, async () => {
      // NearbyPlots the file, and elsewhere.
      const beside = await added(grace, 'FARM001', `NearbyPlots ${lon}`, squareAt(lon + 0.001, -5.4, 0.0005));
      expect(beside.status).toBe(201);
      await newsHeard(app);
      // Those of jobs end, while the judging is held.
      await until(async () => {
        const held = await app.app.database.rows(
          `select a.query from pg_stat_activity a join pg_locks l using (pid)
           where a.datname = current_database() and a.pid <> pg_backend_pid()
             and (a.backend_xid is not null or l.locktype = 'advisory' and l.objsubid = 2)`,
        );
        return held.length === 0;
      }, 'no lock and no transaction to be held');
    });
    const { status, data } = await importPlots(app, processor, 'FARM010', file, { dryRun });
    await judged;
    expect([status, data.total, data.invalid, data.created]).toEqual([200, 500, 0, dryRun ? 0 : 500]);
  });

  it('whoever judges inside of a transaction that writes is told so', async () => {
    const around = { countries: [], neighbours: [] };
    const read = readPlot(squareAt(143, -5, 0.001));
    await expect(app.app.database.write(() => judgePlot(read, null, around))).rejects.toThrow('Long work inside');
  });
});

describe('plots that others write meanwhile', () => {
  it('beside the file are judged with it again', async () => {
    const geometries = squares(3, 142.000001, -5.500001);
    const judged = whileJudging('FARM002', 3, async () => {
      expect((await added(grace, 'FARM001', 'First', geometries[1])).status).toBe(201);
    });
    const { data } = await importPlots(app, maria, 'FARM002', plotFile(geometries, 'Second'));
    await judged;
    expect(data).toMatchObject({ created: 0, total: 3, invalid: 1, complete: true });
    expect(data.rows[0]).toMatchObject({ row: 2, errors: [{ said: { code: 'plot.overlaps_foreign' } }] });
  });

  it('of the same farm and name are named', async () => {
    expect((await added(maria, 'FARM002', 'Before', squareAt(142.150001, -5.200001, 0.001))).status).toBe(201);
    const geometries = squares(2, 142.100001, -5.500001);
    const judged = whileJudging('FARM002', 2, async () => {
      const far = squareAt(142.150001, -5.300001, 0.001);
      expect((await added(processor, 'FARM002', 'Third 2', far)).status).toBe(201);
    });
    const { data } = await importPlots(app, maria, 'FARM002', plotFile(geometries, 'Third'));
    await judged;
    expect(data.rows[0]).toMatchObject({ row: 2, errors: [{ said: { code: 'plot.name_taken' } }] });
  });

  it.each([
    [
      'two imports',
      (by: Person, farmId: string) => importPlots(app, by, farmId, plotFile(squares(5, 142.2, -5.5), 'Race')),
    ],
    ['two plots', (by: Person, farmId: string) => added(by, farmId, 'Race', squareAt(142.3, -5.5, 0.001))],
  ])('at the same time get no land twice: %s', async (_, write) => {
    const before = await app.app.database.rows('select 1 from plot');
    const writing: ReturnType<typeof write>[] = [];
    // Both have judged, and wait: one for the table, the other for the neighborhood.
    await whileLocked(app.app.database, 'lock table plot in share mode', async () => {
      writing.push(write(grace, 'FARM001'), write(maria, 'FARM002'));
      await until(async () => (await waitingForLocks(app.app.database)) === 2, 'both to wait');
    });
    const answers = await Promise.all(writing);
    const written = (await app.app.database.rows('select 1 from plot')).length - before.length;
    expect(written).toBe(answers.some(({ data }) => data?.created === 5) ? 5 : 1);
    expect(JSON.stringify(answers.map(({ body, data }) => data ?? body))).toContain("another farm's plot");
  });

  it('wait for their own neighborhood alone', async () => {
    const near = squareAt(141.500001, -5.500001, 0.001);
    const { geometry } = readPlot(near);
    const lock = (geometry === null ? [] : cellsOf(geometry))
      .map((cell) => `select pg_advisory_xact_lock(${CELL_LOCKS}, ${cell});`)
      .join(' ');
    const writing: Promise<{ status: number }>[] = [];
    await whileLocked(app.app.database, lock, async () => {
      writing.push(added(grace, 'FARM001', 'Held', near));
      await until(async () => (await waitingForLocks(app.app.database)) === 1, 'it to wait');
      expect((await added(maria, 'FARM002', 'Free', squareAt(141.000001, -5.500001, 0.001))).status).toBe(201);
    });
    expect((await Promise.all(writing)).map(({ status }) => status)).toEqual([201]);
  });
});

describe('a file with many errors', () => {
  it('is judged up to the 100th, and says that there may be more', async () => {
    const bad = Array.from({ length: 150 }, () => ({ type: 'LineString', coordinates: [] }));
    const { data } = await importPlots(app, processor, 'FARM011', plotFile([...squares(2, 141.7, -5.5), ...bad]));
    expect(data).toMatchObject({ created: 0, total: 152, invalid: 100, complete: false });
    expect(data.rows).toHaveLength(102);
  });
});

describe('a file of plots by chance', () => {
  it.each([1, 2, 3, 4])('comes to the same as plots judged one after the other: %i', async (seed) => {
    const next = numbersFrom(seed);
    const at = () => squareAt(140.5 + seed * 0.1 + next() * 0.012, -5.2 + next() * 0.012, 0.0015);
    const [others, file] = [Array.from({ length: 6 }, at), Array.from({ length: 30 }, at)];
    const there: unknown[] = [];
    for (const [i, geometry] of others.entries()) {
      const { status } = await added(processor, `FARM03${i % 3}`, `Before ${seed} ${i}`, geometry);
      if (status === 201) there.push(geometry);
    }
    const lieOn = (one: unknown, other: unknown) => {
      const [a, b] = [readPlot(one).geometry, readPlot(other).geometry];
      return a !== null && b !== null && overlapOf(a, b) !== null;
    };
    const taken: unknown[] = [];
    const expected = file.map((geometry) => {
      const codes = [
        ...taken.filter((other) => lieOn(geometry, other)).map(() => 'plot.overlaps'),
        ...there.filter((other) => lieOn(geometry, other)).map(() => 'plot.overlaps_other'),
      ].slice(0, 3);
      if (codes.length === 0) taken.push(geometry);
      return codes;
    });
    const { data } = await importPlots(app, processor, `FARM04${seed}`, plotFile(file), { dryRun: true });
    const found = data.rows
      .toSorted((a: { row: number }, b: { row: number }) => a.row - b.row)
      .map(({ errors }: { errors: { said: { code: string } }[] }) => errors.map(({ said: { code } }) => code));
    expect(found).toEqual(expected);
  });
});
