import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { migrate } from '../../server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { superuserUrl } from '../support/superuser.ts';
import { postgresPid, startServer } from '../support/serverProcess.ts';
import { lengthen } from '../support/longLot.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { CASE_COLUMNS, CASE_LOTS, CONNECTIONS, listQuery, measureCases, ROUNDS, SECONDS } from './cases.ts';
import { measureCreations } from './creations.ts';
import { isFolded } from '../../server/modules/monitoring/statistics/applyStatistics.ts';
import { until } from '../support/until.ts';
import { measureDeepSubscriptions } from './deepSubscriptions.ts';
import { measureExports } from './exports.ts';
import { measureGraph } from './graph.ts';
import { measureHeadProofs } from './headProofs.ts';
import { measureAccountAttack } from './accountAttack.ts';
import { measureAlertNews } from './alertNews.ts';
import { measureIntegrityRun } from './integrityRun.ts';
import { measureImportNews } from './importNews.ts';
import { lotBody } from './lotBody.ts';
import { measureLists } from './lists.ts';
import { measureLotScreens } from './lotScreens.ts';
import { measurePackage } from './packages.ts';
import { measurePlotImports } from './plotImports.ts';
import { measurePlots } from './plots.ts';
import { measureProbe } from './probe.ts';
import { measureRechecks } from './rechecks.ts';
import { measureRecording } from './recording.ts';
import { SEEDED_LOTS, seedLots } from './seed.ts';
import { measureUnderAttack } from './underAttack.ts';

/*
 * `npm run bench`: the built server on an embedded database with 100,000 lots, and in the same run a plain fastify + pg
 * handler with the same page. The two are measured in turn, round by round, and compared by the median of their rounds:
 * ratios travel between machines, requests per second do not.
 */
const PASSWORD = 'bench-password-1';
/** What the server may hold when all of it has been measured. */
const MOST_MEMORY_MB = 350;
/** An account for each connection. */
const CALLERS = Array.from({ length: CONNECTIONS }, (_, i) => `caller${i + 1}`);

/** `npm run bench -- cases attack`: these parts alone; all without an argument. */
const PARTS = [
  'cases',
  'writes',
  'screens',
  'attack',
  'subscriptions',
  'heads',
  'import',
  'sockets',
  'rechecks',
] as const;
const wantedParts = process.argv.slice(2);
const wanted = (part: (typeof PARTS)[number]): boolean => wantedParts.length === 0 || wantedParts.includes(part);
const say = (lines: readonly string[]): boolean => process.stdout.write(`${lines.join('\n')}\n`);

/** `npm run bench -- --lots 1000000`: the lists of a country alone, on databases of their own. */
const [flag, country] = wantedParts;
if (flag === '--lots') {
  say(await measureLists(Number(country)));
  process.exit(0);
}
/** `npm run bench -- --exports 1000000`: the exports and the report of a country, in the same way. */
if (flag === '--exports') {
  say(await measureExports(Number(country)));
  process.exit(0);
}

/** `npm run bench -- fabric`: recording by both drivers of the ledger, on databases of their own. */
if (flag === 'fabric') {
  say(await measureRecording());
  process.exit(0);
}

/** `npm run bench -- integrity`: two nights of the integrity run over 1,000,000 events, on a database of its own. */
if (flag === 'integrity') {
  say(await measureIntegrityRun());
  process.exit(0);
}

/** `npm run bench -- graph`: large transformations, their origins and recalls, on a database of their own. */
if (flag === 'graph') {
  say(await measureGraph());
  process.exit(0);
}

/** `npm run bench -- package`: the package of 10,000 producers, and filing them, on a database of their own. */
if (flag === 'package') {
  say(await measurePackage());
  process.exit(0);
}

/** `npm run bench -- plots`: checks of lots from plots, from a server of tiles, on a database of their own. */
if (flag === 'plots') {
  say(await measurePlots());
  process.exit(0);
}

/** `npm run bench -- plot-imports`: what a large file of plots does to other accounts, on a database of their own. */
if (flag === 'plot-imports') {
  say(await measurePlotImports());
  process.exit(0);
}

