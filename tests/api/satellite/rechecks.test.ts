import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobQueue } from '../../../server/platform/jobs/jobs.ts';
import { nextRecheck, RECHECK_CLASSES } from '../../../server/domain/forest/recheck.ts';
import { SATELLITE } from '../../../server/domain/messages/satelliteMessages.ts';
import type { SourceFault } from '../../../server/domain/forest/sourceFaults.ts';
import { SYSTEM } from '../../../server/modules/lots/lotEvents.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { ForestMonitorAway } from '../../../server/domain/forest/forestMonitor.ts';
import { COUNT_CHECKS, COUNT_DUE } from '../../../server/modules/satellite/recheckProgress.ts';
import { PLANNING } from '../../../server/modules/satellite/rechecks.ts';
import { satelliteTasks } from '../../../server/modules/satellite/satelliteJob.ts';
import { INFO, satelliteWorld, seen, type SatelliteWorld } from '../../support/satelliteWorld.ts';

const MYANMAR = { latitude: 21.5, longitude: 96.1 };
const HOUR_MS = 3_600_000;

let world: SatelliteWorld;

beforeAll(async () => {
  world = await satelliteWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.monitor.answer = (place) => seen(place);
  world.monitor.isUp = true;
  world.monitor.source = 'hansen v1';
  // Lots of earlier tests are not due in this one.
  await world.database.pool.query('delete from recheck');
  await forget();
});

const forget = (): Promise<unknown> => world.database.pool.query('delete from graphile_worker._private_jobs');
const check = (...lots: LotView[]) => world.satellite.runChecks(lots.map(({ id }) => ({ lotUuid: id, actor: SYSTEM })));

/** A lot whose first check was made. */
async function checkedLot(place?: { latitude: number; longitude: number }): Promise<LotView> {
  const lot = await world.lot('FARM001', place);
  await check(lot);
  await forget();
  return lot;
}

/** Lets the time pass by which lots are due. */
function passUntilDue(...lots: LotView[]): void {
  const last = Math.max(...lots.map(({ id }) => nextRecheck(id, world.clock()).getTime()));
  world.passHours((last - world.clock().getTime()) / HOUR_MS);
}

/** Lots whose check waits, in the order in which they are taken. */
async function queued(): Promise<string[]> {
  const rows = await world.database.rows<{ id: string }>(
    `select split_part(key, ':', 2) as id from graphile_worker.jobs where key like 'satellite-check:%' order by priority, run_at, id`,
  );
  return rows.map(({ id }) => id);
}

async function planned(): Promise<string[]> {
  await world.rechecks.plan();
  return queued();
}

const row = async ({ id }: { id: string }) =>
  world.database.row<{ class: number | null; due_at: Date; queued_at: Date | null; source: string | null }>(
    'select class, due_at, queued_at, source from recheck where lot_id = $1',
    [id],
  );
async function classOf(lot: { id: string }): Promise<string | undefined> {
  await world.rechecks.classify();
  return RECHECK_CLASSES[(await row(lot))?.class ?? -1];
}

