import { spawn, type ChildProcess } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { join } from 'node:path';
import { Client } from 'pg';
import { serverAccount, type OsAccount } from '../../server/adapters/postgres-embedded/osAccount.ts';
import { findBinaries } from '../../server/adapters/postgres-embedded/binaries.ts';
import {
  clusterIn,
  identity,
  openCluster,
  prepareDataFolder,
  serverEnvironment,
  SUPERUSER,
} from '../../server/adapters/postgres-embedded/cluster.ts';
import { endServer } from '../../server/adapters/postgres-embedded/processes.ts';
import {
  ensureProgramDatabase,
  PROGRAM,
  programPassword,
} from '../../server/adapters/postgres-embedded/programRole.ts';
import { until } from './until.ts';

/** As an operator would set them; the disk is taken at its word, since processes are killed here and not machines. */
const SETTINGS: Record<string, string> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  shared_buffers: '64MB',
  wal_level: 'replica',
  max_wal_senders: '5',
  wal_keep_size: '1GB',
  max_wal_size: '512MB',
  wal_retrieve_retry_interval: '100ms',
  fsync: 'off',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
};
const DATABASE = 'manam';
/** What a copy of a running cluster leaves out (PostgreSQL manual, 'Making a Base Backup Using the Low Level API'). */
const NOT_COPIED = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init']);
const EMPTIED = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]);

/** A PostgreSQL as an operator runs it beside the program: by itself, on a port that stays the same. */
export class PostgresServer {
  readonly folder: string;
  readonly port: number;
  readonly #account: OsAccount | null;
  readonly #password: string;
  #child: ChildProcess | null = null;
  #settings: Record<string, string> = {};

  private constructor(folder: string, port: number, account: OsAccount | null, password: string) {
    this.folder = folder;
    this.port = port;
    this.#account = account;
    this.#password = password;
  }

  /** A new cluster in a folder of its own, not started. */
  static async make(folder: string): Promise<PostgresServer> {
    const account = await serverAccount(clusterIn(folder));
    const prepared = await prepareDataFolder(folder, account);
    const { password } = await openCluster(prepared, await findBinaries(), false);
    return new PostgresServer(prepared.path, await freePort(), account, password);
  }

  get cluster(): string {
    return clusterIn(this.folder);
  }

  /** of the program's database, as its role */
  get url(): string {
    return `postgres://${PROGRAM}:${programPassword(this.#password)}@127.0.0.1:${this.port}/${DATABASE}`;
  }

  /** of the program's database, as the superuser */
  get superuserUrl(): string {
    return this.#superuser(DATABASE);
  }

