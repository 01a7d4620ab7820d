import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { print } from 'graphql';
import { pino } from 'pino';
import { WebSocket, type RawData } from 'ws';
import { LotsChangedDocument } from '../../client/graphql/generated.ts';
import type { Database } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { restClient, type RestClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer } from '../support/serverProcess.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { lotBody } from './lotBody.ts';

const PASSWORD = 'bench-password-1';
const PLOTS = 500;
/** Corners of each side of a band. */
const CORNERS = Number(process.env.BENCH_CORNERS ?? 24);
const QUIET_SECONDS = 10;
/** The longest that an import may take. */
const BESIDE_SECONDS = 130;
const PLOT_EVERY_MS = 250;
const LOT_EVERY_MS = 500;
const SAMPLE_MS = 50;

interface Measured {
  plots: number[];
  news: number[];
  refused: number;
  /** longest time for which a connection of the server had a transaction id, ms */
  transaction: number;
}

/**
 * What one account's file of 500 plots does to another account: bands that lie side by side across one square of 11 km, so that each has to
 * be compared with all before it. A plot of another farm is added every 250 ms meanwhile, and the news of a lot awaited every 500 ms.
 * @returns lines of text
 */
export async function measurePlotImports(): Promise<string[]> {
  const before = loadavg()[0]?.toFixed(1);
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-plot-imports-'));
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })];
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
    ends.push(() => postgres.stop());
    await migrate(postgres.url);
    const database = await connectAsProgram(postgres.url, { poolSize: 4, secret: SECRET });
    ends.push(() => database.close());
    const users = new UserService({ database });
    for (const [username, role] of [
      ['importer', 'processor'],
      ['other', 'admin'],
    ] as const) {
      await users.addUser({ username, name: 'Bench', role, password: PASSWORD });
    }
    const server = await startServer(benchSettings(postgres.url, dataDir), { pages: false });
    ends.push(() => server.stop());
    const [importer, other] = await Promise.all(['importer', 'other'].map((name) => signedIn(server.url, name)));
    if (importer === undefined || other === undefined) throw new Error('Nobody signed in');
    const news = await listen(server.url, other.token);
    ends.push(async () => news.close());
    const work = new OtherAccount(other.rest, news, database);

    const lines = [row('quiet', await work.during(delay(QUIET_SECONDS * 1_000)), null)];
    for (const dryRun of [true, false]) {
      const began = performance.now();
      const ended = Promise.race([imported(importer.rest, dryRun), delay(BESIDE_SECONDS * 1_000, 'no answer')]);
      const measured = await work.during(ended);
      const seconds = (performance.now() - began) / 1_000;
      lines.push(row(dryRun ? 'dry run' : 'import', measured, `${seconds.toFixed(1)} s, ${await ended}`));
    }
    return [
      '',
      `A file of ${PLOTS} bands with ${CORNERS * 2} corners in one square of 11 km; load before, after: ${before}, ${loadavg()[0]?.toFixed(1)}.`,
      '',
      '| Beside it | its answer | plots added | p50, p99, longest | refused | news p50, longest | longest transaction id |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...lines,
    ];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

function row(name: string, { plots, news, refused, transaction }: Measured, answer: string | null): string {
  const ms = (value: number | undefined): string => `${(value ?? Number.NaN).toFixed(0)} ms`;
  const at = (of: number[], share: number): string =>
    ms(of.toSorted((a, b) => a - b)[Math.min(of.length - 1, Math.floor(of.length * share))]);
  return `| ${name} | ${answer ?? ''} | ${plots.length} | ${at(plots, 0.5)}, ${at(plots, 0.99)}, ${at(plots, 1)} | ${refused} | ${at(news, 0.5)}, ${at(news, 1)} | ${ms(transaction)} |`;
}

async function signedIn(url: string, username: string): Promise<{ rest: RestClient; token: string }> {
  const { data } = await restClient(url).send('POST', '/auth/login', { username, password: PASSWORD });
  return { rest: restClient(url, data.access_token), token: data.access_token };
}

/** Concurrent calls of another account. */
class OtherAccount {
  readonly #rest: RestClient;
  readonly #news: Listener;
  readonly #database: Database;
  #made = 0;

  constructor(rest: RestClient, news: Listener, database: Database) {
    this.#rest = rest;
    this.#news = news;
    this.#database = database;
  }