describe('a lot is checked again', () => {
  it('when its moment of the month has come, and not before', async () => {
    const lot = await checkedLot();
    expect((await row(lot))?.due_at).toEqual(nextRecheck(lot.id, world.clock()));
    expect(await planned()).toEqual([]);
    passUntilDue(lot);
    world.passHours(-0.1);
    expect(await planned()).toEqual([]);
    world.passHours(0.1);
    expect(await planned()).toEqual([lot.id]);
    // Planned once, however often it is planned before the check has ended.
    await world.rechecks.plan();
    expect(await queued()).toEqual([lot.id]);
    await check(lot);
    await forget();
    expect(await planned()).toEqual([]);
    expect(await row(lot)).toMatchObject({ due_at: nextRecheck(lot.id, world.clock()), queued_at: null });
  });

  it('the day after its check met damaged files, and then as any other', async () => {
    world.monitor.answer = () => ({
      kind: 'unreadable',
      reason: SATELLITE.damagedData({ detail: 'The file cannot be decoded.' }),
      reading: null,
    });
    const lot = await checkedLot();
    expect(await planned()).toEqual([]);
    world.passHours(24);
    expect(await planned()).toEqual([lot.id]);
    world.monitor.answer = (place) => seen(place);
    await check(lot);
    expect(await world.lotNow(lot.id)).toMatchObject({ deforestationStatus: 'No Deforestation' });
    await forget();
    expect((await row(lot))?.due_at).toEqual(nextRecheck(lot.id, world.clock()));
  });

  it('no sooner after a check that could not conclude; within a day after a move', async () => {
    world.monitor.answer = (place) => seen(place, [], { mask: 2 });
    const lot = await checkedLot();
    expect((await row(lot))?.due_at).toEqual(nextRecheck(lot.id, world.clock()));
    await world.lots.update(world.admin, lot.id, { latitude: -6.5 }, INFO);
    const due = (await row(lot))?.due_at.getTime() ?? 0;
    expect(due).toBeLessThan(Date.now() + 25 * HOUR_MS);
  });

  it('a day later when its first check was given up after all attempts', async () => {
    const lot = await world.lot();
    await world.database.pool.query(`update recheck set due_at = $1 where lot_id = $2`, [world.clock(), lot.id]);
    await world.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    await world.rechecks.plan();
    const attempts = () => world.database.rows('select attempts from graphile_worker.jobs where key is not null');
    expect(await attempts()).toEqual([{ attempts: 0 }]);
    // A check that was taken up by the clock and never ended is taken up again.
    await world.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    world.passHours(25);
    await world.rechecks.plan();
    expect(await attempts()).toEqual([{ attempts: 0 }]);
  });

  it('no more when it is deleted, or its place is erased', async () => {
    const [deleted, erased] = [await checkedLot(), await checkedLot()];
    await world.lots.delete(world.admin, deleted.id, INFO);
    await world.database.pool.query('update lot set lat_micro = null, lon_micro = null where id = $1', [erased.id]);
    expect(await row(deleted)).toBeNull();
    expect(await row(erased)).toBeNull();
  });
});

describe('what somebody did to the plan past the program', () => {
  it('is set right each night: lots that it lacks, and those that would never be due', async () => {
    const [gone, never, other] = [await checkedLot(), await checkedLot(), await checkedLot()];
    await world.database.pool.query('update recheck set due_at = $1', [nextRecheck(other.id, world.clock())]);
    expect(await world.rechecks.mend()).toBeGreaterThan(0);
    await world.database.pool.query('delete from recheck where lot_id = $1', [gone.id]);
    await world.database.pool.query(`update recheck set due_at = '2999-01-01' where lot_id = $1`, [never.id]);
    expect(await world.rechecks.mend()).toBe(2);
    expect(await world.rechecks.mend()).toBe(0);
    const due = await planned();
    expect(due).toContain(gone.id);
    expect(due).toContain(never.id);
    expect(due).not.toContain(other.id);
  });
});

describe('what people ask for', () => {
  it('stays theirs, and comes first', async () => {
    const [asked, other, imported] = [await checkedLot(), await checkedLot(), await checkedLot()];
    passUntilDue(asked, other, imported);
    await world.database.pool.query('update recheck set due_at = $1', [world.clock()]);
    await world.database.write((em) => world.satellite.queueCheck(em, asked.id, world.admin));
    await world.rechecks.plan();
    await world.database.write((em) => world.satellite.queueChecks(em, [imported.id], SYSTEM));
    expect(await queued()).toEqual([asked.id, imported.id, other.id]);
    const jobs = await world.database.rows(
      `select p.payload -> 'payload' -> 'requestedBy' ->> 'userId' as "userId" from graphile_worker._private_jobs p
       where key = 'satellite-check:' || $1`,
      [asked.id],
    );
    expect(jobs).toEqual([{ userId: world.admin.userId }]);
  });
});