  /** Starts it, or starts it again. @param settings beside or in the place of the usual ones; those of before unless told */
  async start(settings: Record<string, string> = this.#settings): Promise<void> {
    this.#settings = settings;
    const { postgres } = await findBinaries();
    // Of the server before there may be processes left, which notice soon that it is gone.
    await until(() => this.#startOnce(postgres), `PostgreSQL on port ${this.port}`, { withinMs: 60_000, lookMs: 100 });
  }

  /** Makes the program's role and database. */
  async makeDatabase(): Promise<void> {
    await ensureProgramDatabase(this.#superuser('postgres'), DATABASE, programPassword(this.#password));
  }

  /** Ends it at once (SIGKILL), as a failing machine would. */
  async kill(): Promise<void> {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }

  /** Ends it in order. */
  async stop(): Promise<void> {
    const pid = this.#child?.pid;
    if (pid !== undefined && this.#child?.exitCode === null && this.#child.signalCode === null) {
      await endServer(pid, 5_000);
    }
  }

  /** Rows of one statement, as the superuser. */
  async ask<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.superuserUrl });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  }

  /**
   * A copy of the running cluster in another folder, by the low level API of PostgreSQL, since no pg_basebackup comes with it.
   * It is not started; what makes a replica or a restored cluster of it is written by `follow` or `restore`.
   */
  async backup(folder: string): Promise<PostgresServer> {
    await mkdir(clusterIn(folder), { recursive: true, mode: 0o700 });
    const copy = new PostgresServer(folder, await freePort(), this.#account, this.#password);
    const client = new Client({ connectionString: this.#superuser('postgres') });
    await client.connect();
    try {
      await client.query(`select pg_backup_start('copy', fast => true)`);
      await this.#copy(this.cluster, copy.cluster);
      const { rows } = await client.query<{ labelfile: string }>(
        'select labelfile from pg_backup_stop(wait_for_archive => false)',
      );
      await copy.#write('backup_label', rows[0]?.labelfile ?? '');
    } finally {
      await client.end();
    }
    await chmod(folder, 0o711);
    return copy;
  }

  /** Makes this copy a replica of a running server. @param name as which it is known there */
  async follow(primary: PostgresServer, name: string): Promise<void> {
    await this.#write('standby.signal', '');
    const conninfo = `host=127.0.0.1 port=${primary.port} user=${SUPERUSER} password=${this.#password} application_name=${name}`;
    await this.#write('postgresql.auto.conf', `primary_conninfo = '${conninfo}'\n`);
  }

  /** Makes this copy recover from an archive of the log when it starts. @param settings of recovery, such as its target */
  async restore(settings: Record<string, string>): Promise<void> {
    await this.#write('recovery.signal', '');
    const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'\n`);
    await this.#write('postgresql.auto.conf', lines.join(''));
  }

  /** A folder that this server may write to. */
  async ownFolder(name: string): Promise<string> {
    const path = join(this.folder, name);
    await this.#makeFolder(path);
    return path;
  }

  /** Ends recovery: from now on it takes writes. */
  async promote(): Promise<void> {
    const [row] = await this.ask<{ promoted: boolean }>('select pg_promote(true, 60) as promoted');
    if (row?.promoted !== true) throw new Error('The replica could not be promoted');
  }

  /** The last lines of its log, for errors. */
  async lastWords(): Promise<string> {
    return (await readFile(join(this.folder, 'postgres.log'), 'utf8')).slice(-2_000);
  }

  async #startOnce(postgres: string): Promise<boolean> {
    const output = await open(join(this.folder, 'postgres.log'), 'a', 0o600);
    const settings = Object.entries({ ...SETTINGS, ...this.#settings }).flatMap(([name, value]) => [
      '-c',
      `${name}=${value}`,
    ]);
    const child = spawn(postgres, ['-D', this.cluster, '-p', String(this.port), ...settings], {
      cwd: this.cluster,
      detached: true,
      env: serverEnvironment(),
      stdio: ['ignore', output.fd, output.fd],
      ...identity(this.#account),
    });
    await output.close();
    this.#child = child;
    return until(
      async () => {
        if (child.exitCode !== null || child.signalCode !== null) return 'ended';
        const lines = (await readFile(join(this.cluster, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
        return lines[0] === String(child.pid) && lines[7]?.trim() === 'ready' && 'ready';
      },
      'PostgreSQL to be ready',
      { withinMs: 60_000, lookMs: 20 },
    ).then((state) => state === 'ready');
  }

  #superuser(database: string): string {
    return `postgres://${SUPERUSER}:${this.#password}@127.0.0.1:${this.port}/${database}`;
  }

  async #copy(from: string, to: string): Promise<void> {
    await this.#makeFolder(to);
    for (const entry of await readdir(from, { withFileTypes: true })) {
      const [source, target] = [join(from, entry.name), join(to, entry.name)];
      if (entry.isDirectory()) {
        await (EMPTIED.has(entry.name) ? this.#makeFolder(target) : this.#copy(source, target));
      } else if (entry.isFile() && !NOT_COPIED.has(entry.name)) {
        // A table may be dropped meanwhile; the log says so to the copy as well.
        await copyFile(source, target).then(
          () => this.#give(target),
          (error: NodeJS.ErrnoException) => {
            if (error.code !== 'ENOENT') throw error;
          },
        );
      }
    }
  }

  async #makeFolder(path: string): Promise<void> {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await this.#give(path);
  }

  async #write(name: string, text: string): Promise<void> {
    const path = join(this.cluster, name);
    await writeFile(path, text, { mode: 0o600 });
    await this.#give(path);
  }

  async #give(path: string): Promise<void> {
    if (this.#account !== null) await chown(path, this.#account.uid, this.#account.gid);
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port');
  return address.port;
}
