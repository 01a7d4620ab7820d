import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { TileCorner } from '../../../server/domain/forest/grid.ts';
import { bigEndian, damageOf, withByteCounts } from '../../support/damagedTiles.ts';
import { measureTurns } from '../../support/longestTurn.ts';
import { MADE_VERSION, madeFile, madeTile, TILE_LAYERS } from '../../support/madeTiles.ts';
import { registered, settled } from '../../support/seeds.ts';
import { createTestApp, type Person, type TestApp } from '../../support/testApp.ts';
import { TileServer } from '../../support/tileServer.ts';
import { until } from '../../support/until.ts';

const PNG: TileCorner = { north: 0, west: 140 };
const GHANA: TileCorner = { north: 10, west: -10 };
const IN_PNG = { latitude: -5.2, longitude: 145.7 };
const IN_GHANA = { latitude: 6.7, longitude: -1.6 };
/** A count of a damaged file that is believed takes seconds, or all memory. */
const LONGEST_TURN_MS = 400;
const FILE = madeFile('lossyear', PNG);
/** Land with trees and without loss, everywhere. */
const FOREST = { lossyear: 0, treecover2000: 60, datamask: 1 };
/** A damaged file is asked once a minute whether it has changed. */
const LOOK_MS = 61_000;

let whole: Map<string, Uint8Array>;
const files = new Map<string, Uint8Array>();
/** entity tags of files that are not the first of their name */
const tags = new Map<string, string>();
const server = new TileServer(files);
let app: TestApp;
let farmer: Person;
let auditor: Person;

beforeAll(async () => {
  whole = new Map(
    [PNG, GHANA].flatMap((corner) =>
      TILE_LAYERS.map((layer) => [madeFile(layer, corner), madeTile(layer, corner, () => FOREST[layer])] as const),
    ),
  );
  await server.start();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  files.clear();
  tags.clear();
  for (const [name, bytes] of whole) files.set(name, bytes);
  server.fault = (file, _request, response) => {
    response.setHeader('etag', tags.get(file) ?? '"first"');
    return false;
  };
});
afterEach(async () => {
  vi.restoreAllMocks();
  await app.stop();
});

async function start(env: NodeJS.ProcessEnv = {}): Promise<void> {
  app = await createTestApp({
    env: {
      FOREST: 'hansen',
      FOREST_TILES_URL: server.baseUrl,
      FOREST_TILES_VERSION: MADE_VERSION,
      FOREST_CACHE_MB: '0',
      ...env,
    },
  });
  farmer = await app.person('farmer', { farmId: 'FARM001' });
  auditor = await app.person('auditor');
}

function replace(file: string, bytes: Uint8Array, tag: string): void {
  files.set(file, bytes);
  tags.set(file, tag);
}

const satelliteHealth = async () => (await app.rest.get('/health')).data.satellite;
const wholeFile = (): Uint8Array => whole.get(FILE) ?? new Uint8Array();
describe('a lot that needs a damaged tile', () => {
  it.each<[string, (bytes: Uint8Array) => Uint8Array]>([
    ['count', damageOf('a number of geographic keys')],
    ['byte count', (bytes) => withByteCounts(bytes, 0xffff_fff0)],
    ['offset', damageOf('an offset of byte counts by three bytes')],
    ['byte order', bigEndian],
  ])('with a wrong %s says so, and another lot is checked meanwhile without delay', async (_, damage) => {
    await start();
    await settled(app, (await registered(farmer, IN_GHANA)).id);
    replace(FILE, damage(wholeFile()), '"damaged"');
    const longestTurn = measureTurns();
    const [first, other] = await Promise.all([registered(farmer, IN_PNG), registered(farmer, IN_GHANA)]);
    const [damaged, checked] = await Promise.all([settled(app, first.id), settled(app, other.id)]);
    const longestMs = longestTurn();
    expect(damaged).toMatchObject({
      deforestationStatus: 'Pending Review',
      satelliteTimestamp: null,
      satelliteSaid: [{ code: 'satellite.damaged_data' }],
    });
    expect(checked.deforestationStatus).toBe('No Deforestation');
    expect(longestMs).toBeLessThan(LONGEST_TURN_MS);
  });

  it('is named by health with its file, and concludes once the file is mended', async () => {
    await start();
    replace(FILE, bigEndian(wholeFile()), '"damaged"');
    const { id } = await registered(farmer, IN_PNG);
    await settled(app, id);
    expect(await satelliteHealth()).toMatchObject({
      status: 'ok',
      said: { code: 'health.files_damaged', values: { count: 1, file: FILE } },
    });

    server.requests = [];
    const again = () => farmer.rest.send('PATCH', `/lots/${id}/satellite`, IN_PNG);
    expect((await again()).data.satelliteData.said).toMatchObject([{ code: 'satellite.damaged_data' }]);
    expect(server.requests.filter(({ file }) => file === FILE)).toEqual([]);

    replace(FILE, wholeFile(), '"whole"');
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + LOOK_MS);
    expect((await again()).data.satelliteData).toMatchObject({ status: 'No Deforestation', message: null });
    const healthy = await until(async () => {
      const health = await satelliteHealth();
      return health.said === undefined || health.said === null ? health : null;
    }, 'health without a damaged file');
    expect(healthy.status).toBe('ok');
  });
});

describe('a mirror of one country', () => {
  it('has its lots checked again by the clock, and says of a lot elsewhere that it lies outside', async () => {
    for (const name of files.keys()) if (!name.includes('10N_010W')) files.delete(name);
    await start();
    const inside = await registered(farmer, IN_GHANA);
    const outside = await registered(farmer, IN_PNG);
    expect((await settled(app, inside.id)).deforestationStatus).toBe('No Deforestation');
    expect(await settled(app, outside.id)).toMatchObject({
      deforestationStatus: 'Pending Review',
      satelliteSaid: [{ code: 'satellite.outside_dataset' }],
    });
    const { database } = app.app;
    await database.rows(`update recheck set due_at = now() returning lot_id`);
    await database.rows(`select graphile_worker.add_job('satellite-rechecks')`);
    await until(async () => {
      const rows = await database.rows('select lot_id from satellite_check group by lot_id having count(*) = 2');
      return rows.length === 2;
    }, 'both lots to be checked again');
    expect(await settled(app, outside.id)).toMatchObject({ satelliteSaid: [{ code: 'satellite.outside_dataset' }] });
    expect((await settled(app, inside.id)).deforestationStatus).toBe('No Deforestation');
    expect((await auditor.rest.get('/satellite/progress')).data.source).toMatchObject({
      status: 'reachable',
      said: [],
    });
    expect((await satelliteHealth()).status).toBe('ok');
  });
});

describe('the demonstration over a source that has none of its tiles', () => {
  it('starts, and its checks wait', async () => {
    for (const name of files.keys()) files.delete(name);
    await start({ DEMO: 'true' });
    const counted = await app.app.database.row<{ lots: number; checks: number }>(
      'select (select count(*) from lot)::int as lots, (select count(*) from satellite_check)::int as checks',
    );
    expect(counted?.lots).toBeGreaterThan(50);
    expect(counted?.checks).toBe(0);
    expect((await app.rest.get('/health')).status).toBe(200);
    expect((await satelliteHealth()).status).toBe('degraded');
  }, 120_000);
});