describe('the order', () => {
  it('is: open alerts, countries of high risk, lots before shipping, the others', async () => {
    const [other, shipping, risky] = [await checkedLot(), await checkedLot(), await checkedLot(MYANMAR)];
    world.monitor.answer = (place) => seen(place, [[1, 1, 2023]]);
    const alarmed = await checkedLot({ latitude: -4.9, longitude: 145.2 });
    await toStage(shipping, 'processed');
    const lots = [alarmed, risky, shipping, other];
    // The least urgent are due for longest.
    await Promise.all(
      lots.map(({ id }, i) =>
        world.database.rows('update recheck set due_at = $1 where lot_id = $2 returning 1', [
          new Date(world.clock().getTime() - i * HOUR_MS),
          id,
        ]),
      ),
    );
    expect(await planned()).toEqual(lots.map(({ id }) => id));
  });

  it('follows what becomes of a lot', async () => {
    world.monitor.answer = (place) => seen(place, [[1, 2, 2023]]);
    const lot = await checkedLot({ latitude: -4.8, longitude: 145.1 });
    expect(await classOf(lot)).toBe('open_alert');
    const alert = (await world.alerts.list(world.admin, { limit: 100 })).alerts.find(
      ({ lotId }) => lotId === lot.lotId,
    );
    await world.alerts.dismiss(world.admin, alert?.id ?? '', {}, INFO);
    expect(await classOf(lot)).toBe('other');
    await toStage(lot, 'processed');
    expect(await classOf(lot)).toBe('to_be_shipped');
    await toStage(lot, 'shipped');
    expect(await classOf(lot)).toBe('other');
    await world.lots.update(world.admin, lot.id, MYANMAR, INFO);
    expect(await classOf(lot)).toBe('high_risk');
  });
});

async function toStage(lot: LotView, currentProcess: 'processed' | 'shipped'): Promise<void> {
  await world.lots.updateProcess(world.admin, lot.id, { currentProcess, processDetails: 'Done' }, INFO);
}

describe('the pace', () => {
  async function manyDue(count: number): Promise<LotView[]> {
    const lots: LotView[] = [];
    for (let i = 0; i < count; i += 1) lots.push(await world.lot());
    await forget();
    await world.database.pool.query('update recheck set due_at = $1', [world.clock()]);
    return lots;
  }

  it('is kept: a minute gets no more than it may read, one after the other, and no more while these are under way', async () => {
    await manyDue(70);
    const slow = world.rechecksAt(1);
    const before = Date.now();
    expect(await slow.plan()).toBe(60);
    const times = await world.database.rows<{ at: Date }>(
      'select run_at as at from graphile_worker.jobs order by run_at',
    );
    const gaps = times.slice(1).map(({ at }, i) => at.getTime() - (times[i]?.at.getTime() ?? 0));
    expect(gaps).toEqual(Array(59).fill(1_000));
    expect(times[0]?.at.getTime()).toBeGreaterThanOrEqual(before - 1_000);
    expect(await slow.plan()).toBe(0);
    // Those that wait for longer are being tried again with pauses, and hold up no others.
    world.passHours(0.2);
    expect(await slow.plan()).toBe(10);
  });

  it('counts each plot of a lot as a read, and takes up one that has more of them than a minute may read', async () => {
    await manyDue(3);
    await world.rechecks.classify();
    await world.database.pool.query('update recheck set reads = 40');
    expect(await world.rechecksAt(1).plan()).toBe(2);
    await forget();
    await world.database.pool.query('update recheck set reads = 400, queued_at = null');
    expect(await world.rechecksAt(1).plan()).toBe(1);
  });

  it('is that of all processes together, and none checks a lot that another one does', async () => {
    const lots = await manyDue(40);
    const others = [world.rechecksAt(), world.rechecksAt(), world.rechecksAt()];
    const taken = await Promise.all(others.map((one) => one.plan()));
    // Where none of them had the turn while all lots had their class, the next minute is for what is left.
    taken.push(await world.rechecks.plan());
    expect(taken.reduce((sum, one) => sum + one, 0)).toBe(40);
    expect(await queued()).toHaveLength(40);
    await world.database.pool.query('update graphile_worker._private_jobs set run_at = now()');
    const second = new JobQueue({ database: world.database, log: pino({ level: 'silent' }) });
    const tasks = satelliteTasks(world.database, world.satellite, world.rechecks);
    try {
      await Promise.all([world.jobs.start(tasks), second.start(tasks)]);
      await expect.poll(queued, { timeout: 15_000 }).toEqual([]);
    } finally {
      await Promise.all([world.jobs.stop(), second.stop()]);
    }
    const checks = await world.database.rows<{ checks: number }>(
      'select count(*)::int as checks from satellite_check where lot_id = any($1) group by lot_id',
      [lots.map(({ id }) => id)],
    );
    expect(checks).toEqual(Array.from({ length: 40 }, () => ({ checks: 1 })));
  });
});

