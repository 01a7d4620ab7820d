import { chmod, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { linkTo, type DatabaseLink } from '../../support/databaseLink.ts';
import { copyFolder } from '../../support/copyFolder.ts';
import { PASSWORD } from '../../support/drill.ts';
import { PostgresServer } from '../../support/postgresServer.ts';
import { scratchFolder } from '../../support/scratch.ts';
import { addUser, build, startServer, type ServerProcess } from '../../support/serverProcess.ts';
import { until } from '../../support/until.ts';

export type Role = 'all' | 'web' | 'worker';
export const USERNAME = 'processor';
const SECRET = 'a-secret-for-drills-that-is-long-enough';
/** A process may have to wait for a database that is just taking over. */
const START_WITHIN_MS = 120_000;

/** A process of the program that is started again when it was killed, as whatever supervises it would. */
export class Member {
  readonly role: Role;
  readonly #env: NodeJS.ProcessEnv;
  #process: ServerProcess | null = null;
  /** where it serves people; stays the same */
  url = '';

  constructor(role: Role, env: NodeJS.ProcessEnv) {
    this.role = role;
    this.#env = { ...env, ROLE: role };
  }

  async start(): Promise<void> {
    const port = this.url === '' ? '0' : new URL(this.url).port;
    this.#process = await until(
      () => startServer({ ...this.#env, PORT: port }, { pages: false }),
      `a ${this.role} to start`,
      { withinMs: START_WITHIN_MS, lookMs: 500 },
    );
    this.url = this.#process.url;
  }

  async kill(): Promise<void> {
    await this.#process?.kill();
  }

  async stop(): Promise<void> {
    await this.#process?.stop();
  }
}

/**
 * What a country runs, on one machine: processes that serve people and that work, PostgreSQL with a synchronous replica that
 * lists are read from, and an address in front of PostgreSQL that leads to the server that takes writes.
 */
export class Installation {
  readonly env: NodeJS.ProcessEnv;
  readonly members: readonly Member[];
  /** takes writes */
  primary: PostgresServer;
  replica: PostgresServer;
  readonly #folder: string;
  readonly #link: DatabaseLink;
  #replicas = 0;

  private constructor(
    folder: string,
    link: DatabaseLink,
    primary: PostgresServer,
    replica: PostgresServer,
    roles: readonly Role[],
  ) {
    this.#folder = folder;
    this.#link = link;
    this.primary = primary;
    this.replica = replica;
    this.env = {
      DATA_DIR: join(folder, 'program'),
      DATABASE_URL: link.url,
      READ_DATABASE_URL: replica.url,
      AUTH_SECRET: SECRET,
      DEMO: 'false',
      FOREST: 'sample',
      STAFF_RATE_LIMIT: '0',
      PUBLIC_RATE_LIMIT: '0',
      LOG_LEVEL: 'silent',
    };
    this.members = roles.map((role) => new Member(role, this.env));
  }

  /**
   * All of it running, with one account.
   * @param roles of the processes, one that serves people first
   * @param template a data folder whose cluster is copied; null: a new one
   */
  static async open(roles: readonly Role[], template: string | null): Promise<Installation> {
    await build({ pages: false });
    const folder = await scratchFolder('manam-failover-');
    // PostgreSQL may run under another account, and has its own folders in this one.
    await chmod(folder, 0o711);
    const place = await made(join(folder, 'primary'));
    if (template !== null) await copyFolder(template, place);
    const primary = await PostgresServer.make(place);
    await primary.start();
    await primary.makeDatabase();
    const link = await linkTo(primary.url);
    const replica = await primary.backup(await made(join(folder, 'replica')));
    await replica.follow(primary, 'replica');
    await replica.start();
    const installation = new Installation(folder, link, primary, replica, roles);
    try {
      await installation.#wait('replica');
      await addUser(installation.env, PASSWORD, USERNAME, 'processor');
      for (const member of installation.members) await member.start();
    } catch (error) {
      await installation.close();
      throw error;
    }
    return installation;
  }

  /** those that serve people */
  get webs(): readonly Member[] {
    return this.members.filter(({ role }) => role !== 'worker');
  }

  get workers(): readonly Member[] {
    return this.members.filter(({ role }) => role === 'worker');
  }

  /**
   * Kills the primary permanently and promotes the replica; there is no further replica from then on. Call this when
   * both are in step: commits of a primary that was killed and restarted, without answers, may be seen before they are
   * replicated.
   */
  async failOver(): Promise<void> {
    this.#link.cut();
    await this.primary.kill();
    await this.replica.promote();
    this.primary = this.replica;
    this.#link.restore();
    this.#link.leadTo(this.primary.url);
  }

  /** Gives the primary a new replica that each write waits for. The processes read nothing from it: they know the old one's address. */
  async addReplica(): Promise<void> {
    this.#replicas += 1;
    const name = `replica${this.#replicas}`;
    this.replica = await this.primary.backup(await made(join(this.#folder, name)));
    await this.replica.follow(this.primary, name);
    await this.replica.start();
    await this.#wait(name);
  }

  /** Waits until the replica has all that the primary has. */
  async inStep(): Promise<void> {
    await until(
      async () => {
        const [state] = await this.primary.ask<{ same: boolean }>(
          `select sync_state = 'sync' and replay_lsn >= pg_current_wal_flush_lsn() as same from pg_stat_replication`,
        );
        return state?.same;
      },
      'the replica to be in step',
      { withinMs: 60_000, lookMs: 5 },
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.members.map((member) => member.kill()));
    await this.#link.close();
    await this.replica.kill();
    await this.primary.kill();
    // Their last processes notice it in a moment, and write until then.
    await until(
      () => rm(this.#folder, { recursive: true, force: true, maxRetries: 10 }).then(() => true),
      'the folder to go',
    );
  }

  /** From now on each write waits for the replica. */
  async #wait(name: string): Promise<void> {
    await this.primary.ask(`alter system set synchronous_standby_names = '${name}'`);
    await this.primary.ask('select pg_reload_conf()');
    await this.inStep();
  }
}

async function made(folder: string): Promise<string> {
  await mkdir(folder, { mode: 0o711 });
  return folder;
}
