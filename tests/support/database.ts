import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { PROGRAM } from '../../server/adapters/postgres-embedded/programRole.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { scratchFolder } from './scratch.ts';
import { superuserUrl } from './superuser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** of the test cluster's `postgres` database, as its superuser */
    databaseAdminUrl: string;
    /** of the template, as the role that the program works with */
    databaseProgramUrl: string;
    /** where servers on test databases keep the newest heads of their ledgers */
    headFolder: string;
  }
}

const TEMPLATE = 'manam_template';
const STARTED = 'manam_started';
const LOOK_MS = 20;
const FAREWELL_LOOKS = 50;
const log = pino({ level: 'warn' });

/** One PostgreSQL for all test files of a project, with an empty migrated database that theirs are copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await scratchFolder('manam-test-');
  const remove = () => rm(dataDir, { recursive: true, force: true });
  const postgres = await startEmbeddedPostgres({ dataDir, log, database: TEMPLATE, durable: false }).catch(
    async (error: unknown) => {
      await remove();
      throw error;
    },
  );
  const teardown = async () => {
    await postgres.stop();
    await remove();
  };
  try {
    await migrate(postgres.url);
  } catch (error) {
    await teardown();
    throw error;
  }
  project.provide('databaseAdminUrl', await superuserUrl(dataDir, postgres.url));
  project.provide('databaseProgramUrl', postgres.url);
  project.provide('headFolder', join(dataDir, 'heads'));
  return teardown;
}

export interface TestDatabase {
  url: string;
  /** Removes it, ending connections that are still open. */
  drop(): Promise<void>;
}

/** A migrated, empty database of the caller's own. It takes about 30 ms. */
export async function createDatabase(): Promise<TestDatabase> {
  return databaseFrom(TEMPLATE);
}

let started: Promise<unknown> | null = null;

/**
 * A database of the caller's own on which a server has run before, and did nothing but start: it has its keys, its
 * organisations and its first block, which take a server half of its first start to make.
 * @param start starts a server on a database and stops it again; called once for all files of a project
 */
export async function createStartedDatabase(start: (url: string) => Promise<void>): Promise<TestDatabase> {
  started ??= makeStarted(start);
  await started;
  return databaseFrom(STARTED);
}

/** Makes the database that started ones are copied from, unless another worker has, or does. */
async function makeStarted(start: (url: string) => Promise<void>): Promise<void> {
  const adminUrl = inject('databaseAdminUrl');
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(hashtext('${STARTED}'))`);
    const { rowCount: there } = await client.query('select from pg_database where datname = $1', [STARTED]);
    if (there !== 0) return;
    const draft = await databaseFrom(TEMPLATE);
    await start(draft.url);
    const name = new URL(draft.url).pathname.slice(1);
    await farewells(adminUrl, name);
    await client.query(`alter database ${name} rename to ${STARTED}`);
  } finally {
    await client.end();
  }
}

/** A database of the caller's own without a schema. */
export async function createBareDatabase(): Promise<TestDatabase> {
  return databaseFrom('template0');
}

/** A copy of a database without connections, as a backup is restored beside it. */
export async function copyOf({ url }: TestDatabase): Promise<TestDatabase> {
  const name = new URL(url).pathname.slice(1);
  await farewells(inject('databaseAdminUrl'), name);
  return databaseFrom(name);
}

/** A copy of a database without connections, owned by the program's role. */
async function databaseFrom(template: string): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(adminUrl, `create database ${name} template ${template} owner ${PROGRAM} strategy file_copy`);
  return {
    url: named(inject('databaseProgramUrl'), name),
    drop: async () => {
      await farewells(adminUrl, name);
      await run(adminUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/**
 * Waits a moment for connections that are being closed: an ended pool does not know when its last connections have
 * closed, and one that is cut meanwhile would raise an unhandled error.
 */
export async function farewells(adminUrl: string, name: string): Promise<void> {
  const client = new Client({ connectionString: adminUrl });
  await client.connect();
  try {
    for (let looks = 0; looks < FAREWELL_LOOKS; looks += 1) {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
      if (rowCount === 0) return;
      await delay(LOOK_MS);
    }
  } finally {
    await client.end();
  }
}

function named(url: string, database: string): string {
  return Object.assign(new URL(url), { pathname: `/${database}` }).href;
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
