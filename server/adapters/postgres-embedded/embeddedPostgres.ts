import { spawn, type ChildProcess } from 'node:child_process';
import { open, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import type { BaseLogger } from 'pino';
import { serverAccount } from './osAccount.ts';
import { findBinaries, requireRunnable, type Binaries } from './binaries.ts';
import {
  clusterIn,
  identity,
  lastLine,
  openCluster,
  prepareDataFolder,
  serverEnvironment,
  SUPERUSER,
  type DataFolder,
} from './cluster.ts';
import { EmbeddedPostgresError } from './embeddedPostgresError.ts';
import { lockFolder } from './folderLock.ts';
import { exists } from '../../platform/process/processes.ts';
import { endServer, isServerOf } from './processes.ts';
import { ensureProgramDatabase, PROGRAM, programPassword } from './programRole.ts';

type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

export interface EmbeddedPostgresOptions {
  /** DATA_DIR; created if needed */
  dataDir: string;
  log: Log;
  /** name of the database, made if missing; 'manam' unless told */
  database?: string;
  /** false trades safety for speed: only for tests */
  durable?: boolean;
}

/**
 * What the data folder held: nothing; a cluster that was shut down; one whose server was killed; one whose server still
 * ran without its program.
 */
export type ClusterState = 'nothing' | 'stopped' | 'crashed' | 'orphan';

const HOST = '127.0.0.1';
/** PostgreSQL may have to replay its log first. */
const READY_WITHIN_MS = 180_000;
/** A start may have to wait for the last processes of a killed server, or for a port. */
const START_AGAIN_WITHIN_MS = 20_000;
const POLL_MS = 20;
const FAST_STOP_MS = 5_000;
const RESTART_PAUSES_MS = [100, 500, 1_000, 3_000];
/** a server that ran this long gets all its restarts again */
const STEADY_MS = 60_000;

const SETTINGS = {
  listen_addresses: HOST,
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Rejected statements contain personal data, and their errors go to the caller anyway; the log holds starts, stops
  // and crashes.
  log_min_messages: 'log',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
};
const DURABLE = { fsync: 'on', synchronous_commit: 'on' };
const FAST_AND_VOLATILE = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  max_wal_size: '256MB',
  max_connections: '200',
};

/**
 * Starts the PostgreSQL that npm installed on a data folder and waits until it answers. It listens on a free port of
 * 127.0.0.1, with a generated password that is stored in the folder. It takes over a folder whose program or server was
 * killed. A server that dies while the program runs is restarted on the same port.
 * @throws DataFolderInUse while another process holds the folder
 * @throws EmbeddedPostgresError, one line, for every other failure
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log, database = 'manam', durable = true } = options;
  const binaries = await findBinaries();
  const account = await serverAccount(clusterIn(options.dataDir));
  // First, since moving the program often moves its data folder too.
  if (account !== null) await requireRunnable(binaries, account);
  const folder = await prepareDataFolder(options.dataDir, account);
  const lock = await lockFolder(folder.path);
  try {
    const { password, made } = await openCluster(folder, binaries, durable);
    const found = made ? 'nothing' : await clearOldServer(folder.cluster, log);
    const settings = { ...SETTINGS, ...(durable ? DURABLE : FAST_AND_VOLATILE) };
    const server = new Server(binaries, folder, settings, password);
    const stopOnExit = () => server.interrupt();
    process.on('exit', stopOnExit);
    const release = async () => {
      process.off('exit', stopOnExit);
      await lock.release();
    };
    try {
      await startSomewhere(server);
      await ensureProgramDatabase(server.superuserUrl, database, programPassword(password));
    } catch (error) {
      await server.stop();
      process.off('exit', stopOnExit);
      throw error;
    }
    log.info({ port: server.port, found }, 'embedded PostgreSQL is ready');
    return new EmbeddedPostgres(server, log, found, server.programUrl(database), release);
  } catch (error) {
    await lock.release();
    throw error;
  }
}

/** A running embedded PostgreSQL. */
export class EmbeddedPostgres {
  /** of the database, with the ordinary role that owns it; stays the same until `stop` */
  readonly url: string;
  readonly found: ClusterState;
  readonly #server: Server;
  readonly #log: Log;
  readonly #release: () => Promise<void>;
  readonly #stopping = new AbortController();
  readonly #exitListeners: ((reason: Error) => void)[] = [];
  readonly #watching: Promise<void>;
  #stopped: Promise<void> | null = null;

