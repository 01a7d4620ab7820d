import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SATELLITE } from '../../../server/domain/messages/satelliteMessages.ts';
import { SYSTEM } from '../../../server/modules/lots/lotEvents.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { neededPlaces } from '../../../server/modules/satellite/neededLocations.ts';
import { INFO, satelliteWorld, seen, type SatelliteWorld } from '../../support/satelliteWorld.ts';

const MONTH_HOURS = 24 * 31;

let world: SatelliteWorld;
beforeAll(async () => {
  world = await satelliteWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  world.monitor.answer = (place) => seen(place);
  world.monitor.source = 'hansen v1';
  await world.database.pool.query('delete from recheck');
  await world.database.pool.query('delete from graphile_worker._private_jobs');
});

const check = ({ id }: LotView) => world.satellite.runChecks([{ lotUuid: id, actor: SYSTEM }]);

/** Whether a planning takes up the lot. */
async function isTakenUp({ id }: LotView): Promise<boolean> {
  await world.rechecks.plan();
  const rows = await world.database.rows(`select 1 from graphile_worker.jobs where key = 'satellite-check:' || $1`, [
    id,
  ]);
  await world.database.pool.query('delete from graphile_worker._private_jobs');
  return rows.length > 0;
}

async function delivered(): Promise<LotView> {
  const lot = await world.lot();
  await check(lot);
  await world.lots.updateProcess(world.admin, lot.id, { currentProcess: 'delivered', processDetails: 'Done' }, INFO);
  await world.database.pool.query('delete from graphile_worker._private_jobs');
  return lot;
}

describe('a delivered lot', () => {
  it('is checked once more, and then only with data of another version', async () => {
    const lot = await delivered();
    world.passHours(MONTH_HOURS);
    expect(await isTakenUp(lot)).toBe(true);
    await check(lot);
    world.passHours(MONTH_HOURS * 3);
    expect(await isTakenUp(lot)).toBe(false);
    // What changes its class changes nothing of that, nor does the look at night.
    await world.database.pool.query('update recheck set class = null');
    expect(await isTakenUp(lot)).toBe(false);
    expect(await world.rechecks.mend()).toBe(0);
    expect(await isTakenUp(lot)).toBe(false);

    world.monitor.source = 'hansen v2';
    expect(await isTakenUp(lot)).toBe(true);
    await check(lot);
    world.passHours(MONTH_HOURS * 3);
    expect(await isTakenUp(lot)).toBe(false);
  });

  it('is checked again the next day where the check met damaged files', async () => {
    const lot = await delivered();
    world.monitor.answer = () => ({
      kind: 'unreadable',
      reason: SATELLITE.damagedData({ detail: 'The file cannot be decoded.' }),
      reading: null,
    });
    await check(lot);
    world.passHours(25);
    expect(await isTakenUp(lot)).toBe(true);
  });

  it('is checked again when it is moved', async () => {
    const lot = await delivered();
    await check(lot);
    await world.database.pool.query('update lot set lat_micro = lat_micro + 10, updated_at = $2 where id = $1', [
      lot.id,
      world.clock(),
    ]);
    world.passHours(25);
    const row = await world.database.row<{ due: boolean }>(
      'select due_at <= $2 as due from recheck where lot_id = $1',
      [lot.id, world.clock()],
    );
    expect(row).toEqual({ due: true });
  });
});

it('a lot that is not delivered and would never be due is mended', async () => {
  const lot = await world.lot();
  await check(lot);
  await world.rechecks.classify();
  await world.database.pool.query(`update recheck set due_at = 'infinity' where lot_id = $1`, [lot.id]);
  await world.rechecks.mend();
  expect(await isTakenUp(lot)).toBe(true);
});

it('places that are needed are those of checks that could be read, then those of other lots', async () => {
  const [read, other] = [
    { latitude: 6.7, longitude: -1.6 },
    { latitude: 25, longitude: 95 },
  ];
  await check(await world.lot('FARM001', read));
  await world.lot('FARM001', other);
  const places = await neededPlaces(world.database);
  const at = (latMicro: number): number => places.findIndex((place) => place.latMicro === latMicro);
  expect(at(6_700_000)).toBeGreaterThanOrEqual(0);
  expect(at(25_000_000)).toBeGreaterThan(at(6_700_000));
});
