import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { JobQueue } from '../../../server/platform/jobs/jobs.ts';
import type { LossPixel } from '../../../server/domain/forest/forest.ts';
import { OTHER } from '../../../server/domain/messages/message.ts';
import { SATELLITE } from '../../../server/domain/messages/satelliteMessages.ts';
import { canonicalText } from '../../../server/domain/proof/hashing.ts';
import { SYSTEM } from '../../../server/modules/lots/lotEvents.ts';
import type { LotView } from '../../../server/modules/lots/lotView.ts';
import { ForestMonitorAway } from '../../../server/domain/forest/forestMonitor.ts';
import { hansenMonitor } from '../../../server/adapters/forest-hansen/hansenMonitor.ts';
import { LOSS_PLACE_PNG, SAMPLE_DATASET_VERSION } from '../../../server/adapters/forest-sample/places.ts';
import { satelliteTasks, SATELLITE_SCHEDULE } from '../../../server/modules/satellite/satelliteJob.ts';
import { INFO, satelliteWorld, ScriptedMonitor, seen, type SatelliteWorld } from '../../support/satelliteWorld.ts';
import { until } from '../../support/until.ts';
import { SAMPLE_DATASET } from '../../../server/domain/forest/deforestation.ts';

/** Claims on jobs run out so fast that a test sees it: where the end of a job could not be written, it is run again. */
const HASTY = { beatMs: 100, deadAfterMs: 3_000 };

interface CheckRow {
  conclusion: string;
  reason: string | null;
  evidence: string;
  evidence_hash: string;
  loss_pixels: number;
  loss_years: number[];
  pixels: number;
  tree_cover_2000: number | null;
  sample: boolean;
  dataset: string;
}

let world: SatelliteWorld;
let lot: LotView;

beforeAll(async () => {
  world = await satelliteWorld();
});
afterAll(async () => {
  await world.close();
});
beforeEach(async () => {
  world.monitor.driver = 'hansen';
  world.monitor.answer = (place) => seen(place);
  lot = await world.lot();
});

const check = (): Promise<void> => world.satellite.runCheck(lot.id, SYSTEM);
const checks = (): Promise<CheckRow[]> =>
  world.database.rows<CheckRow>('select * from satellite_check where lot_id = $1 order by ended_at', [lot.id]);
const alertsOfLot = async () =>
  (await world.alerts.list(world.admin, { limit: 100 })).alerts.filter((alert) => alert.lotId === lot.lotId);
const eventsOf = (type: string) =>
  world.database.rows<{ content: string; actor_role: string; request_id: string | null; gdpr_consent: boolean }>(
    'select content, actor_role, request_id, gdpr_consent from lot_event where lot_id = $1 and type = $2 order by seq',
    [lot.id, type],
  );
const lotNow = (): Promise<LotView> => world.lotNow(lot.id);
const stillUnchecked = async (): Promise<void> => {
  expect(await checks()).toEqual([]);
  expect(await eventsOf('satellite')).toEqual([]);
  expect(await lotNow()).toMatchObject({ deforestationStatus: 'Pending Review', satelliteTimestamp: null });
};