  constructor(server: Server, log: Log, found: ClusterState, url: string, release: () => Promise<void>) {
    this.#server = server;
    this.#log = log;
    this.found = found;
    this.url = url;
    this.#release = release;
    this.#watching = this.#keepRunning();
  }

  /** Calls back, once, when the server has died and cannot be restarted. Not called after `stop`. */
  onExit(listener: (reason: Error) => void): void {
    this.#exitListeners.push(listener);
  }

  /**
   * Shuts the server down and releases the folder: open transactions are rolled back. Call it last, when the database
   * is no longer used. Further calls wait for the first.
   * @param withinMs time for an orderly shutdown; then the server is ended by force, which loses nothing
   */
  stop(withinMs = FAST_STOP_MS): Promise<void> {
    this.#stopped ??= this.#stopOnce(withinMs);
    return this.#stopped;
  }

  async #stopOnce(withinMs: number): Promise<void> {
    this.#stopping.abort();
    await this.#server.stop(withinMs);
    await this.#watching;
    // A restart may just have spawned another one.
    await this.#server.stop();
    await this.#release();
  }

  /** Restarts the server each time it dies, until `stop`, or until it has died too often. */
  async #keepRunning(): Promise<void> {
    const { signal } = this.#stopping;
    let restarts = 0;
    for (;;) {
      const began = performance.now();
      const how = await this.#server.ended();
      if (signal.aborted) return;
      if (performance.now() - began >= STEADY_MS) restarts = 0;
      const reason = await this.#server.lastLogLine();
      const pause = RESTART_PAUSES_MS[restarts++];
      if (pause === undefined) {
        const error = new EmbeddedPostgresError(`The embedded PostgreSQL ended again and again (${how}): ${reason}`);
        for (const listener of this.#exitListeners) listener(error);
        return;
      }
      this.#log.error({ how, reason }, 'embedded PostgreSQL died, starting it again');
      await delay(pause, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      await this.#server.start(this.#server.port, signal).then(
        () => this.#log.warn({ port: this.#server.port }, 'embedded PostgreSQL runs again'),
        // If it has ended, the loop continues; if it runs without answering, there is nothing to wait for.
        () => this.#server.stop(),
      );
    }
  }
}

/** One postgres process at a time, on one cluster. */
class Server {
  port = 0;
  readonly #binaries: Binaries;
  readonly #folder: DataFolder;
  readonly #settings: Record<string, string>;
  readonly #password: string;
  readonly #logFile: string;
  #child: ChildProcess | null = null;

  constructor(binaries: Binaries, folder: DataFolder, settings: Record<string, string>, password: string) {
    this.#binaries = binaries;
    this.#folder = folder;
    this.#settings = settings;
    this.#password = password;
    this.#logFile = join(folder.path, 'postgres.log');
  }

  /** of the cluster's database `postgres`: for work that needs the superuser, before the program begins */
  get superuserUrl(): string {
    return `postgres://${SUPERUSER}:${this.#password}@${HOST}:${this.port}/postgres`;
  }

  programUrl(database: string): string {
    return `postgres://${PROGRAM}:${programPassword(this.#password)}@${HOST}:${this.port}/${database}`;
  }

