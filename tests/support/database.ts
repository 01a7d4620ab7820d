import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { pino } from 'pino';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/database/embedded/embeddedPostgres.ts';
import { PROGRAM } from '../../server/database/embedded/programRole.ts';
import { migrate } from '../../server/database/migrate.ts';
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
const log = pino({ level: 'warn' });

/** One PostgreSQL for all test files of a project, with an empty migrated database that theirs are copied from. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'manam-test-'));
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

/** A database of the caller's own without a schema. */
export async function createBareDatabase(): Promise<TestDatabase> {
  return databaseFrom('template0');
}

/** A copy of a database to which nobody is connected, owned by the role that the program works with. */
async function databaseFrom(template: string): Promise<TestDatabase> {
  const adminUrl = inject('databaseAdminUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await run(adminUrl, `create database ${name} template ${template} owner ${PROGRAM}`);
  return {
    url: named(inject('databaseProgramUrl'), name),
    drop: () => run(adminUrl, `drop database if exists ${name} with (force)`),
  };
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