describe('checks of several lots', () => {
  const AWAY = { latitude: -5.2, longitude: 145.7 };
  const FELLED = { latitude: -5.3, longitude: 145.8 };
  const isAt = (place: { latMicro: number }, { latitude }: { latitude: number }): boolean =>
    place.latMicro === Math.round(latitude * 1e6);
  const run = async (...lots: LotView[]): Promise<(string | null)[]> => {
    const outcomes = await world.satellite.runChecks(lots.map(({ id }) => ({ lotUuid: id, actor: SYSTEM })));
    return outcomes.map((outcome) => outcome?.message ?? null);
  };
  /** Each lot's status, with the transaction that wrote its check, as a small number. */
  const written = async (...lots: LotView[]): Promise<[status: string, transaction: number | null][]> => {
    const rows = await world.database.rows<{ lotId: string; tx: string }>(
      'select lot_id as "lotId", xmin::text as tx from satellite_check where lot_id = any($1) order by ended_at',
      [lots.map(({ id }) => id)],
    );
    const seenBefore = [...new Set(rows.map(({ tx }) => tx))];
    return Promise.all(
      lots.map(async ({ id }) => {
        const row = rows.find(({ lotId }) => lotId === id);
        return [(await world.lotNow(id)).deforestationStatus, row ? seenBefore.indexOf(row.tx) : null] as const;
      }),
    ).then((all) => all.map(([status, tx]) => [status, tx]));
  };

  it('are read once for each place and written in one transaction, each with its event', async () => {
    const others = [await world.lot(), await world.lot('FARM002', AWAY)];
    const before = world.monitor.reads;
    expect(await run(lot, ...others)).toEqual([null, null, null]);
    expect(world.monitor.reads - before).toBe(2);
    const clear = 'No Deforestation';
    expect(await written(lot, ...others)).toEqual([
      [clear, 0],
      [clear, 0],
      [clear, 0],
    ]);
    for (const { id } of [lot, ...others]) {
      const [event, ...more] = await world.database.rows(
        `select e.seq, e.content_hash = l.head_hash as head, e.content::json -> 'set' as set, o.state, v.field
         from lot_event e join lot l on l.id = e.lot_id join ledger_outbox o using (event_id)
           join personal_value v using (event_id)
         where e.lot_id = $1 and e.type = 'satellite'`,
        [id],
      );
      expect(more).toEqual([]);
      expect(event).toEqual({
        seq: 2,
        head: true,
        set: { deforestationStatus: clear, satelliteTimestamp: world.clock().toISOString() },
        state: 'pending',
        field: 'evidenceHash',
      });
    }
  });

  it('one whose place cannot be read is tried again, and its neighbours are done', async () => {
    const [away, other] = [await world.lot('FARM002', AWAY), await world.lot()];
    world.monitor.answer = (place) => {
      if (isAt(place, AWAY)) throw new ForestMonitorAway('no answer');
      return seen(place);
    };
    expect(await run(lot, away, other)).toEqual([null, 'no answer', null]);
    expect(await written(lot, away, other)).toEqual([
      ['No Deforestation', 0],
      ['Pending Review', null],
      ['No Deforestation', 0],
    ]);
  });

  it('one that cannot be written keeps no other from it', async () => {
    const [bad, other] = [await world.lot(), await world.lot()];
    await world.database.pool.query(`
      create function refuse_check() returns trigger language plpgsql as $$
      begin if new.lot_id = '${bad.id}' then raise exception 'refused'; end if; return new; end $$;
      create trigger refuse_check before insert on satellite_check for each row execute function refuse_check()`);
    try {
      const [first, refused, last] = await run(lot, bad, other);
      expect([first, last]).toEqual([null, null]);
      expect(refused).toContain('refused');
    } finally {
      await world.database.pool.query('drop function refuse_check cascade');
    }
    expect((await written(lot, bad, other)).map(([status]) => status)).toEqual([
      'No Deforestation',
      'Pending Review',
      'No Deforestation',
    ]);
  });

  it('one that finds loss raises its alert in a transaction of its own', async () => {
    const felled = await world.lot('FARM003', FELLED);
    world.monitor.answer = (place) => seen(place, isAt(place, FELLED) ? [[2, 2, 2023]] : []);
    expect(await run(lot, felled)).toEqual([null, null]);
    expect(await written(lot, felled)).toEqual([
      ['No Deforestation', 0],
      ['Deforestation Detected', 1],
    ]);
    const alerts = (await world.alerts.list(world.admin, { limit: 100 })).alerts;
    expect(alerts.filter(({ lotId }) => lotId === felled.lotId)).toHaveLength(1);
    expect(alerts.filter(({ lotId }) => lotId === lot.lotId)).toEqual([]);
  });

  it('of one lot twice are run one after the other', async () => {
    expect(await run(lot, lot)).toEqual([null, null]);
    expect(await checks()).toHaveLength(2);
    expect(await eventsOf('satellite')).toHaveLength(2);
  });

  it('that was deleted meanwhile leaves nothing', async () => {
    const gone = await world.lot();
    world.monitor.answer = async (place) => {
      await world.lots.delete(world.admin, gone.id, INFO).catch(() => undefined);
      return seen(place);
    };
    expect(await run(gone, lot)).toEqual([null, null]);
    expect((await written(lot))[0]).toEqual(['No Deforestation', 0]);
    expect(await world.database.rows('select 1 from satellite_check where lot_id = $1', [gone.id])).toEqual([]);
  });
});

