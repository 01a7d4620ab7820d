import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { z } from 'zod';
import type { Database } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { JobQueue } from '../../server/platform/jobs/jobs.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { SYSTEM } from '../../server/modules/lots/lotEvents.ts';
import { LotReader } from '../../server/modules/lots/lotReader.ts';
import { AuthorizedLots } from '../../server/modules/lots/authorizedLots.ts';
import { LotWriter } from '../../server/modules/lots/lotWriter.ts';
import { ForestMonitorAway } from '../../server/domain/forest/forestMonitor.ts';
import { SatelliteService } from '../../server/modules/satellite/satelliteService.ts';
import { restClient, type RestAnswer, type RestClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { TileServer } from '../support/tileServer.ts';
import { until } from '../support/until.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { memoryMb } from './memory.ts';
import { CORNER, numbersFrom, PLOT_TILES_VERSION, plotTiles } from './plotTiles.ts';
import { processorMs } from './processorTime.ts';

const PASSWORD = 'bench-password-1';
/** Farms lie side by side, each with plots of 0.8 to 6 ha, 440 m apart: 22 by 18 km, over two tiles. */
const FARMS = { across: 10, down: 10 } as const;
const PLOTS = { across: 5, down: 4 } as const;
const APART = 0.004;
const RADIUS = { least: 0.00045, most: 0.0013 } as const;
const CORNERS = 12;
/** East of where the large plot lies. */
const FROM = { latitude: 0.08, longitude: 10.03 } as const;
/** About 500 ha around the corner of four tiles. */
const LARGE = { radius: 0.0114, corners: 60 } as const;
const LOOK_MS = 20;
const FARM_COUNT = FARMS.across * FARMS.down;
const PLOT_COUNT = FARM_COUNT * PLOTS.across * PLOTS.down;

const loopDelay = z.object({ most: z.number(), work: z.number(), gc: z.number() });
type Position = [longitude: number, latitude: number];

interface Pass {
  name: string;
  plots: number;
  perSecond: number;
  /** of tiles, by the server of tiles */
  bytes: number;
  requests: number;
  /** processor time of the worker for each plot, ms */
  processor: number;
  memory: number;
  /** how long the worker's event loop was held up, ms */
  loop: z.infer<typeof loopDelay>;
}

/**
 * How fast a worker checks lots that come from a plot each, from their jobs to what is written: with nothing kept, with what the pass before
 * read, and after a start with what lies on disk; then a plot of 500 ha over four tiles, asked for by a person.
 * @returns lines of text
 */
export async function measurePlots(): Promise<string[]> {
  const load = (): string => loadavg()[0]?.toFixed(1) ?? '—';
  const before = load();
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-plots-'));
  const tiles = new TileServer(plotTiles());
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    await tiles.start();
    ends.push(() => tiles.stop());
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
    ends.push(() => postgres.stop());
    await migrate(postgres.url);
    const database = await connectAsProgram(postgres.url, { poolSize: 4, secret: SECRET });
    ends.push(() => database.close());
    await new UserService({ database }).addUser({
      username: 'bench',
      name: 'Bench',
      role: 'admin',
      password: PASSWORD,
    });

    const settings = {
      ...benchSettings(postgres.url, dataDir),
      DATA_DIR: dataDir,
      FOREST: 'hansen',
      FOREST_TILES_URL: tiles.baseUrl,
      FOREST_TILES_VERSION: PLOT_TILES_VERSION,
    };
    const web = await startServer({ ...settings, ROLE: 'web' });
    ends.push(() => web.stop());
    const rest = await signedIn(web.url);
    for (let farm = 0; farm < FARM_COUNT; farm += 1) await registerFarm(rest, farm);
    const lotUuids = (await database.rows<{ id: string }>('select id from lot order by created_at, id')).map(
      ({ id }) => id,
    );
    const queue = queueOver(database);
    const started = (): Promise<Worker> => startWorker(settings, dataDir);
    const passes: Pass[] = [];
    const pass = async (name: string, worker: Worker): Promise<void> => {
      passes.push(await measured({ name, worker, tiles, database }));
    };

    const first = await started();
    await pass('nothing kept', first);
    for (const name of ['warm', 'warm again']) {
      await queue(lotUuids);
      await pass(name, first);
    }
    const large = await largePlot(rest);
    await first.server.stop();
    const second = await started();
    await queue(lotUuids);
    await pass('started anew, tiles on disk', second);
    await second.server.stop();
    return told(passes, large, `${before}, ${load()}`);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

interface Worker {
  server: ServerProcess;
  /** how long its event loop was held up since it was asked before */
  loop(): Promise<z.infer<typeof loopDelay>>;
}

async function startWorker(settings: Record<string, string>, dataDir: string): Promise<Worker> {
  const file = join(dataDir, `loop-${performance.now()}.json`);
  const server = await startServer(
    { ...settings, ROLE: 'worker', LOOP_DELAY_FILE: file },
    { command: [process.execPath, '--import', './tests/load/loopDelay.mjs', join('dist', 'server', 'main.js')] },
  );
  return {
    server,
    loop: async () => {
      await rm(file, { force: true });
      server.child.kill('SIGUSR2');
      return until(async () => loopDelay.parse(JSON.parse(await readFile(file, 'utf8'))), 'the delays of the loop');
    },
  };
}

/** Waits until no check waits, and looks that each lot has one more. */
async function measured(parts: { name: string; worker: Worker; tiles: TileServer; database: Database }): Promise<Pass> {
  const { name, worker, tiles, database } = parts;
  const pid = worker.server.child.pid ?? 0;
  const made = async (): Promise<number> =>
    (await database.row<{ count: number }>('select count(*)::int as count from satellite_check'))?.count ?? 0;
  const waiting = `select 1 from graphile_worker.jobs where key like 'satellite-check:%' limit 1`;
  await worker.loop();
  tiles.reset();
  const [already, processor, began] = [await made(), processorMs(pid), performance.now()];
  await until(async () => (await database.row(waiting)) === null, 'all checks', { withinMs: 600_000, lookMs: LOOK_MS });
  const seconds = (performance.now() - began) / 1_000;
  const plots = (await made()) - already;
  const left = await database.row<{ count: number }>(
    'select count(*)::int as count from lot where satellite_at is null',
  );
  if (left?.count !== 0) throw new Error(`${left?.count} lots were not checked`);
  return {
    name,
    plots,
    perSecond: plots / seconds,
    bytes: tiles.bytesSent,
    requests: tiles.requests.length,
    processor: (processorMs(pid) - processor) / plots,
    memory: memoryMb(pid),
    loop: await worker.loop(),
  };
}

async function signedIn(url: string): Promise<RestClient> {
  const login = await restClient(url).send('POST', '/auth/login', { username: 'bench', password: PASSWORD });
  return restClient(url, answered(login).access_token);
}

function answered({ status, body, data }: RestAnswer): RestAnswer['data'] {
  if (status >= 300) throw new Error(`Refused: ${JSON.stringify(body)}`);
  return data;
}

/** A farm's plots by file, and a lot from each of them. */
async function registerFarm(rest: RestClient, farm: number): Promise<void> {
  const farmId = `FARM${String(farm + 1).padStart(3, '0')}`;
  const next = numbersFrom(farm + 1);
  const names: string[] = [];
  const features = Array.from({ length: PLOTS.across * PLOTS.down }, (_, at) => {
    const name = `Plot ${at + 1}`;
    names.push(name);
    const column = (farm % FARMS.across) * PLOTS.across + (at % PLOTS.across);
    const row = Math.floor(farm / FARMS.across) * PLOTS.down + Math.floor(at / PLOTS.across);
    const middle: Position = [FROM.longitude + column * APART, FROM.latitude - row * APART];
    const radius = (): number => RADIUS.least + next() * (RADIUS.most - RADIUS.least);
    return { type: 'Feature', properties: { name }, geometry: polygon(middle, CORNERS, radius) };
  });
  const form = new FormData();
  form.set('file', new Blob([JSON.stringify({ type: 'FeatureCollection', features })]), 'plots.geojson');
  const imported = answered(await rest.form(`/farms/${farmId}/plots/import`, form));
  if (imported.created !== features.length) throw new Error(`Plots were refused: ${JSON.stringify(imported.rows[0])}`);
  await Promise.all(names.map((name, at) => registerLot(rest, farmId, `LOTP${farm}X${at}`, name)));
}

async function registerLot(rest: RestClient, farmId: string, lotId: string, plot: string): Promise<RestAnswer['data']> {
  const body = {
    lotId,
    farmId,
    farmerName: 'Maria Kaupa',
    cacaoVariety: 'Trinitario',
    harvestDate: '2026-03-01',
    weight: 250.5,
    moistureContent: 41,
    temperature: 25.5,
    plots: [plot],
  };
  return answered(await rest.send('POST', '/lots', body)).lot;
}

/** Closed, counter-clockwise; six decimals, the last of which is never 0: a position may not have fewer. */
function polygon([longitude, latitude]: Position, corners: number, radius: () => number) {
  const round = (degrees: number): number => {
    const micro = Math.round(degrees * 1e6);
    return (micro % 10 === 0 ? micro + 1 : micro) / 1e6;
  };
  const ring = Array.from({ length: corners }, (_, at): Position => {
    const [turn, far] = [(2 * Math.PI * at) / corners, radius()];
    return [round(longitude + Math.cos(turn) * far), round(latitude + Math.sin(turn) * far)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

interface LargePlot {
  hectares: number;
  /** from the request to its answer, ms: with unopened tiles, and again */
  first: number;
  again: number;
}

async function largePlot(rest: RestClient): Promise<LargePlot> {
  const farmId = `FARM${FARM_COUNT + 1}`;
  const geometry = polygon([CORNER.longitude, CORNER.latitude], LARGE.corners, () => LARGE.radius);
  const { plot } = answered(await rest.send('POST', `/farms/${farmId}/plots`, { name: 'Four tiles', geometry }));
  const began = performance.now();
  const { id, latitude, longitude } = await registerLot(rest, farmId, 'LOTLARGE', 'Four tiles');
  await until(
    async () => answered(await rest.get(`/lots/${id}`)).lot.satelliteTimestamp !== null,
    'the check of the large plot',
    { lookMs: LOOK_MS },
  );
  const first = performance.now() - began;
  const asked = performance.now();
  const { satelliteData } = answered(await rest.send('PATCH', `/lots/${id}/satellite`, { latitude, longitude }));
  if (satelliteData.checkedAt === null) throw new Error('The large plot was not checked in time');
  return { hectares: plot.areaHa, first, again: performance.now() - asked };
}

/** Queues checks as the program does of its own. */
function queueOver(database: Database): (lotUuids: readonly string[]) => Promise<void> {
  const log = pino({ level: 'silent' });
  const satellite = new SatelliteService({
    database,
    monitor: {
      driver: 'hansen',
      source: 'hansen v1',
      read: () => Promise.reject(new ForestMonitorAway('Nothing is read here')),
      health: () => Promise.resolve({ status: 'down' }),
    },
    state: { failed: async () => undefined, said: async () => [] },
    lots: new AuthorizedLots(new LotReader(database), 'merged'),
    lotWriter: new LotWriter({ mspId: 'BenchMSP' }, { passOn: async () => undefined }),
    jobs: new JobQueue({ database, log }),
    permissionTable: 'merged',
    log,
  });
  return (lotUuids) => database.write((em) => satellite.queueChecks(em, lotUuids, SYSTEM));
}

function told(passes: readonly Pass[], large: LargePlot, load: string): string[] {
  const kb = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`;
  const rows = passes.map(({ name, plots, perSecond, bytes, requests, processor, memory, loop }) => [
    name,
    String(plots),
    perSecond.toFixed(0),
    kb(bytes / plots),
    String(requests),
    `${processor.toFixed(1)} ms`,
    `${memory} MB`,
    `${loop.most.toFixed(0)} ms`,
    `${loop.work.toFixed(0)} ms`,
    `${loop.gc.toFixed(0)} ms`,
  ]);
  const head = [
    'Pass',
    'plots',
    'plots/s',
    'read of tiles a plot',
    'requests',
    'processor time a plot',
    'memory',
    'loop held up at most',
    'of it own work',
    'longest collection',
  ];
  return [
    '',
    `${PLOT_COUNT} lots of ${FARM_COUNT} farms, each from a plot of its own with ${CORNERS} corners; tiles from a server on this machine; load before, after: ${load}.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
    `A plot of ${large.hectares.toFixed(0)} ha over four tiles: registered and checked after ${large.first.toFixed(0)} ms, checked again on request after ${large.again.toFixed(0)} ms.`,
  ];
}