describe('data of another version', () => {
  it('has every lot checked again, once, in the same order, also after the program was killed in the middle of it', async () => {
    const lots = [await checkedLot(), await checkedLot(MYANMAR), await checkedLot()];
    const [, risky] = lots;
    world.passHours(1);
    expect(await planned()).toEqual([]);
    world.monitor.source = 'hansen v2';
    const killed = AbortSignal.abort(new Error('killed'));
    await expect(world.rechecks.plan(killed)).rejects.toThrow('killed');
    const order = await planned();
    expect(order[0]).toBe(risky?.id);
    expect(order.toSorted()).toEqual(lots.map(({ id }) => id).toSorted());
    // One was checked, then nothing was left of the queue.
    await check(...lots.slice(0, 1));
    await forget();
    world.passHours(25);
    expect((await planned()).toSorted()).toEqual(
      lots
        .slice(1)
        .map(({ id }) => id)
        .toSorted(),
    );
    await check(...lots.slice(1));
    await forget();
    expect(await planned()).toEqual([]);
    expect((await row(lots[0] ?? { id: '' }))?.source).toBe('hansen v2');
  });
});

describe('a source that is away', () => {
  const away = (fault?: SourceFault) => {
    world.monitor.isUp = false;
    world.monitor.answer = () => {
      throw new ForestMonitorAway('tiles.example answered 503.', fault === undefined ? {} : { fault });
    };
  };
  // The next test finds it there again.
  afterEach(async () => {
    world.monitor.isUp = true;
    world.passHours(1);
    await world.rechecks.plan();
  });

  it('is told with the lots that wait for it and among the figures, and nothing is queued until it is back', async () => {
    away('failing');
    const lot = await world.lot();
    const since = world.clock().toISOString();
    const [outcome] = await check(lot);
    expect(outcome).toBeInstanceOf(ForestMonitorAway);
    const said = SATELLITE.sourceAway({ since });
    const shown = await world.lotNow(lot.id);
    expect(shown.satelliteSaid).toEqual([said, SATELLITE.firstCheckQueued({})]);
    expect(shown.satelliteMessage).toBe(`${said.text} The first check is queued`);
    expect((await world.progress.read(world.admin)).source).toEqual({
      driver: 'hansen',
      data: 'hansen v1',
      status: 'away',
      awaySince: since,
      said: [said, SATELLITE.awayFailing({})],
    });
    expect((await world.progress.read(world.admin)).doneAt).toBeNull();

    await forget();
    world.passHours(25);
    await world.database.pool.query('update recheck set due_at = $1', [world.clock()]);
    expect(await planned()).toEqual([]);
    // The first message says since when.
    await check(lot);
    expect((await world.progress.read(world.admin)).source.awaySince).toBe(since);

    // Its own word counts when no read has failed for a while.
    world.monitor.isUp = true;
    expect(await planned()).toEqual([]);
    world.passHours(0.1);
    expect(await planned()).toEqual([lot.id]);
    expect((await world.progress.read(world.admin)).source).toMatchObject({
      status: 'reachable',
      awaySince: null,
      said: [],
    });
    expect((await world.lotNow(lot.id)).satelliteSaid).toEqual([SATELLITE.firstCheckQueued({})]);
  });

  it('is told to who asks for a check meanwhile', async () => {
    const lot = await world.lot();
    away();
    await check(lot);
    const place = { latitude: lot.latitude ?? 0, longitude: lot.longitude ?? 0 };
    const { satelliteData } = await world.satelliteOver(world.monitor, 1).checkNow(world.admin, lot.id, place, INFO);
    expect(satelliteData.said.map(({ code }) => code)).toEqual(['satellite.check_queued']);
    expect(satelliteData.sourceSaid.map(({ code }) => code)).toEqual([
      'satellite.source_away',
      'satellite.away_unreachable',
    ]);
  });
});

