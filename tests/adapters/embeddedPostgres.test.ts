import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { scratchFolder } from '../support/scratch.ts';
import { isServerOf } from '../../server/adapters/postgres-embedded/processes.ts';
import { hasEnded, isRunning } from '../../server/platform/process/processes.ts';

const HOLDER = fileURLToPath(new URL('../support/holdEmbeddedPostgres.ts', import.meta.url));
const log = pino({ level: 'silent' });
const FOR_SUPERUSERS = [
  `select pg_read_file('PG_VERSION')`,
  `copy (select 1) to program 'true'`,
  'set session_replication_role = replica',
  'create role another',
  'create database another',
  'alter system set jit = on',
  'set role manam',
];

describe('the embedded PostgreSQL', () => {
  let dataDir: string;
  let started: EmbeddedPostgres[];
  let holders: ChildProcess[];

  beforeEach(async () => {
    dataDir = await scratchFolder('manam-embedded-');
    started = [];
    holders = [];
  });

  afterEach(async () => {
    for (const holder of holders) holder.kill('SIGKILL');
    for (const postgres of started) await postgres.stop();
    await endLeftServer();
    await rm(dataDir, { recursive: true });
  });

  async function start(): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir, log });
    started.push(postgres);
    return postgres;
  }

  /** Another program on the same folder, and the first line that it prints. */
  async function hold(): Promise<{ program: ChildProcess; line: string }> {
    const program = spawn(process.execPath, ['--import', 'tsx', HOLDER, dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    holders.push(program);
    for await (const line of createInterface(program.stdout)) return { program, line };
    throw new Error('The other program printed nothing');
  }

  async function serverPid(): Promise<number> {
    return Number((await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[0]);
  }

  async function endLeftServer(): Promise<void> {
    const pid = await serverPid().catch(() => null);
    if (pid !== null && (await isServerOf(pid, join(dataDir, 'cluster')))) await killServer(pid);
  }

  async function killServer(pid: number): Promise<void> {
    process.kill(pid, 'SIGKILL');
    expect(await hasEnded(pid, 5_000)).toBe(true);
  }

  async function kill(program: ChildProcess): Promise<void> {
    const ended = once(program, 'exit');
    program.kill('SIGKILL');
    await ended;
  }

  it('starts in an empty folder, open to nobody without its password', async () => {
    const postgres = await start();
    expect(postgres.found).toBe('nothing');
    expect(await query(postgres.url, 'select current_database() as value')).toBe('manam');
    expect(await query(postgres.url, 'show server_version_num')).toMatch(/^18/);
    expect(await query(postgres.url, 'show server_encoding')).toBe('UTF8');
    expect(await query(postgres.url, 'show fsync')).toBe('on');
    expect(await query(postgres.url, 'show synchronous_commit')).toBe('on');
    expect(new URL(postgres.url).hostname).toBe('127.0.0.1');
    const withPassword = (password: string) => Object.assign(new URL(postgres.url), { password }).href;
    await expect(query(withPassword('guessed'), 'select 1')).rejects.toThrow(/password authentication failed/);
    await expect(query(withPassword(''), 'select 1')).rejects.toThrow(/password/);
    expect((await stat(join(dataDir, 'database-password'))).mode & 0o777).toBe(0o600);
    expect((await stat(join(dataDir, 'cluster'))).mode & 0o777).toBe(0o700);
  });

  it('lets the program not do what a superuser may', async () => {
    const postgres = await start();
    for (const sql of FOR_SUPERUSERS) {
      await expect(query(postgres.url, sql)).rejects.toThrow(/permission denied|must be superuser/);
    }
  });

  it('ends when told to, and keeps its data for the next start', async () => {
    const first = await start();
    await query(first.url, `create table bean as select 'trinitario' as value`);
    const pid = await serverPid();
    await first.stop();
    expect(await isRunning(pid)).toBe(false);
    await expect(query(first.url, 'select 1')).rejects.toThrow(/ECONNREFUSED/);
    const second = await start();
    expect(second.found).toBe('stopped');
    expect(await query(second.url, 'select value from bean')).toBe('trinitario');
  });

  it('is started again on the same address when it dies, with everything that was committed', async () => {
    const postgres = await start();
    const gaveUp = vi.fn<(reason: Error) => void>();
    postgres.onExit(gaveUp);
    await query(postgres.url, `create table bean as select 'criollo' as value`);
    process.kill(await serverPid(), 'SIGKILL');
    await vi.waitFor(async () => expect(await query(postgres.url, 'select value from bean')).toBe('criollo'), {
      timeout: 15_000,
    });
    expect(gaveUp).not.toHaveBeenCalled();
  });

  it('says so when it cannot be kept running, and gives the folder free all the same', async () => {
    const postgres = await start();
    const gaveUp = new Promise<Error>((resolve) => postgres.onExit(resolve));
    // A server whose control file is gone cannot start.
    await rm(join(dataDir, 'cluster', 'global', 'pg_control'));
    process.kill(await serverPid(), 'SIGKILL');
    expect((await gaveUp).message).toMatch(/^The embedded PostgreSQL ended again and again .*\S$/);
    await postgres.stop();
    await expect(start()).rejects.toThrow(/^The embedded PostgreSQL did not start: .*\S$/);
  });

  it('takes over a folder whose program and server were killed', async () => {
    const { program, line } = await hold();
    await query(line, `create table bean as select 'nacional' as value`);
    const pid = await serverPid();
    await kill(program);
    await killServer(pid);
    const postgres = await start();
    expect(postgres.found).toBe('crashed');
    expect(await query(postgres.url, 'select value from bean')).toBe('nacional');
  });

  it('takes over a folder whose server outlived its killed program, and ends that server', async () => {
    const { program, line } = await hold();
    await query(line, `create table bean as select 'forastero' as value`);
    const orphan = await serverPid();
    await kill(program);
    expect(await isRunning(orphan)).toBe(true);
    const postgres = await start();
    expect(postgres.found).toBe('orphan');
    expect(await isRunning(orphan)).toBe(false);
    expect(await query(postgres.url, 'select value from bean')).toBe('forastero');
  });

  it('takes over a folder whose old process number belongs to a stranger now, and leaves the stranger alone', async () => {
    const { program } = await hold();
    const orphan = await serverPid();
    await kill(program);
    await killServer(orphan);
    const stranger = spawn('sleep', ['60'], { stdio: 'ignore' });
    holders.push(stranger);
    const file = join(dataDir, 'cluster', 'postmaster.pid');
    const content = await readFile(file, 'utf8');
    await writeFile(file, content.replace(/^\d+/, String(stranger.pid)));
    expect((await start()).found).toBe('crashed');
    expect(stranger.signalCode).toBeNull();
    expect(await isRunning(stranger.pid ?? 0)).toBe(true);
  });

  it('refuses a folder that another program uses, naming it, and does that program no harm', async () => {
    const { program, line } = await hold();
    await expect(start()).rejects.toThrow(`${dataDir} is in use by another Manam-Trace (process ${program.pid}).`);
    const third = await hold();
    expect(third.line).toBe(`${dataDir} is in use by another Manam-Trace (process ${program.pid}).`);
    expect(await query(line, 'select 1 as value')).toBe(1);
  });

  it('lets one of several simultaneous starts win', async () => {
    const starts = await Promise.allSettled([start(), start(), start()]);
    expect(starts.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  });

  it('works below a folder that is closed to others, save as root, where it names the folder', async () => {
    await chmod(dataDir, 0o700);
    const inner = startEmbeddedPostgres({ dataDir: join(dataDir, 'inner'), log });
    const outcome = await inner.then(
      (postgres) => {
        started.push(postgres);
        return query(postgres.url, 'select 1 as value');
      },
      (error: Error) => error.message,
    );
    const refusal = new RegExp(`^Started by root, .* who may not enter ${dataDir}: set DATA_DIR to .*$`);
    expect(String(outcome)).toMatch(process.getuid?.() === 0 ? refusal : /^1$/);
  });
});

/** The first column of a query's first row. */
async function query(url: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(sql);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}