describe('a check that is run', () => {
  it('without loss sets No Deforestation and keeps evidence that its hash proves', async () => {
    await check();
    expect(await lotNow()).toMatchObject({
      deforestationStatus: 'No Deforestation',
      satelliteTimestamp: world.clock().toISOString(),
      satelliteMessage: null,
    });
    const [row] = await checks();
    expect(row).toMatchObject({ conclusion: 'clear', loss_pixels: 0, loss_years: [], pixels: 64, tree_cover_2000: 61 });
    const evidence: unknown = JSON.parse(row?.evidence ?? '');
    expect(evidence).toMatchObject({ dataset: 'Scripted Forest', datasetVersion: 'v1', width: 8, height: 8 });
    expect(Object.keys(evidence as object)).toEqual(
      expect.arrayContaining(['window', 'lossYear', 'treeCover2000', 'dataMask']),
    );
    expect(canonicalText(evidence)).toBe(row?.evidence);
    expect(row?.evidence_hash).toBe(
      createHash('sha256')
        .update(row?.evidence ?? '')
        .digest('hex'),
    );
    const [event] = await eventsOf('satellite');
    expect(JSON.parse(event?.content ?? '')).toMatchObject({
      actorRole: 'system',
      set: { deforestationStatus: 'No Deforestation', satelliteTimestamp: world.clock().toISOString() },
      commit: { evidenceHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    expect(await alertsOfLot()).toEqual([]);
  });

  it('with loss sets Deforestation Detected and raises one high alert that says what was seen', async () => {
    world.monitor.answer = (place) =>
      seen(place, [
        [2, 3, 2021],
        [3, 3, 2023],
      ]);
    await check();
    expect(await lotNow()).toMatchObject({ deforestationStatus: 'Deforestation Detected' });
    const [alert, ...others] = await alertsOfLot();
    expect(others).toEqual([]);
    expect(alert).toMatchObject({
      type: 'deforestation',
      severity: 'high',
      status: 'active',
      title: 'Tree cover loss after 31 December 2020',
      latitude: lot.latitude,
      longitude: lot.longitude,
    });
    expect(alert?.description).toContain('2 of 64 pixels');
    expect(alert?.description).toContain('in 2021 and 2023, about 0.1 ha');
    expect(alert?.description).toContain('Source: Scripted Forest, version v1.');
    expect(alert?.description).not.toContain('Sample');
    const news = await world.database.rows(
      "select kind, alert_id from event_log where topic = 'alert' and lot_id = $1",
      [lot.id],
    );
    expect(news).toEqual([{ kind: 'raised', alert_id: alert?.id }]);
  });

  it('that sees the same loss again records the check and raises nothing', async () => {
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
    await check();
    await check();
    expect(await checks()).toHaveLength(2);
    expect(await eventsOf('satellite')).toHaveLength(2);
    const alerts = await alertsOfLot();
    expect(alerts).toHaveLength(1);
    expect(alerts[0]?.description).toContain(
      '1 of 64 pixels around this place shows tree cover loss in 2021, about 0.06 ha',
    );
  });

  it('that sees the same pixels in a newer version of the dataset raises nothing', async () => {
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
    await check();
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]], { datasetVersion: 'v2' });
    await check();
    expect(await alertsOfLot()).toHaveLength(1);
  });

  it('of another dataset is not bound by what a person concluded of the same pixels in the first', async () => {
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]], { dataset: 'Made-up Forest', sample: true });
    await check();
    const [alert] = await alertsOfLot();
    const resolution = { note: 'Only sample data', outcome: 'No Deforestation' };
    await world.alerts.resolve(world.admin, alert?.id ?? '', resolution, INFO);
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
    await check();
    expect((await lotNow()).deforestationStatus).toBe('Deforestation Detected');
    expect((await alertsOfLot()).map(({ status }) => status).sort()).toEqual(['active', 'resolved']);
  });

  it('that sees new loss raises a new alert', async () => {
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
    await check();
    world.monitor.answer = (place) =>
      seen(place, [
        [2, 3, 2021],
        [5, 5, 2024],
      ]);
    await check();
    expect(await alertsOfLot()).toHaveLength(2);
  });

  it('leaves what a person concluded of the same pixels, and no check closes an alert', async () => {
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
    await check();
    const [alert] = await alertsOfLot();
    const resolution = { note: 'A roof, not a clearing', outcome: 'No Deforestation' };
    await world.alerts.resolve(world.admin, alert?.id ?? '', resolution, INFO);
    expect((await lotNow()).deforestationStatus).toBe('No Deforestation');
    await check();
    expect((await lotNow()).deforestationStatus).toBe('No Deforestation');
    expect(await alertsOfLot()).toHaveLength(1);

    world.monitor.answer = (place) => seen(place, [[6, 6, 2022]]);
    await check();
    world.monitor.answer = (place) => seen(place);
    await check();
    expect((await lotNow()).deforestationStatus).toBe('Deforestation Detected');
    expect((await alertsOfLot()).map(({ status }) => status).sort()).toEqual(['active', 'resolved']);
  });

  it('without loss leaves a finding that somebody has acknowledged and nobody has closed', async () => {
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
    await check();
    const [alert] = await alertsOfLot();
    await world.alerts.acknowledge(await world.person('farmer', 'FARM001'), alert?.id ?? '', INFO);
    world.monitor.answer = (place) => seen(place);
    await check();
    expect((await lotNow()).deforestationStatus).toBe('Deforestation Detected');
    const moved = world.lots.update(await world.person('processor'), lot.id, { latitude: -6.5 }, INFO);
    await expect(moved).rejects.toMatchObject({ refusal: { kind: 'invalid', details: [{ field: 'latitude' }] } });
  });

  it('that cannot conclude says why, and keeps the time of the last conclusive check', async () => {
    await check();
    const conclusiveAt = world.clock().toISOString();
    world.passHours(1);
    world.monitor.answer = () => ({
      kind: 'unreadable',
      reason: OTHER({ text: 'Outside the dataset.' }),
      reading: null,
    });
    await check();
    expect(await lotNow()).toMatchObject({
      deforestationStatus: 'Pending Review',
      satelliteTimestamp: conclusiveAt,
      satelliteMessage: 'Outside the dataset.',
    });
    const [, row] = await checks();
    expect(row).toMatchObject({ conclusion: 'inconclusive', reason: 'Outside the dataset.', dataset: '', pixels: 0 });
    expect(JSON.parse(row?.evidence ?? '')).toMatchObject({ reason: 'Outside the dataset.' });
    expect(await alertsOfLot()).toEqual([]);
  });

  it('at sea is not taken for clear', async () => {
    world.monitor.answer = (place) => seen(place, [], { mask: 2 });
    await check();
    expect(await lotNow()).toMatchObject({ deforestationStatus: 'Pending Review', satelliteTimestamp: null });
    expect((await lotNow()).satelliteMessage).toMatch(/at sea/);
  });

  it('of sample data says so with the lot and in the alert', async () => {
    world.monitor.answer = (place) => seen(place, [[1, 1, 2022]], { sample: true });
    await check();
    expect((await lotNow()).satelliteMessage).toMatch(/^Sample data/);
    const [alert] = await alertsOfLot();
    expect(alert?.title).toMatch(/\(sample data\)$/);
    expect(alert?.description).toMatch(/Sample data/);
    expect((await checks())[0]?.sample).toBe(true);
  });

  it('of the sample driver is named as sample even when nothing could be read', async () => {
    world.monitor.driver = 'sample';
    world.monitor.answer = () => ({
      kind: 'unreadable',
      reason: OTHER({ text: 'Outside the dataset.' }),
      reading: null,
    });
    await check();
    expect((await lotNow()).satelliteMessage).toMatch(/^Outside the dataset\. Sample data/);
    expect((await checks())[0]?.sample).toBe(true);
  });

  it('writes nothing while the source is away', async () => {
    world.monitor.answer = () => {
      throw new ForestMonitorAway('no answer');
    };
    await expect(check()).rejects.toBeInstanceOf(ForestMonitorAway);
    await stillUnchecked();
  });

  it('gives up when the lot was moved while the source was read', async () => {
    world.monitor.answer = async (place) => {
      await world.lots.update(world.admin, lot.id, { latitude: -6.5 }, INFO);
      return seen(place, [[2, 3, 2021]]);
    };
    await check();
    expect(await alertsOfLot()).toEqual([]);
    await stillUnchecked();
  });

  it('of a lot that was deleted meanwhile writes nothing', async () => {
    world.monitor.answer = async (place) => {
      await world.lots.delete(world.admin, lot.id, INFO);
      return seen(place);
    };
    await check();
    expect(await checks()).toEqual([]);
    await check();
    expect(await checks()).toEqual([]);
  });

  it('twice at once raises one alert', async () => {
    const bothRead = Promise.withResolvers<void>();
    const before = world.monitor.reads;
    world.monitor.answer = async (place) => {
      if (world.monitor.reads === before + 2) bothRead.resolve();
      await bothRead.promise;
      return seen(place, [[2, 3, 2021]]);
    };
    await Promise.all([check(), check()]);
    expect(await checks()).toHaveLength(2);
    expect(await alertsOfLot()).toHaveLength(1);
    // One of them tells the ledger of its alert in between.
    expect((await eventsOf('satellite')).map(({ content }) => JSON.parse(content).seq)).toEqual([2, 4]);
    expect((await eventsOf('alert')).map(({ content }) => JSON.parse(content).seq)).toEqual([3]);
  });

  it('keeps the years with the pixels, so that a later year at the same pixel is new loss', async () => {
    world.monitor.answer = (place) => seen(place, [[2, 3, 2021]]);
    await check();
    const [{ pixels } = { pixels: [] }] = await world.database.rows<{ pixels: [number, number, number][] }>(
      'select finding_pixels as pixels from alert where lot_id = $1',
      [lot.id],
    );
    expect(pixels).toHaveLength(1);
    const year: LossPixel['year'] | undefined = pixels[0]?.[2];
    expect(year).toBe(2021);
    world.monitor.answer = (place) => seen(place, [[2, 3, 2024]]);
    await check();
    expect(await alertsOfLot()).toHaveLength(2);
  });
});

