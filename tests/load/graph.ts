import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { squareAt } from '../support/plotFiles.ts';
import { restClient, type RestClient } from '../support/restClient.ts';
import { CLEAR_PLACE, LOSS_PLACE } from '../support/seeds.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer } from '../support/serverProcess.ts';
import { until } from '../support/until.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { importLots } from './importNews.ts';
import { lotBody } from './lotBody.ts';

const PASSWORD = 'bench-password-1';
/** Lots that one transformation takes at most. */
const INPUTS = 1_000;
/** Origins of the consignment, and descendants of the lot on which an alert is raised. */
const MANY = Number(process.env.BENCH_GRAPH ?? 10_000);
const OUTPUTS = 100;
const FARMERS = 1_000;
const AT_ONCE = 8;
const CALLS = 100;
/** Normal load: a page of the list and a registration, so often. */
const LIST_EVERY_MS = 50;
const LOT_EVERY_MS = 200;
const REST_MS = 20 * 60_000;
/** The bars, ms. */
const BARS = { transformation: 1_000, origins: 300, alert: 5_000, recall: 1_000, plots: 3_000 };

/** `npm run bench -- graph`: large transformations, their origins and recalls. @returns lines of text */
export async function measureGraph(): Promise<string[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-bench-graph-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
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
    const server = await startServer(benchSettings(postgres.url, dataDir), { pages: false });
    ends.push(() => server.stop());
    const { data } = await restClient(server.url).send('POST', '/auth/login', {
      username: 'bench',
      password: PASSWORD,
    });
    const graph = new GraphBench(server.url, String(data.access_token), database);
    return await graph.measure();
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

class GraphBench {
  readonly #url: string;
  readonly #token: string;
  readonly #rest: RestClient;
  readonly #database: Database;
  #registered = 0;

  constructor(url: string, token: string, database: Database) {
    this.#url = url;
    this.#token = token;
    this.#rest = restClient(url, token);
    this.#database = database;
  }

  async measure(): Promise<string[]> {
    const rows = [
      ...(await this.#transformations()),
      ...(await this.#origins()),
      ...(await this.#alert()),
      ...(await this.#plots()),
    ];
    return [
      '',
      `Load after: ${loadavg()[0]?.toFixed(1)}.`,
      '',
      '| Measure | ms | bound, ms | |',
      '| --- | --- | --- | --- |',
      ...rows.map(({ name, times, most }) => {
        const sorted = times.toSorted((a, b) => a - b);
        const [p50, p95] = [0.5, 0.95].map(
          (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))],
        );
        const text = sorted.length === 1 ? ms(p50) : `p50 ${ms(p50)}, p95 ${ms(p95)}, longest ${ms(sorted.at(-1))}`;
        return `| ${name} | ${text} | ${most} | ${(p95 ?? Infinity) > most ? '*' : ''} |`;
      }),
      '',
    ];
  }

  async #sent(method: 'POST' | 'PATCH' | 'GET', path: string, body?: object): Promise<{ data: Answer; took: number }> {
    const began = performance.now();
    const answer = method === 'GET' ? await this.#rest.get(path) : await this.#rest.send(method, path, body);
    const took = performance.now() - began;
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 500)}`);
    return { data: answer.data, took };
  }

  /** Until all is checked, recorded and passed on. */
  async #idle(): Promise<void> {
    const waiting = `select ((select count(*) from ledger_outbox where state <> 'recorded')
      + (select count(*) from graphile_worker.jobs where run_at <= now()))::int as count`;
    const look = async (): Promise<boolean> => (await this.#database.row<{ count: number }>(waiting))?.count === 0;
    await until(look, 'ledger and jobs to come to rest', { withinMs: REST_MS, lookMs: 500 });
  }

  /** All lots of a file, put together by 1,000 and then into one. */
  async #transformations(): Promise<Row[]> {
    await importLots(this.#url, this.#token, MANY);
    await this.#idle();
    const times: number[] = [];
    for (let from = 0; from < MANY; from += INPUTS) {
      const inputs = Array.from({ length: INPUTS }, (_, i) => ({ lot: `LOTI${from + i}`, weight: 250.5 }));
      const outputs = [{ lotId: `LOTM${from / INPUTS}`, weight: 250.5 * INPUTS, moistureContent: 41 }];
      times.push((await this.#sent('POST', '/transformations', { step: 'blending', inputs, outputs })).took);
    }
    const inputs = Array.from({ length: MANY / INPUTS }, (_, i) => ({ lot: `LOTM${i}`, weight: 100_000 }));
    const outputs = [{ lotId: 'LOTALL', weight: 100_000 * inputs.length, moistureContent: 41 }];
    const whole = await this.#sent('POST', '/transformations', { step: 'blending', inputs, outputs });
    await this.#idle();
    return [
      { name: `Transformation of ${INPUTS} inputs`, times, most: BARS.transformation },
      { name: `Transformation of lots with ${MANY} origins`, times: [whole.took], most: BARS.transformation },
    ];
  }

  async #origins(): Promise<Row[]> {
    const { data: party } = await this.#sent('POST', '/parties', {
      kind: 'buyer',
      name: 'Kakao Trade GmbH',
      country: 'DE',
      email: 'desk@kakao.example',
    });
    const { data } = await this.#sent('POST', '/consignments', { number: 'BENCH/1', buyerId: party.party.id });
    const path = `/consignments/${data.consignment.id}`;
    await this.#sent('POST', `${path}/lots`, { lots: [{ lot: 'LOTALL', weight: 500_000 }] });
    await this.#idle();
    const { data: all } = await this.#sent('GET', '/lots/by-lot-id/LOTALL').catch(async () => {
      const row = await this.#database.row<{ id: string }>(`select id from lot where lot_id = 'LOTALL'`);
      return { data: { lot: { id: row?.id } } };
    });
    const pages: number[] = [];
    const consignments: number[] = [];
    const closing: number[] = [];
    await this.#besideLoad(async () => {
      for (let call = 0; call < CALLS; call += 1) {
        const page = 1 + ((call * 37) % (MANY / OUTPUTS));
        pages.push((await this.#sent('GET', `/lots/${all.lot.id}/origins?limit=100&page=${page}`)).took);
        consignments.push((await this.#sent('GET', path)).took);
      }
      for (let call = 0; call < 10; call += 1) closing.push((await this.#sent('GET', `${path}/closing`)).took);
    });
    return [
      { name: `Page of 100 of ${MANY} origins`, times: pages, most: BARS.origins },
      { name: `Consignment with ${MANY} origins`, times: consignments, most: BARS.origins },
      { name: 'Whether it can be closed', times: closing, most: BARS.origins },
    ];
  }

  /** One lot in many others, on which an alert is raised: from its row to the last of the others. */
  async #alert(): Promise<Row[]> {
    const body = { ...lotBody('LOTFIRST'), weight: 10_000, ...pointOf(CLEAR_PLACE) };
    const { data: first } = await this.#sent('POST', '/lots', body);
    const transformations = MANY / OUTPUTS;
    // Whole grams.
    const each = Math.floor(10_000_000 / MANY) / 1_000;
    for (let at = 0; at < transformations; at += 1) {
      const outputs = Array.from({ length: OUTPUTS }, (_, i) => ({
        lotId: `LOTS${at * OUTPUTS + i}`,
        weight: each,
        moistureContent: 41,
      }));
      const inputs = [{ lot: 'LOTFIRST', weight: each * OUTPUTS }];
      await this.#sent('POST', '/transformations', { step: 'packing', inputs, outputs });
    }
    await this.#idle();
    const recalls: number[] = [];
    let reached = Number.NaN;
    await this.#besideLoad(async () => {
      await this.#sent('PATCH', `/lots/${first.lot.id}`, pointOf(LOSS_PLACE));
      const found = `select 1 from lot where lot_id = 'LOTFIRST' and deforestation_status = 'Deforestation Detected'`;
      const others = `select 1 from lot_origin o join lot l on l.id = o.lot_id where o.origin_id = $1
        and l.deforestation_status <> 'Deforestation Detected' limit 1`;
      await until(async () => (await this.#database.row(found)) !== null, 'the alert', { lookMs: 10 });
      const began = performance.now();
      await until(async () => (await this.#database.row(others, [first.lot.id])) === null, 'the last lot', {
        withinMs: 120_000,
        lookMs: 20,
      });
      reached = performance.now() - began;
      for (let call = 0; call < 20; call += 1) recalls.push((await this.#sent('GET', '/recall?lotId=LOTFIRST')).took);
    });
    await this.#idle();
    return [
      { name: `Alert to ${MANY} descendants, the last one`, times: [reached], most: BARS.alert },
      { name: 'Recall list of the alert', times: recalls, most: BARS.recall },
    ];
  }

  /** A consignment with a lot each of many farmers, of a plot each. */
  async #plots(): Promise<Row[]> {
    await inParts(FARMERS, async (at) => {
      const farmId = `FARMP${at}`;
      const geometry = squareAt(145.743 + (at % 40) * 0.0013, -5.258 - Math.floor(at / 40) * 0.0013, 0.0006);
      await this.#sent('POST', `/farms/${farmId}/plots`, { name: 'Field', geometry });
      const { latitude: _lat, longitude: _lon, ...lot } = lotBody(`LOTP${at}`);
      await this.#sent('POST', '/lots', { ...lot, farmId, farmerName: `Farmer ${at}`, plots: ['Field'] });
    });
    await this.#idle();
    const inputs = Array.from({ length: FARMERS }, (_, at) => ({ lot: `LOTP${at}`, weight: 250.5 }));
    const outputs = [{ lotId: 'LOTPLOTS', weight: 250.5 * FARMERS, moistureContent: 41 }];
    await this.#sent('POST', '/transformations', { step: 'blending', inputs, outputs });
    await this.#idle();
    const { data: party } = await this.#sent('POST', '/parties', { kind: 'buyer', name: 'Cacao BV', country: 'NL' });
    const { data } = await this.#sent('POST', '/consignments', { number: 'BENCH/2', buyerId: party.party.id });
    const path = `/consignments/${data.consignment.id}`;
    await this.#sent('POST', `${path}/lots`, { lots: [{ lot: 'LOTPLOTS', weight: 1_000 }] });
    await this.#idle();
    const times: number[] = [];
    await this.#besideLoad(async () => {
      for (let call = 0; call < 5; call += 1) times.push(await this.#plotsFile(path));
    });
    return [{ name: `Plots file of ${FARMERS} farmers`, times, most: BARS.plots }];
  }

  async #plotsFile(path: string): Promise<number> {
    const began = performance.now();
    const headers = { authorization: `Bearer ${this.#token}` };
    const answer = await fetch(`${this.#url}/api/v1${path}/plots.geojson`, { headers });
    const text = await answer.text();
    const took = performance.now() - began;
    if (!answer.ok) throw new Error(`plots file: ${answer.status} ${text.slice(0, 300)}`);
    const file: { features: unknown[] } = JSON.parse(text);
    if (file.features.length !== FARMERS) throw new Error(`${file.features.length} plots instead of ${FARMERS}`);
    return took;
  }

  /** Work, while others read lists and register lots. */
  async #besideLoad(work: () => Promise<void>): Promise<void> {
    const over = new AbortController();
    const repeat = async (everyMs: number, step: () => Promise<unknown>): Promise<void> => {
      while (!over.signal.aborted) await Promise.all([step(), delay(everyMs)]);
    };
    const load = Promise.all([
      repeat(LIST_EVERY_MS, () => this.#sent('GET', '/lots?limit=12')),
      repeat(LOT_EVERY_MS, () => this.#sent('POST', '/lots', lotBody(`LOTL${(this.#registered += 1)}`))),
    ]);
    await work().finally(() => over.abort());
    await load;
  }
}

interface Row {
  name: string;
  times: number[];
  most: number;
}

type Answer = Awaited<ReturnType<RestClient['get']>>['data'];

function ms(time: number | undefined): string {
  return (time ?? Number.NaN).toFixed(0);
}

function pointOf({ latitude, longitude }: { latitude: number; longitude: number }) {
  return { latitude, longitude };
}

/** Carries out numbered work, so many at a time. */
async function inParts(count: number, work: (at: number) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < count; from += AT_ONCE) {
    await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, i) => work(from + i)));
  }
}
