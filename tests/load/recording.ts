import { randomInt } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { pino } from 'pino';
import type { Database } from '../../server/platform/database/database.ts';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { runningProcesses } from '../../tools/fabric-network/networkProcesses.ts';
import { fabricBinaries } from '../support/fabricFound.ts';
import { FabricNetwork } from '../support/fabricNetwork.ts';
import { lengthen } from '../support/longLot.ts';
import { restClient } from '../support/restClient.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { postgresPid, startServer, type ServerProcess } from '../support/serverProcess.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { importLots } from './importNews.ts';
import { memoryMb } from './memory.ts';
import { familyMs, processorMs } from './processorTime.ts';

const EVENTS = Number(process.env.BENCH_EVENTS ?? 20_000);
/** A lot's creation and four edits: the events of a typical lot. */
const EVENTS_A_LOT = 5;
/** Events a second, one after the other, by which the time of one is measured; and for how long. */
const PACE = Number(process.env.BENCH_PACE ?? 50);
const PACE_SECONDS = 20;
const LOOK_MS = 10;
const PASSWORD = 'bench-password-1';

interface Recorded {
  /** of the backlog */
  perSecond: number;
  /** from the write of an event to its being recorded, ms, at the pace */
  p50: number;
  p99: number;
  /** of all processes and PostgreSQL, ms for each event of the backlog */
  processor: number;
  /** resident, MB, by process */
  memory: Record<string, number>;
  /** bytes that an event of the backlog takes, by who keeps it */
  disk: Record<string, number>;
  load: string;
}

/**
 * How fast a worker records events that wait, by each driver of the ledger: first a backlog, then some that come one after the other.
 * @returns lines of text; one when Fabric's programs are not found
 */
export async function measureRecording(): Promise<string[]> {
  if (fabricBinaries() === null) {
    return ['Fabric was not measured: FABRIC_BIN and PATH have no Hyperledger Fabric.'];
  }
  const embedded = await measured({}, async () => ({}));
  const network = await FabricNetwork.plan();
  let fabric: Recorded;
  try {
    await network.up({ single: false });
    const { environment } = await network.network();
    fabric = await measured(
      { ...parseEnv(await readFile(environment, 'utf8')) },
      () => processesOf(network),
      () => dataOf(network),
    );
  } finally {
    await network.remove();
  }
  const row = (name: string, { perSecond, p50, p99, processor, memory, disk, load }: Recorded): string => {
    const held = Object.entries(memory).map(([process, mb]) => `${process} ${mb}`);
    const kept = Object.entries(disk).map(([who, bytes]) => `${who} ${(bytes / 1_000).toFixed(1)}`);
    const times = [`${p50.toFixed(0)} ms`, `${p99.toFixed(0)} ms`, `${processor.toFixed(1)} ms`];
    return `| ${[name, perSecond.toFixed(0), ...times, held.join(', '), kept.join(', '), load].join(' | ')} |`;
  };
  return [
    '',
    `${EVENTS} events of ${EVENTS / EVENTS_A_LOT} lots that wait, then ${PACE} a second for ${PACE_SECONDS} s.`,
    '',
    '| Driver | events/s | p50 from write to recorded | p99 | processor time of an event | memory, MB | disk of an event, kB | load before, after |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    row('embedded', embedded),
    row('Fabric', fabric),
    '',
  ];
}

/** Process ids by name. */
async function processesOf({ folder }: FabricNetwork): Promise<Record<string, number>> {
  const running = (await runningProcesses(folder)).sort((a, b) => a.name.localeCompare(b.name));
  return Object.fromEntries(running.map(({ name, pid }) => [name, pid]));
}

/** Bytes of each node's folder. */
async function dataOf({ folder }: FabricNetwork): Promise<Record<string, number>> {
  const data = join(folder, 'data');
  const sizes = (await readdir(data)).map(async (node): Promise<[string, number]> => {
    const files = await readdir(join(data, node), { recursive: true, withFileTypes: true });
    const each = files.filter((file) => file.isFile()).map((file) => stat(join(file.parentPath, file.name)));
    // A file of a living database may be gone since it was named.
    const found = (await Promise.allSettled(each)).map((one) => (one.status === 'fulfilled' ? one.value.size : 0));
    return [node, found.reduce((sum, size) => sum + size, 0)];
  });
  return Object.fromEntries(await Promise.all(sizes));
}