  /** @throws StartFailed when it ended or did not answer in time */
  async start(port: number, signal?: AbortSignal): Promise<void> {
    this.port = port;
    // One file per run; the previous one is kept, since it may show why that run ended.
    await rename(this.#logFile, `${this.#logFile}.1`).catch(() => undefined);
    const output = await open(this.#logFile, 'w', 0o600);
    const settings = Object.entries(this.#settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    try {
      // In a separate session: Ctrl-C in the terminal reaches only the program, which ends the server last.
      this.#child = spawn(this.#binaries.postgres, ['-D', this.#folder.cluster, '-p', String(port), ...settings], {
        cwd: this.#folder.cluster,
        detached: true,
        env: serverEnvironment(),
        stdio: ['ignore', output.fd, output.fd],
        ...identity(this.#folder.account),
      });
    } finally {
      await output.close();
    }
    const spawnErrors: Error[] = [];
    this.#child.once('error', (error) => spawnErrors.push(error));
    const deadline = performance.now() + READY_WITHIN_MS;
    while (!(await this.#saysReady())) {
      signal?.throwIfAborted();
      if (spawnErrors[0] !== undefined) throw new StartFailed(spawnErrors[0].message);
      if (!this.#runs()) throw new StartFailed(await this.lastLogLine());
      if (performance.now() > deadline) throw new StartFailed(`no answer within ${READY_WITHIN_MS / 1_000} s`);
      await delay(POLL_MS);
    }
    const client = new Client({ connectionString: this.superuserUrl });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select 1');
    } catch (error) {
      throw new StartFailed(error instanceof Error ? error.message : String(error));
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  /** Resolves when the process has ended: with its exit code or signal. */
  async ended(): Promise<string> {
    const child = this.#child;
    if (child === null) return 'not started';
    if (this.#runs()) await new Promise((resolve) => child.once('exit', resolve));
    return child.signalCode ?? `exit code ${child.exitCode}`;
  }

  async stop(withinMs = FAST_STOP_MS): Promise<void> {
    if (!this.#runs() || this.#child?.pid === undefined) return;
    const ended = this.ended();
    await endServer(this.#child.pid, withinMs);
    await ended;
  }

  /** Asks for a fast shutdown without waiting. */
  interrupt(): void {
    if (this.#runs()) this.#child?.kill('SIGINT');
  }

  async lastLogLine(): Promise<string> {
    return lastLine(await readFile(this.#logFile, 'utf8').catch(() => '')) ?? 'it said nothing';
  }

  #runs(): boolean {
    const child = this.#child;
    return child?.pid !== undefined && child.exitCode === null && child.signalCode === null;
  }

  /**
   * The server writes its state into its lock file once it accepts connections. A connection attempt could send the
   * password to another process that took the port first.
   */
  async #saysReady(): Promise<boolean> {
    const file = await readFile(join(this.#folder.cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    const lines = file.split('\n');
    return lines[0] === String(this.#child?.pid) && lines[7]?.trim() === 'ready';
  }
}

class StartFailed extends EmbeddedPostgresError {
  constructor(reason: string) {
    super(`The embedded PostgreSQL did not start: ${reason}`);
  }
}

/**
 * Starts on a free port; tries again if it was taken meanwhile, or while processes of a killed server are still ending.
 */
async function startSomewhere(server: Server): Promise<void> {
  const deadline = performance.now() + START_AGAIN_WITHIN_MS;
  for (;;) {
    try {
      await server.start(await freePort());
      return;
    } catch (error) {
      const passing =
        error instanceof StartFailed && /TCP\/IP socket|shared memory block|Address already in use/.test(error.message);
      if (!passing || performance.now() > deadline) throw error;
      await delay(POLL_MS);
    }
  }
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, HOST, resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new EmbeddedPostgresError(`No free port on ${HOST}.`);
  return address.port;
}

/** Ends a server that outlived its program: this process holds the folder's lock, so no other program uses it. */
async function clearOldServer(cluster: string, log: Log): Promise<ClusterState> {
  const file = join(cluster, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 0) return 'stopped';
  const orphan = await isServerOf(pid, cluster);
  if (orphan) {
    log.warn({ pid }, 'the embedded PostgreSQL of a killed program still runs, ending it');
    if (!(await endServer(pid, FAST_STOP_MS))) {
      throw new EmbeddedPostgresError(
        `An old PostgreSQL server (process ${pid}) holds ${cluster} and does not end: end it first.`,
      );
    }
  } else {
    log.warn('the embedded PostgreSQL was killed, recovering');
  }
  // Another process may have its old id now, or the dead process is a zombie: PostgreSQL would take either for a
  // running server. If the id is free, the file stays, for PostgreSQL's own checks of shared memory.
  if (exists(pid)) await rm(file, { force: true });
  return orphan ? 'orphan' : 'crashed';
}