  async during(work: Promise<unknown>): Promise<Measured> {
    const measured: Measured = { plots: [], news: [], refused: 0, transaction: 0 };
    const over = new AbortController();
    void work.finally(() => over.abort());
    const repeat = async (everyMs: number, step: () => Promise<void>): Promise<void> => {
      while (!over.signal.aborted) await Promise.all([step(), delay(everyMs)]);
    };
    await Promise.all([
      repeat(PLOT_EVERY_MS, async () => {
        const began = performance.now();
        if ((await this.#addPlot()) !== 201) measured.refused += 1;
        measured.plots.push(performance.now() - began);
      }),
      repeat(LOT_EVERY_MS, async () => {
        measured.news.push(await this.#lotNews());
      }),
      repeat(SAMPLE_MS, async () => {
        measured.transaction = Math.max(measured.transaction, await this.#longestTransaction());
      }),
    ]);
    return measured;
  }

  async #addPlot(): Promise<number> {
    const at = (this.#made += 1);
    const [west, south] = [140.100001 + (at % 400) * 0.002, -4.500001 + Math.floor(at / 400) * 0.002];
    const geometry = closed([
      [west, south],
      [west + 0.001, south],
      [west + 0.001, south + 0.001],
      [west, south + 0.001],
    ]);
    const farmId = `FARM2${String(at % 50).padStart(2, '0')}`;
    return (await this.#rest.send('POST', `/farms/${farmId}/plots`, { name: `Plot ${at}`, geometry })).status;
  }

  /** From the answer to a creation until others hear of it, ms. */
  async #lotNews(): Promise<number> {
    const body = lotBody(`LOTN${(this.#made += 1)}`);
    const heard = this.#news.hears(body.lotId);
    const { status } = await this.#rest.send('POST', '/lots', body);
    if (status !== 201) throw new Error(`A lot was answered ${status}`);
    const began = performance.now();
    await heard;
    return Math.max(0, performance.now() - began);
  }

  async #longestTransaction(): Promise<number> {
    const found = await this.#database.row<{ ms: number }>(
      `select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 * 1000 as ms from pg_stat_activity
       where backend_xid is not null and pid <> pg_backend_pid() and datname = current_database()`,
    );
    return found?.ms ?? 0;
  }
}

interface Listener {
  /** resolves when news name a lot */
  hears(lotId: string): Promise<void>;
  close(): void;
}

async function listen(url: string, token: string): Promise<Listener> {
  const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/graphql`, 'graphql-transport-ws');
  const begun = Promise.withResolvers<void>();
  const waiting = new Map<string, () => void>();
  socket.on('open', () =>
    socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${token}` } })),
  );
  socket.on('error', begun.reject);
  socket.on('message', (data: RawData) => {
    const text = String(data);
    if (text.includes('"connection_ack"')) {
      socket.send(JSON.stringify({ type: 'subscribe', id: '1', payload: { query: print(LotsChangedDocument) } }));
      begun.resolve();
    }
    for (const [lotId, heard] of waiting) {
      if (!text.includes(`"${lotId}"`)) continue;
      waiting.delete(lotId);
      heard();
    }
  });
  await begun.promise;
  await delay(1_000);
  return {
    hears: (lotId) => new Promise((resolve) => waiting.set(lotId, resolve)),
    close: () => socket.terminate(),
  };
}

type Position = [longitude: number, latitude: number];

function closed(corners: readonly Position[]) {
  const six = ([lon, lat]: Position): Position => [Math.round(lon * 1e6) / 1e6, Math.round(lat * 1e6) / 1e6];
  return { type: 'Polygon', coordinates: [[...corners, ...corners.slice(0, 1)].map(six)] };
}

/** A band of 11 m from the west of a square to its north, the `at`th of them; its sides waver by a metre. */
function band(at: number) {
  const [west, south, wide] = [143.000001, -5.900001, 0.098];
  const side = (offset: number): Position[] =>
    Array.from({ length: CORNERS }, (_, i): Position => {
      const along = (i / (CORNERS - 1)) * 0.045;
      const waver = (i % 2) * 0.00001;
      return [
        west + along + (at / PLOTS) * 0.05 + offset + waver,
        south + wide - 0.05 + along - (at / PLOTS) * 0.04 - waver,
      ];
    });
  return closed([...side(0), ...side(0.00008).reverse()]);
}

async function imported(rest: RestClient, dryRun: boolean): Promise<string> {
  const features = Array.from({ length: PLOTS }, (_, at) => ({
    type: 'Feature',
    properties: { name: `Band ${at}` },
    geometry: band(at),
  }));
  const form = new FormData();
  form.set('file', new Blob([JSON.stringify({ type: 'FeatureCollection', features })]), 'plots.geojson');
  const { status, data, body } = await rest.form(`/farms/FARM100/plots/import?dryRun=${dryRun}`, form);
  return status === 200 ? `${data.created} of ${data.total}, ${data.invalid} wrong` : `${status} ${body.message}`;
}