async function measured(
  ledger: NodeJS.ProcessEnv,
  others: () => Promise<Record<string, number>>,
  folders: () => Promise<Record<string, number>> = async () => ({}),
): Promise<Recorded> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-bench-recording-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
  const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true }), () => postgres.stop()];
  const start = async (ROLE: 'web' | 'worker'): Promise<ServerProcess> =>
    startServer({ ...benchSettings(postgres.url, dataDir), ...ledger, ROLE }, { pages: false });
  try {
    await migrate(postgres.url);
    const database = await connectAsProgram(postgres.url, { poolSize: 4, secret: SECRET });
    ends.push(() => database.close());
    await writeBacklog(database, await start('web'));
    const before = loadavg()[0] ?? 0;
    const began = performance.now();
    const worker = await start('worker');
    ends.push(() => worker.stop());
    const pids = { server: worker.child.pid ?? 0, ...(await others()) };
    const postgresProcess = await postgresPid(dataDir);
    const processor = (): number =>
      Object.values(pids).reduce((sum, pid) => sum + processorMs(pid), familyMs(postgresProcess));
    const sizes = async (): Promise<Record<string, number>> => {
      const row = await database.row<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes');
      return { PostgreSQL: row?.bytes ?? 0, ...(await folders()) };
    };
    const small = await sizes();
    const first = await waiting(database);
    const [from, spent] = [performance.now(), processor()];
    await emptied(database);
    const [seconds, spending] = [(performance.now() - from) / 1_000, processor() - spent];
    const large = await sizes();
    if (first < EVENTS / 2)
      throw new Error(`Most was recorded within the ${((from - began) / 1_000).toFixed(1)} s of the start`);
    const times = (await paced(database)).sort((a, b) => a - b);
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.NaN;
    return {
      perSecond: first / seconds,
      p50: at(0.5),
      p99: at(0.99),
      processor: spending / first,
      memory: Object.fromEntries(Object.entries(pids).map(([name, pid]) => [name, memoryMb(pid)])),
      disk: Object.fromEntries(Object.entries(large).map(([who, size]) => [who, (size - (small[who] ?? 0)) / first])),
      load: `${before.toFixed(1)}, ${(loadavg()[0] ?? 0).toFixed(1)}`,
    };
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Registers lots and edits them while no worker records. */
async function writeBacklog(database: Database, web: ServerProcess): Promise<void> {
  try {
    const users = new UserService({ database });
    await users.addUser({ username: 'bench', name: 'Bench', role: 'admin', password: PASSWORD });
    const { data } = await restClient(web.url).send('POST', '/auth/login', { username: 'bench', password: PASSWORD });
    await importLots(web.url, data.access_token, EVENTS / EVENTS_A_LOT);
  } finally {
    await web.stop();
  }
  const lots = await database.rows<{ id: string }>('select id from lot');
  for (const { id } of lots) await lengthen(database, id, EVENTS_A_LOT - 1);
  // What is measured is the ledger alone.
  await database.pool.query('delete from graphile_worker._private_jobs');
}

async function waiting(database: Database): Promise<number> {
  const row = await database.row<{ count: number }>(
    `select count(*)::int as count from ledger_outbox where state = 'pending'`,
  );
  return row?.count ?? 0;
}

async function emptied(database: Database): Promise<void> {
  while ((await database.row(`select 1 from ledger_outbox where state = 'pending' limit 1`)) !== null) await delay(50);
  const failed = await database.row(`select 1 from ledger_outbox where state <> 'recorded' limit 1`);
  if (failed !== null) throw new Error('The ledger refused an event');
}

/** Edits lots at the pace. @returns ms that each edit took from its commit until it was recorded */
async function paced(database: Database): Promise<number[]> {
  const lots = await database.rows<{ id: string }>('select id from lot limit 1000');
  const written = new Map<string, number>();
  const times: number[] = [];
  const allWritten = new AbortController();
  const looking = (async () => {
    while (!allWritten.signal.aborted || written.size > 0) {
      const done = await database.rows<{ id: string }>(
        `select lot_id as id from ledger_outbox where lot_id::text = any($1::text[])
         group by lot_id having bool_and(state = 'recorded')`,
        [[...written.keys()]],
      );
      const now = performance.now();
      for (const { id } of done) {
        times.push(now - (written.get(id) ?? now));
        written.delete(id);
      }
      await delay(LOOK_MS);
    }
  })();
  const began = performance.now();
  for (let i = 0; i < PACE * PACE_SECONDS; i += 1) {
    await delay(Math.max(0, began + (i * 1_000) / PACE - performance.now()));
    // A lot whose edit is under way gets no other one.
    const free = lots.filter(({ id }) => !written.has(id));
    const lot = free[randomInt(free.length)];
    if (lot === undefined) throw new Error('Each lot has an edit under way');
    await lengthen(database, lot.id, 1);
    written.set(lot.id, performance.now());
  }
  allWritten.abort();
  await looking;
  return times;
}