/** `npm run bench -- probe [words]`: what each call with its largest legal input does to health, on a database of its own. */
if (flag === 'probe') {
  say(await measureProbe(wantedParts.slice(1)));
  process.exit(0);
}

/** Those with many events that were registered so far. */
let longLots = 0;

const dataDir = await mkdtemp(join(tmpdir(), 'manam-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
/** A copy of the database, for the creations of the plain handler: no worker takes the jobs queued there. */
const PLAIN_DATABASE = 'manam_plain';
const plainDatabaseUrl = Object.assign(new URL(postgres.url), { pathname: `/${PLAIN_DATABASE}` }).href;
const ends: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true }), () => postgres.stop()];
try {
  await prepare();
  const server = await startServer(benchSettings(postgres.url, dataDir));
  ends.push(() => server.stop());
  const plain = await startPlain();
  ends.push(() => plain.stop());
  const token = await signIn(server.url, 'bench');
  const lotId = await registerOne(server.url, token);
  if (wanted('cases')) {
    const tokens = await signInEach(server.url);
    const lotIds = await registerMany(server.url, token);
    const rows = await measureCases({ url: server.url, plainUrl: plain.url, tokens, lotIds });
    print(rows, memoryMb(server.child), memoryMb(plain.child));
  }
  const pid = server.child.pid ?? 0;
  if (wanted('writes')) {
    say(
      await measureCreations({
        url: server.url,
        token,
        pid,
        databaseUrl: postgres.url,
        plain: { url: plain.url, pid: plain.child.pid ?? 0, databaseUrl: plainDatabaseUrl },
        postgresPid: await postgresPid(dataDir),
      }),
    );
  }
  if (wanted('screens')) say(await measureLotScreens({ url: server.url, username: 'bench', password: PASSWORD }));
  if (wanted('attack')) {
    const { url } = server;
    const list = listed(token);
    say(await measureUnderAttack({ url, pid, list, longLots: await registerLong(url, token, 3) }));
    say(await measureAccountAttack());
  }
  if (wanted('subscriptions')) {
    const [longLot = ''] = await registerLong(server.url, token, 1);
    const lots = [
      { name: 'a lot of common length', id: lotId },
      { name: 'a lot with 1,500 events', id: longLot },
    ];
    say(await measureDeepSubscriptions({ url: server.url, token, pid, lots }));
  }
  if (wanted('import')) say(await measureImportNews({ url: server.url, token, pid }));
  if (wanted('sockets')) {
    const database = await connectAsProgram(postgres.url, { poolSize: 2, secret: SECRET });
    try {
      // The seeded lots come into the sums in one transaction, which news waits for.
      await until(() => isFolded(database.pool, new Date()), 'sums of the seeded lots', { withinMs: 5 * 60_000 });
      say(await measureAlertNews({ url: server.url, database, pid, lotId }));
    } finally {
      await database.close();
    }
  }
  if (wanted('heads')) say(await measureHeadProofs(await superuserUrl(dataDir, postgres.url), SECRET));
  say([`Resident memory of the server after all of it: ${memoryMb(server.child)} (the bar is ${MOST_MEMORY_MB} MB).`]);
} finally {
  for (const end of ends.reverse()) await end();
}

async function prepare(): Promise<void> {
  await migrate(postgres.url);
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  await seedLots(client);
  const database = await connectAsProgram(postgres.url, { poolSize: 2, secret: SECRET });
  const users = new UserService({ database });
  for (const username of ['bench', ...CALLERS]) {
    await users.addUser({ username, name: 'Bench', role: 'admin', password: PASSWORD });
  }
  if (wanted('rechecks')) say(await measureRechecks(database));
  await database.close();
  // As a program has them that runs for long: none is due while something else is measured.
  await client.query(
    `update recheck set class = 3, due_at = now() + interval '20 days', queued_at = null, source = null`,
  );
  await client.end();
  const superuser = new Client({ connectionString: await superuserUrl(dataDir, postgres.url) });
  await superuser.connect();
  const { pathname, username } = new URL(postgres.url);
  await superuser.query(`create database ${PLAIN_DATABASE} template ${pathname.slice(1)} owner ${username}`);
  await superuser.end();
}