describe('the figures', () => {
  it('are what is due by class and since when, the pace, and when it will be done', async () => {
    const lots = [await checkedLot(), await checkedLot(MYANMAR), await checkedLot()];
    world.passHours(24 * 40);
    await check(...lots.slice(0, 1));
    await forget();
    world.passHours(0.5);
    await world.rechecks.classify();
    await world.database.pool.query('update recheck set due_at = $1 where lot_id = $2', [
      new Date(world.clock().getTime() - HOUR_MS),
      lots[2]?.id,
    ]);
    const figures = await world.progress.read(world.admin);
    expect(figures).toEqual({
      due: 2,
      overdue: 1,
      classes: [
        { name: 'open_alert', due: 0 },
        { name: 'high_risk', due: 1 },
        { name: 'to_be_shipped', due: 0 },
        { name: 'other', due: 1 },
      ],
      lastCheckAt: new Date(world.clock().getTime() - HOUR_MS / 2).toISOString(),
      checksLastHour: 1,
      readsPerSecond: 5,
      doneAt: new Date(world.clock().getTime() + HOUR_MS).toISOString(),
      source: { driver: 'hansen', data: 'hansen v1', status: 'reachable', awaySince: null, said: [] },
    });
  });

  it.each(['processor', 'auditor', 'admin'] as const)('are shown to the role %s, which sees all lots', async (role) => {
    expect((await world.progress.read(await world.person(role))).source.driver).toBe('hansen');
  });

  it('are not shown to others', async () => {
    const farmer = await world.person('farmer', 'FARM001');
    await expect(world.progress.read(farmer)).rejects.toMatchObject({ refusal: { kind: 'forbidden' } });
    await expect(world.progress.read({ kind: 'anonymous' })).rejects.toMatchObject({
      refusal: { kind: 'unauthenticated' },
    });
  });
});

describe('among 20,000 lots', () => {
  it('nothing looks through all of them, neither planning nor the figures', async () => {
    const { pool } = world.database;
    await pool.query(
      `insert into recheck (lot_id, class, due_at, source)
       select gen_random_uuid(), n % 4, now() + (n - 300) * interval '2 minutes', 'hansen v1' from generate_series(1, 20000) n`,
    );
    await pool.query('vacuum analyze recheck');
    const now = new Date();
    const hour = new Date(now.getTime() - HOUR_MS);
    const ids = [randomUUID(), randomUUID()];
    const statements: [name: string, text: string, values: unknown[]][] = [
      ['unclassed', PLANNING.unclassed, []],
      ['renew', PLANNING.renew, ['hansen v1', now]],
      ['release', PLANNING.release, [hour]],
      ['underWay', PLANNING.underWay, [hour]],
      ['due', PLANNING.due, [now, 300, [0, 1, 2, 3]]],
      ['queued', PLANNING.queued, [ids, now]],
      ['count', COUNT_DUE, [now, hour, [0, 1, 2, 3]]],
      ['checks', COUNT_CHECKS, [hour, now]],
    ];
    const byScan: string[] = [];
    for (const [name, text, values] of statements) {
      const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${text}`, values);
      const plan = rows.map((line) => line['QUERY PLAN']).join('\n');
      if (!plan.includes('Index') || /Seq Scan on (recheck|lot|satellite_check)\b/.test(plan))
        byScan.push(`${name}\n${plan}`);
    }
    expect(byScan).toEqual([]);
  });
});