describe('a check of the sample tiles', () => {
  it('finds the loss that was painted into them, and says that it is made up', async () => {
    const sample = world.satelliteOver(
      hansenMonitor({
        source: {
          kind: 'folder',
          path: fileURLToPath(new URL('../../../server/adapters/forest-sample', import.meta.url)),
          sample: true,
        },
        dataset: SAMPLE_DATASET,
        datasetVersion: SAMPLE_DATASET_VERSION,
        driver: 'sample',
      }),
    );
    const { latitude, longitude } = LOSS_PLACE_PNG;
    await world.lots.update(world.admin, lot.id, { latitude, longitude }, INFO);
    await sample.runCheck(lot.id, SYSTEM);
    expect(await lotNow()).toMatchObject({
      deforestationStatus: 'Deforestation Detected',
      satelliteMessage: expect.stringMatching(/^Sample data/),
    });
    expect(await checks()).toMatchObject([{ sample: true, loss_pixels: 20, loss_years: [2022] }]);
    expect((await alertsOfLot())[0]?.description).toMatch(
      /^20 of \d+ pixels .* in 2022, about 1\.5 ha\. .* Sample data/,
    );
  });
});

describe('a check that a person asks for', () => {
  const place = () => ({ latitude: lot.latitude ?? 0, longitude: lot.longitude ?? 0 });

  afterEach(async () => {
    await world.jobs.stop();
    await world.database.pool.query('delete from graphile_worker._private_jobs');
  });
  const work = (): Promise<void> =>
    world.jobs.start(satelliteTasks(world.database, world.satellite, world.rechecks), SATELLITE_SCHEDULE);

  it('answers the result when it ends in time, not an earlier one, with the person as its actor', async () => {
    const farmer = await world.person('farmer', 'FARM001');
    await check();
    world.passHours(1);
    await world.database.pool.query('delete from graphile_worker._private_jobs');
    await work();
    world.monitor.answer = (at) => seen(at, [[2, 3, 2021]], { cover: 60.5 });
    const { lot: checked, satelliteData } = await world.satellite.checkNow(farmer, lot.lotId, place(), INFO);
    expect(checked).toMatchObject({ id: lot.id, deforestationStatus: 'Deforestation Detected' });
    const [, row] = await checks();
    expect(satelliteData).toEqual({
      status: 'Deforestation Detected',
      driver: 'hansen',
      dataset: 'Scripted Forest',
      datasetVersion: 'v1',
      checkedAt: world.clock().toISOString(),
      window: expect.objectContaining({ length: 4 }),
      pixels: 64,
      lossPixelsAfterCutoff: 1,
      lossYears: [2021],
      treeCover2000: 61,
      confidence: 'high',
      evidenceHash: row?.evidence_hash,
      message: null,
      said: [],
      sourceSaid: [],
    });
    expect(await eventsOf('satellite')).toMatchObject([
      { actor_role: 'system' },
      { actor_role: 'farmer', request_id: INFO.requestId, gdpr_consent: true },
    ]);
  });

  it('ends by what another process found', async () => {
    const elsewhere = world.satelliteOver(new ScriptedMonitor());
    await world.jobs.start(satelliteTasks(world.database, elsewhere, world.rechecks));
    const begun = performance.now();
    const { satelliteData } = await world.satellite.checkNow(world.admin, lot.id, place(), INFO);
    expect(satelliteData).toMatchObject({ status: 'No Deforestation', message: null });
    expect(performance.now() - begun).toBeLessThan(6_000);
  });

  it('answers the present state and "Check queued" when it does not end in time, and goes on', async () => {
    const held = Promise.withResolvers<void>();
    world.monitor.answer = async (at) => {
      await held.promise;
      return seen(at);
    };
    await work();
    const impatient = world.satelliteOver(world.monitor, 100);
    const { satelliteData } = await impatient.checkNow(world.admin, lot.id, place(), INFO);
    expect(satelliteData).toMatchObject({ status: 'Pending Review', checkedAt: null, message: 'Check queued' });
    expect(satelliteData.said).toEqual([SATELLITE.checkQueued({})]);
    held.resolve();
    await expect.poll(async () => (await lotNow()).deforestationStatus).toBe('No Deforestation');
  });

  it('refuses coordinates other than the stored ones, naming them', async () => {
    const moved = { ...place(), longitude: place().longitude + 0.000001 };
    await expect(world.satellite.checkNow(world.admin, lot.id, moved, INFO)).rejects.toMatchObject({
      refusal: { kind: 'invalid', details: [{ field: 'longitude' }] },
    });
    await expect(
      world.satellite.checkNow(world.admin, lot.id, { latitude: 0, longitude: 0 }, INFO),
    ).rejects.toMatchObject({ refusal: { details: [{ field: 'latitude' }, { field: 'longitude' }] } });
    expect(world.monitor.reads).toBeGreaterThan(0);
  });

  it('does not find a lot out of sight, and refuses who has no right to it', async () => {
    const other = await world.person('farmer', 'FARM002');
    await expect(world.satellite.checkNow(other, lot.id, place(), INFO)).rejects.toMatchObject({
      refusal: { kind: 'not-found' },
    });
    await expect(world.satellite.checkNow({ kind: 'anonymous' }, lot.id, place(), INFO)).rejects.toMatchObject({
      refusal: { kind: 'unauthenticated' },
    });
    const strict = await satelliteWorld({ permissionTable: 'A' });
    try {
      // Table A does not name refresh_satellite, so no role has it.
      const auditor = await strict.person('auditor');
      const processor = { ...(await strict.person('processor')), farmId: 'FARM001' };
      const values = await strict.lotInputs.newLot(processor, {
        lotId: 'LOT900',
        farmId: 'FARM001',
        farmerName: 'Ana',
        cacaoVariety: 'Trinitario',
        harvestDate: '2026-03-01',
        latitude: -5,
        longitude: 145,
        weight: 1,
        moistureContent: 7,
        temperature: 20,
      });
      const theirs = await strict.lots.create(processor, values, INFO);
      await expect(
        strict.satellite.checkNow(auditor, theirs.id, { latitude: -5, longitude: 145 }, INFO),
      ).rejects.toMatchObject({ refusal: { kind: 'forbidden' } });
    } finally {
      await strict.close();
    }
  });
});