async function startPlain(): Promise<{ url: string; child: ChildProcess; stop(): Promise<unknown> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(packageRoot, 'tests', 'load', 'plainServer.ts')], {
    cwd: packageRoot,
    env: { PATH: process.env.PATH, DATABASE_URL: postgres.url, PLAIN_DATABASE_URL: plainDatabaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return {
    url: String(line).replace('plain on ', ''),
    child,
    stop: async () => {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function signIn(url: string, username: string): Promise<string> {
  const answer = await post(`${url}/api/v1/auth/login`, { username, password: PASSWORD });
  return JSON.parse(JSON.stringify(answer)).data.access_token;
}

/** An access token for each connection. */
async function signInEach(url: string): Promise<string[]> {
  const tokens: string[] = [];
  for (const username of CALLERS) tokens.push(await signIn(url, username));
  return tokens;
}

/** The lots of the cases, recorded. @returns the numbers on their packages */
async function registerMany(url: string, token: string): Promise<string[]> {
  const lotIds = Array.from({ length: CASE_LOTS }, (_, i) => `LOTCASE${i + 1}`);
  for (const lotId of lotIds) await post(`${url}/api/v1/lots`, lotBody(lotId), token);
  for (const lotId of lotIds) await verified(url, lotId);
  return lotIds;
}

/** A lot with its whole journey, recorded: what provenance and public pages are read from. */
async function registerOne(url: string, token: string, lotId = 'LOTBENCH1'): Promise<string> {
  await post(`${url}/api/v1/lots`, lotBody(lotId), token);
  await verified(url, lotId);
  return lotId;
}

async function verified(url: string, lotId: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/api/v1/lots/public/${lotId}`);
    const { data } = JSON.parse(await response.text());
    if (data.verification.state === 'verified' && data.lot.satelliteTimestamp !== null) return;
    await delay(100);
  }
}

/** Lots with 1,500 events, recorded. @returns the numbers on their packages */
async function registerLong(url: string, token: string, count: number): Promise<string[]> {
  const database = await connectAsProgram(postgres.url, { poolSize: 2, secret: SECRET });
  const lotIds: string[] = [];
  for (let i = 0; i < count; i += 1) {
    longLots += 1;
    const lotId = await registerOne(url, token, `LOTLONG${longLots}`);
    const row = await database.row<{ id: string }>('select id from lot where lot_id = $1', [lotId]);
    await lengthen(database, row?.id ?? '', 1_500);
    // Not repeated while it is recorded: the measurement begins with lots that were never verified.
    while (
      (await database.row(`select 1 from lot where lot_id = $1 and ledger_status = 'pending'`, [lotId])) !== null
    ) {
      await delay(250);
    }
    lotIds.push(lotId);
  }
  await database.close();
  return lotIds;
}

/** What staff ask for most. */
function listed(token: string): { path: string; init: RequestInit } {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return { path: '/graphql', init: { method: 'POST', headers, body: listQuery(1) } };
}

/** Resident memory of a process and, where it is a shell, of what it started; Linux only. */
function memoryMb(child: ChildProcess): string {
  try {
    const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
    return `${Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)} MB`;
  } catch {
    return '—';
  }
}

function print(rows: string[][], server: string, plain: string): void {
  const lines = [CASE_COLUMNS, CASE_COLUMNS.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
  const [cpu] = cpus();
  process.stdout.write(
    [
      '',
      `${SEEDED_LOTS.toLocaleString('en-US')} lots; ${CONNECTIONS} connections, each of an account of its own and each request for a page or lot by chance, the same on both sides; median of ${ROUNDS} rounds of ${SECONDS} s, server and plain handler in turn.`,
      `${cpus().length} cores (${cpu?.model.trim() ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.version}; server, database and load share them.`,
      '',
      ...lines,
      '',
      `Resident memory after the run: server ${server}, plain handler ${plain}.`,
      '',
    ].join('\n'),
  );
}
