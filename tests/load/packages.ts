import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { z } from 'zod';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { FAKE_USER, TracesFake } from '../../tools/traces-fake/tracesFake.ts';
import { restClient, type RestClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { nodeOptions, startServer, type ServerProcess } from '../support/serverProcess.ts';
import { TileServer } from '../support/tileServer.ts';
import { until } from '../support/until.ts';
import { AskBeside, type Beside } from './askBeside.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { memoryMb } from './memory.ts';
import { numbersFrom, PLOT_TILES_VERSION, plotTiles } from './plotTiles.ts';

const PASSWORD = 'bench-password-1';
/** Producers, each with a plot and a lot. */
const PRODUCERS = Number(process.env.BENCH_PRODUCERS ?? 10_000);
/** Corners of a plot. */
const CORNERS = Number(process.env.BENCH_CORNERS ?? 40);
/** A farm's plots are those of its members: they come by file. */
const PLOTS_OF_FARM = 100;
/** Lots that one transformation takes at most. */
const INPUTS = 1_000;
const LIST_EVERY_MS = 50;
const SAMPLE_MS = 50;
const WARM_MS = 3_000;
/** Plots lie side by side in the south-east of the corner of four tiles. */
const PLOTS = { across: 100, apart: 0.0015, radius: 0.0006, latitude: -0.002, longitude: 10.03 } as const;
const BOUNDS = { packageMs: 30_000, memoryMb: 500, listMs: 100, loopMs: 50 } as const;

const loopDelay = z.object({ most: z.number(), work: z.number(), gc: z.number() });

/** What a step took, and what the server did for others meanwhile. */
interface Step {
  name: string;
  ms: number;
  /** highest resident memory of the server, MB */
  memory: number;
  list: Beside;
  loop: z.infer<typeof loopDelay>;
}

/**
 * The package of a consignment with 10,000 producers: checked, handed over and downloaded twice, while somebody reads
 * lists; then the same content filed at a fake of the EU Information System.
 * @returns lines of text
 */
export async function measurePackage(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-package-'));
  // Without loss: all lots can be filed.
  const tiles = new TileServer(plotTiles(0));
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    await tiles.start();
    ends.push(() => tiles.stop());
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
    ends.push(() => postgres.stop());
    await migrate(postgres.url);
    const database = await connectAsProgram(postgres.url, { poolSize: 2, secret: SECRET });
    ends.push(() => database.close());
    const user = { username: 'bench', name: 'Bench', role: 'admin', password: PASSWORD } as const;
    await new UserService({ database }).addUser(user);
    const settings = {
      ...benchSettings(postgres.url, dataDir),
      DATA_DIR: dataDir,
      FOREST: 'hansen',
      FOREST_TILES_URL: tiles.baseUrl,
      FOREST_TILES_VERSION: PLOT_TILES_VERSION,
    };
    const consignment = await withServer(settings, dataDir, (bench) => bench.prepare(database));
    const packed = await withServer(settings, dataDir, (bench) => bench.packed(consignment));
    const fake = new TracesFake();
    const registry = {
      DUE_DILIGENCE_REGISTRY: 'traces-v3',
      TRACES_URL: await fake.start(),
      TRACES_USERNAME: FAKE_USER.username,
      TRACES_KEY: FAKE_USER.key,
      TRACES_CLIENT_ID: FAKE_USER.clientId,
    };
    ends.push(() => fake.stop());
    const filed = await withServer({ ...settings, ...registry }, dataDir, (bench) => bench.filed(consignment));
    return told([...packed.steps, ...filed], packed.facts);
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** A server of its own for a step: what the one before left in its memory does not count. */
async function withServer<T>(
  settings: Record<string, string>,
  dataDir: string,
  work: (bench: PackageBench) => Promise<T>,
): Promise<T> {
  const file = join(dataDir, `loop-${performance.now()}.json`);
  const options = [...nodeOptions(), '--import', './tests/load/loopDelay.mjs', join('dist', 'server', 'main.js')];
  const command: [string, ...string[]] = [process.execPath, ...options];
  const server = await startServer({ ...settings, LOOP_DELAY_FILE: file }, { pages: false, command });
  try {
    const { data } = await restClient(server.url).send('POST', '/auth/login', {
      username: 'bench',
      password: PASSWORD,
    });
    return await work(new PackageBench(server, String(data.access_token), file));
  } finally {
    await server.stop();
  }
}

class PackageBench {
  readonly #server: ServerProcess;
  readonly #token: string;
  readonly #rest: RestClient;
  readonly #loopFile: string;

  constructor(server: ServerProcess, token: string, loopFile: string) {
    this.#server = server;
    this.#token = token;
    this.#rest = restClient(server.url, token);
    this.#loopFile = loopFile;
  }

  /** A closed consignment of a lot of many farmers. @returns its UUID */
  async prepare(database: Database): Promise<string> {
    for (let farm = 0; farm * PLOTS_OF_FARM < PRODUCERS; farm += 1) await this.#importPlots(farm);
    await this.#importLots();
    await idle(database);
    const middle = Math.ceil(PRODUCERS / INPUTS);
    const moisture = { moistureContent: 41 };
    for (let part = 0; part < middle; part += 1) {
      const count = Math.min(INPUTS, PRODUCERS - part * INPUTS);
      const inputs = Array.from({ length: count }, (_, i) => ({ lot: `LOTB${part * INPUTS + i}`, weight: 250.5 }));
      const outputs = [{ lotId: `LOTC${part}`, weight: 250.5 * count, ...moisture }];
      await this.#send('POST', '/transformations', { step: 'blending', inputs, outputs });
    }
    const inputs = Array.from({ length: middle }, (_, part) => ({ lot: `LOTC${part}`, weight: 20_000 }));
    const outputs = [{ lotId: 'LOTALL', weight: 20_000 * middle, ...moisture }];
    await this.#send('POST', '/transformations', { step: 'blending', inputs, outputs });
    await idle(database);
    const buyer = { kind: 'buyer', name: 'Kakao Trade GmbH', country: 'DE', eori: 'DE123456789012345' };
    const { party } = await this.#send('POST', '/parties', buyer);
    const { consignment } = await this.#send('POST', '/consignments', { number: 'BENCH/1', buyerId: party.id });
    const path = `/consignments/${consignment.id}`;
    await this.#send('POST', `${path}/lots`, { lots: [{ lot: 'LOTALL', weight: 20_000 * middle }] });
    await this.#send('POST', `${path}/close`, {});
    await idle(database);
    return String(consignment.id);
  }

  /** Checked, handed over, and downloaded twice. */
  async packed(consignmentId: string): Promise<{ steps: Step[]; facts: string }> {
    const id = await this.#draft(consignmentId);
    const beside = await this.#beside();
    const check = await beside.step('Check', () => this.#checked(id));
    const handOver = await beside.step('Package, from the call until it is stored', async () => {
      await this.#send('POST', `/statements/${id}/hand-over`, {});
      await this.#inState(id, 'handed_over');
    });
    const sums: string[] = [];
    const downloads: Step[] = [];
    for (const name of ['Download', 'Download again']) {
      downloads.push(await beside.step(name, async () => void sums.push(await this.#download(id))));
    }
    await beside.end();
    const { statement } = await this.#send('GET', `/statements/${id}`);
    if (sums.some((sum) => sum !== statement.package.sha256)) throw new Error('A download has other bytes');
    const { bytes, files } = statement.package;
    const facts = `${statement.producerCount} producers, ${statement.plotCount} plots of ${CORNERS} corners; the package has ${files} files and ${(bytes / 1e6).toFixed(1)} MB, and the same SHA-256 at each download`;
    return { steps: [check, handOver, ...downloads], facts };
  }

  async filed(consignmentId: string): Promise<Step[]> {
    const id = await this.#draft(consignmentId);
    const beside = await this.#beside();
    const check = await beside.step('Check, before filing', () => this.#checked(id));
    const filed = await beside.step('Filed at the registry', async () => {
      await this.#send('POST', `/statements/${id}/submit`, {});
      await this.#inState(id, 'submitted');
    });
    await beside.end();
    return [check, filed];
  }

  async #beside() {
    const [{ url, child }, pid] = [this.#server, this.#server.child.pid ?? 0];
    const headers = { authorization: `Bearer ${this.#token}` };
    const asker = new AskBeside(`${url}/api/v1/lots?limit=12`, headers, LIST_EVERY_MS);
    const loop = async (): Promise<z.infer<typeof loopDelay>> => {
      await rm(this.#loopFile, { force: true });
      child.kill('SIGUSR2');
      const read = async () => loopDelay.parse(JSON.parse(await readFile(this.#loopFile, 'utf8')));
      return until(read, 'the delays of the loop');
    };
    // Its thread is there, and the list is warm.
    await delay(WARM_MS);
    return {
      step: async (name: string, work: () => Promise<void>): Promise<Step> => {
        await Promise.all([asker.look(), loop()]);
        let memory = memoryMb(pid);
        const sampling = setInterval(() => (memory = Math.max(memory, memoryMb(pid))), SAMPLE_MS);
        const began = performance.now();
        await work().finally(() => clearInterval(sampling));
        return { name, ms: performance.now() - began, memory, list: await asker.look(), loop: await loop() };
      },
      end: () => asker.stop(),
    };
  }

  /** The plots of a farm, by file. */
  async #importPlots(farm: number): Promise<void> {
    const features = Array.from({ length: Math.min(PLOTS_OF_FARM, PRODUCERS - farm * PLOTS_OF_FARM) }, (_, i) => {
      const at = farm * PLOTS_OF_FARM + i;
      return { type: 'Feature', properties: { name: `Plot ${at}` }, geometry: outline(at) };
    });
    const form = new FormData();
    form.set('file', new Blob([JSON.stringify({ type: 'FeatureCollection', features })]), 'plots.geojson');
    const { status, data, body } = await this.#rest.form(`/farms/FARMB${farm}/plots/import`, form);
    if (data?.created !== features.length) throw new Error(`Plots: ${status} ${JSON.stringify(body).slice(0, 500)}`);
  }

  /** A lot of each producer. */
  async #importLots(): Promise<void> {
    const head =
      'lotId,farmId,farmerName,cacaoVariety,harvestDate,weight,moistureContent,temperature,plots,latitude,longitude';
    const rows = Array.from({ length: PRODUCERS }, (_, at) => {
      const farm = Math.floor(at / PLOTS_OF_FARM);
      return `LOTB${at},FARMB${farm},Farmer ${at},Trinitario,2026-03-01,250.5,41,25.5,Plot ${at},,`;
    });
    const form = new FormData();
    form.set('file', new Blob([[head, ...rows].join('\n')], { type: 'text/csv' }), 'lots.csv');
    const { status, data, body } = await this.#rest.form('/lots/import', form);
    if (status !== 200 || data.created !== PRODUCERS)
      throw new Error(`Lots: ${status} ${JSON.stringify(body).slice(0, 500)}`);
  }

  async #draft(consignmentId: string): Promise<string> {
    const path = `/consignments/${consignmentId}/statements`;
    return String((await this.#send('POST', path, { activityType: 'IMPORT' })).statement.id);
  }

  async #checked(id: string): Promise<void> {
    const { ready, findings } = await this.#send('POST', `/statements/${id}/check`, {});
    if (ready !== true) throw new Error(`Not ready: ${JSON.stringify(findings).slice(0, 1_000)}`);
  }

  async #inState(id: string, state: string): Promise<void> {
    const look = async (): Promise<boolean> => (await this.#send('GET', `/statements/${id}`)).statement.state === state;
    await until(look, `a statement in state ${state}`, { withinMs: 5 * 60_000, lookMs: SAMPLE_MS });
  }

  /** @returns SHA-256, hex */
  async #download(id: string): Promise<string> {
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${this.#server.url}/api/v1/statements/${id}/package`, { headers });
    if (!answer.ok || answer.body === null) throw new Error(`The package was answered ${answer.status}`);
    const hash = createHash('sha256');
    for await (const bytes of answer.body) hash.update(bytes);
    return hash.digest('hex');
  }

  async #send(method: 'POST' | 'GET', path: string, body?: object) {
    const answer = method === 'GET' ? await this.#rest.get(path) : await this.#rest.send(method, path, body);
    if (answer.status >= 300) {
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
    }
    return answer.data;
  }
}

/** Until all is checked, recorded and passed on. */
async function idle(database: Database): Promise<void> {
  const waiting = `select ((select count(*) from ledger_outbox where state <> 'recorded')
    + (select count(*) from graphile_worker.jobs where run_at <= now()))::int as count`;
  const look = async (): Promise<boolean> => (await database.row<{ count: number }>(waiting))?.count === 0;
  await until(look, 'ledger and jobs to come to rest', { withinMs: 20 * 60_000, lookMs: 500 });
}

/** The plot of a producer: about a hectare. */
function outline(at: number) {
  const next = numbersFrom(at + 1);
  const latitude = PLOTS.latitude - Math.floor(at / PLOTS.across) * PLOTS.apart;
  const longitude = PLOTS.longitude + (at % PLOTS.across) * PLOTS.apart;
  // The last of six decimals is never 0: a position may not have fewer.
  const round = (degrees: number): number => (Math.round(degrees * 1e5) * 10 + 1) / 1e6;
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const [turn, radius] = [(2 * Math.PI * corner) / CORNERS, PLOTS.radius * (0.9 + 0.1 * next())];
    return [round(longitude + Math.cos(turn) * radius), round(latitude + Math.sin(turn) * radius)];
  });
  return { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] };
}

function told(steps: readonly Step[], facts: string): string[] {
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  return [
    '',
    `${facts}; load after: ${loadavg()[0]?.toFixed(1)}.`,
    `Bounds: package ${BOUNDS.packageMs / 1_000} s and ${BOUNDS.memoryMb} MB, list p99 ${BOUNDS.listMs} ms, own work of the loop ${BOUNDS.loopMs} ms; * is above.`,
    '',
    '| Step | took | memory at most | list p50, p99 | loop held up at most | of it own work | longest collection |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...steps.map(({ name, ms: took, memory, list, loop }) => {
      const mark = (over: boolean): string => (over ? ' *' : '');
      return `| ${name} | ${(took / 1_000).toFixed(1)} s${mark(took > BOUNDS.packageMs)} | ${memory} MB${mark(memory > BOUNDS.memoryMb)} | ${ms(list.p50)}, ${ms(list.p99)}${mark(list.p99 > BOUNDS.listMs)} | ${ms(loop.most)} | ${ms(loop.work)}${mark(loop.work > BOUNDS.loopMs)} | ${ms(loop.gc)} |`;
    }),
    '',
  ];
}
