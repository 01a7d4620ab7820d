import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import type { Database } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { lengthen } from '../support/longLot.ts';
import { restClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { startServer, type ServerProcess } from '../support/serverProcess.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { importLots } from './importNews.ts';
import { memoryMb } from './memory.ts';
import { processorMs } from './processorTime.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 1_000_000);
/** A lot's creation and four edits. */
const EVENTS_A_LOT = 5;
const LOTS = EVENTS / EVENTS_A_LOT;
/** One file takes so many. */
const LOTS_A_FILE = 50_000;
/** Lots that are edited between the two nights. */
const NEW_LOTS = 500;
const EDITED_AT_ONCE = 8;
const PASSWORD = 'bench-password-1';
const QUIET_SECONDS = 20;
const PAGE = 12;
/** Between two lists that are asked for. */
const PACE_MS = 20;
const SAMPLE_MS = 500;

interface Night {
  seconds: number;
  lots: number;
  faults: number;
  /** resident memory of the server at most, MB */
  memory: number;
  /** processor time of the server, s */
  processor: number;
  times: number[];
}

/**
 * The first and the second night of the integrity run on a ledger that was just recorded, and the staff list beside each, asked for at a steady pace.
 * @returns lines of text
 */
export async function measureIntegrityRun(): Promise<string[]> {
  const kept = process.env.BENCH_DATA;
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'manam-bench-integrity-')));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
  const ends: (() => Promise<unknown>)[] = [() => postgres.stop()];
  if (kept === undefined) ends.unshift(() => rm(dataDir, { recursive: true, force: true }));
  try {
    await migrate(postgres.url);
    const database = await connectAsProgram(postgres.url, { poolSize: EDITED_AT_ONCE, secret: SECRET });
    ends.push(() => database.close());
    const began = performance.now();
    if ((await database.row('select 1 from lot limit 1')) === null) await record(database, postgres.url, dataDir);
    const made = (performance.now() - began) / 1_000;
    const server = await startServer(benchSettings(postgres.url, dataDir), { pages: false });
    ends.push(() => server.stop());
    const token = await signIn(server.url);
    const quietTimes = async (): Promise<number[]> => {
      const until = performance.now() + QUIET_SECONDS * 1_000;
      return listTimes(server.url, token, () => performance.now() > until);
    };
    // The first calls compile what they run.
    await quietTimes();
    const quiet = [await quietTimes()];
    const nights = [await night(server, database, token)];
    quiet.push(await quietTimes());
    const lots = await database.rows<{ id: string }>(`select id from lot limit ${NEW_LOTS}`);
    for (const { id } of lots) await lengthen(database, id, 1);
    await emptied(database);
    nights.push(await night(server, database, token));
    quiet.push(await quietTimes());
    const rows = nights.map((one, i) =>
      [
        `| ${i + 1}`,
        one.lots,
        one.faults,
        one.seconds.toFixed(0),
        one.processor.toFixed(0),
        one.memory,
        at(one.times, 0.5).toFixed(0),
        `${at(one.times, 0.99).toFixed(0)} |`,
      ].join(' | '),
    );
    return [
      '',
      `${EVENTS} events of ${LOTS} lots (made in ${made.toFixed(0)} s); ${NEW_LOTS} lots were edited before the second night; load ${loadavg()[0]?.toFixed(1)}.`,
      `The staff list without a run beside it, three times: p50 ${quiet.map((times) => at(times, 0.5).toFixed(0)).join(', ')} ms, p99 ${quiet.map((times) => at(times, 0.99).toFixed(0)).join(', ')} ms.`,
      '',
      '| Night | lots compared | faults | seconds | processor, s | memory, MB | p50 of the list, ms | p99 of the list, ms |',
      '| ----- | ------------- | ------ | ------- | ------------ | ---------- | ------------------- | ------------------- |',
      ...rows,
    ];
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Registers and edits lots, and has them recorded. */
async function record(database: Database, url: string, dataDir: string): Promise<void> {
  const web = await startServer({ ...benchSettings(url, dataDir), ROLE: 'web' }, { pages: false });
  try {
    const users = new UserService({ database });
    await users.addUser({ username: 'bench', name: 'Bench', role: 'admin', password: PASSWORD });
    for (let from = 0; from < LOTS; from += LOTS_A_FILE) {
      await importLots(web.url, await signIn(web.url), Math.min(LOTS_A_FILE, LOTS - from), from);
    }
  } finally {
    await web.stop();
  }
  const lots = await database.rows<{ id: string }>('select id from lot');
  const edit = async (): Promise<void> => {
    for (let lot = lots.pop(); lot !== undefined; lot = lots.pop()) await lengthen(database, lot.id, EVENTS_A_LOT - 1);
  };
  await Promise.all(Array.from({ length: EDITED_AT_ONCE }, edit));
  // What is measured are the ledger and the lots: the checks of the lots are left out.
  await database.pool.query('delete from graphile_worker._private_jobs');
  const worker = await startServer({ ...benchSettings(url, dataDir), ROLE: 'worker' }, { pages: false });
  try {
    await emptied(database);
  } finally {
    await worker.stop();
  }
  await database.pool.query('vacuum analyze');
}

async function emptied(database: Database): Promise<void> {
  while ((await database.row(`select 1 from ledger_outbox where state = 'pending' limit 1`)) !== null) await delay(500);
}

async function signIn(url: string): Promise<string> {
  const { data } = await restClient(url).send('POST', '/auth/login', { username: 'bench', password: PASSWORD });
  return data.access_token;
}

/** One run, as the queue makes it, with the list beside it. */
async function night(server: ServerProcess, database: Database, token: string): Promise<Night> {
  const pid = server.child.pid ?? 0;
  const result = async (): Promise<{ at: string; lots: number; faults: number } | null> => {
    const row = await database.row<{ value: { at: string; lots: number; faults: number } }>(
      `select value from installation where key = 'ledger-walk'`,
    );
    return row?.value ?? null;
  };
  const before = (await result())?.at;
  const [began, spent] = [performance.now(), processorMs(pid)];
  let memory = 0;
  const sampling = setInterval(() => (memory = Math.max(memory, memoryMb(pid))), SAMPLE_MS);
  await database.rows(`select graphile_worker.add_job('ledger-walk')`);
  let over = false;
  const listing = listTimes(server.url, token, () => over);
  try {
    for (;;) {
      await delay(SAMPLE_MS);
      const last = await result();
      if (last === null || last.at === before) continue;
      const seconds = (performance.now() - began) / 1_000;
      over = true;
      const processor = (processorMs(pid) - spent) / 1_000;
      return { seconds, lots: last.lots, faults: last.faults, memory, processor, times: await listing };
    }
  } finally {
    clearInterval(sampling);
    over = true;
  }
}

/** Asks for a page of the staff list at a steady pace. @returns ms of each answer */
async function listTimes(url: string, token: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const asked = performance.now();
    const response = await fetch(`${url}/api/v1/lots?limit=${PAGE}&page=${randomInt(1, 60)}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    await response.text();
    if (!response.ok) throw new Error(`The list was answered ${response.status}`);
    times.push(performance.now() - asked);
    await delay(PACE_MS);
  }
  return times;
}

function at(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)] ?? Number.NaN;
}