describe('the job queue', () => {
  afterEach(async () => {
    await world.jobs.stop();
    await world.database.pool.query('delete from graphile_worker._private_jobs');
  });
  beforeEach(async () => {
    await world.database.pool.query('delete from graphile_worker._private_jobs');
  });
  const queue = (): Promise<void> => world.database.write((em) => world.satellite.queueCheck(em, lot.id));
  const waiting = async (): Promise<number> => (await world.jobs.stats()).waiting;

  it('takes a job with the transaction that calls for it, or not at all', async () => {
    const failing = world.database.write(async (em) => {
      await world.satellite.queueCheck(em, lot.id);
      throw new Error('the rest of the transaction failed');
    });
    await expect(failing).rejects.toThrow('the rest');
    expect(await waiting()).toBe(0);
    await queue();
    await queue();
    expect(await waiting()).toBe(1);
  });

  it('tries a check again later while the source is away', async () => {
    world.monitor.answer = () => {
      throw new ForestMonitorAway('no answer');
    };
    await queue();
    await world.jobs.start(satelliteTasks(world.database, world.satellite, world.rechecks));
    await expect.poll(async () => (await world.jobs.stats()).retrying).toBe(1);
    await stillUnchecked();
    world.monitor.answer = (place) => seen(place);
    await expect.poll(async () => (await lotNow()).deforestationStatus, { timeout: 15_000 }).toBe('No Deforestation');
    await expect.poll(async () => world.jobs.stats()).toMatchObject({ waiting: 0, running: 0, retrying: 0 });
  });

  it('takes over what a process left that was killed', async () => {
    await queue();
    await world.database.pool.query(
      `update graphile_worker._private_jobs set locked_at = now() - interval '61 seconds', locked_by = 'gone', attempts = 1`,
    );
    await world.jobs.start(satelliteTasks(world.database, world.satellite, world.rechecks));
    await expect.poll(async () => (await lotNow()).deforestationStatus).toBe('No Deforestation');
  });

  it('puts back what does not end in time when it stops', async () => {
    const held = Promise.withResolvers<never>();
    const begun = Promise.withResolvers<void>();
    world.monitor.answer = () => {
      begun.resolve();
      return held.promise;
    };
    await queue();
    await world.jobs.start(satelliteTasks(world.database, world.satellite, world.rechecks));
    await begun.promise;
    await world.jobs.stop();
    expect(await world.jobs.stats()).toMatchObject({ working: false, running: 0, retrying: 1 });
    await stillUnchecked();
  });

  it('ends the reading of a source that does not answer when it stops', async () => {
    const begun = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    world.monitor.answer = (_, signal) => {
      begun.resolve();
      return new Promise((__, reject) => {
        signal?.addEventListener('abort', () => {
          left.resolve();
          reject(new Error('nobody waits any more', { cause: signal.reason }));
        });
      });
    };
    await queue();
    await world.jobs.start(satelliteTasks(world.database, world.satellite, world.rechecks));
    await begun.promise;
    await world.jobs.stop();
    await left.promise;
    expect(await world.jobs.stats()).toMatchObject({ running: 0, retrying: 1 });
    await stillUnchecked();
  });

  it('goes on when the database cut every connection in the middle of a job', async () => {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    world.monitor.answer = async (place) => {
      begun.resolve();
      await held.promise;
      return seen(place);
    };
    await queue();
    const jobs = new JobQueue({ database: world.database, log: pino({ level: 'silent' }), ...HASTY });
    await jobs.start(satelliteTasks(world.database, world.satellite, world.rechecks));
    await begun.promise;
    // They are asked to end, and then have ended.
    await world.database.pool.query(
      `select pg_terminate_backend(pid, 20000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    );
    held.resolve();
    try {
      await until(async () => (await lotNow()).deforestationStatus === 'No Deforestation', 'the check to be written');
      const next = await world.lot();
      await until(
        async () => (await world.lotNow(next.id)).deforestationStatus === 'No Deforestation',
        'another lot to be checked',
      );
      expect((await jobs.stats()).working).toBe(true);
    } finally {
      await jobs.stop();
    }
  });

  it('says how much waits and for how long', async () => {
    expect(await world.jobs.stats()).toEqual({
      working: false,
      waiting: 0,
      running: 0,
      retrying: 0,
      exhausted: 0,
      oldestWaitingSeconds: null,
    });
    await queue();
    await world.database.pool.query(`update graphile_worker._private_jobs set run_at = now() - interval '90 seconds'`);
    const stats = await world.jobs.stats();
    expect(stats.oldestWaitingSeconds).toBeGreaterThanOrEqual(90);
    await world.database.pool.query('update graphile_worker._private_jobs set attempts = max_attempts');
    expect(await world.jobs.stats()).toMatchObject({ waiting: 0, retrying: 0, exhausted: 1 });
  });
});
