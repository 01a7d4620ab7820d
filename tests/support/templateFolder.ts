import { rm } from 'node:fs/promises';
import { pino } from 'pino';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { migrate } from '../../server/platform/database/migrate.ts';
import { farewells } from './database.ts';
import { scratchFolder } from './scratch.ts';
import { superuserUrl } from './superuser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** a data folder whose cluster is shut down and holds an empty migrated database */
    templateFolder: string;
  }
}

/** One data folder that those of all drills are copied from: making a cluster and its tables takes a second each time. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await scratchFolder('manam-template-');
  const remove = () => rm(dataDir, { recursive: true, force: true });
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'warn' }), durable: false });
    try {
      await migrate(postgres.url);
      const name = new URL(postgres.url).pathname.slice(1);
      await farewells(await superuserUrl(dataDir, postgres.url), name);
    } finally {
      await postgres.stop();
    }
  } catch (error) {
    await remove();
    throw error;
  }
  project.provide('templateFolder', dataDir);
  return remove;
}
