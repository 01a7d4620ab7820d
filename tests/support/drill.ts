import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, inject } from 'vitest';
import { isServerOf } from '../../server/adapters/postgres-embedded/processes.ts';
import { hasEnded } from '../../server/platform/process/processes.ts';
import { copyFolder } from './copyFolder.ts';
import { restClient, type RestClient } from './restClient.ts';
import { scratchFolder } from './scratch.ts';
import { addUser, build, postgresPid, startServer, type ServerProcess } from './serverProcess.ts';

export const PASSWORD = 'correct-horse-1';

/** A data folder of a drill's own. */
export interface DrillFolder {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  /** ends a PostgreSQL that was left behind, and removes the folder */
  remove(): Promise<void>;
}

/**
 * A folder, and the environment of a server on it: no demo data, no rate limits, a free port.
 * @param holds 'a database': a cluster with an empty migrated database, at rest (a copy of the template, in which no server
 * has run yet); 'nothing': what an installation begins with
 */
export async function drillFolder(holds: 'a database' | 'nothing' = 'a database'): Promise<DrillFolder> {
  const dataDir = await scratchFolder('manam-drill-');
  if (holds === 'a database') await copyFolder(inject('templateFolder'), dataDir);
  return {
    dataDir,
    env: {
      DATA_DIR: dataDir,
      PORT: '0',
      DEMO: 'false',
      FOREST: 'sample',
      PUBLIC_RATE_LIMIT: '0',
      STAFF_RATE_LIMIT: '0',
      LOG_LEVEL: 'silent',
    },
    remove: async () => {
      const pid = await postgresPid(dataDir).catch(() => null);
      if (pid !== null && (await isServerOf(pid, join(dataDir, 'cluster')))) {
        process.kill(pid, 'SIGKILL');
        await hasEnded(pid, 10_000);
      }
      await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Signs in over REST. */
export async function signedIn(url: string, username: string): Promise<RestClient & { accessToken: string }> {
  const { status, data, body } = await restClient(url).send('POST', '/auth/login', { username, password: PASSWORD });
  if (status !== 200) throw new Error(`${username} could not sign in: ${body.message}`);
  return { ...restClient(url, data.access_token), accessToken: data.access_token };
}

interface ListedLot {
  id: string;
  lotId: string;
  blockchainHash: { status: string } | null;
}

/** Every visible lot, page by page. */
export async function allLots(rest: RestClient): Promise<ListedLot[]> {
  const lots: ListedLot[] = [];
  for (let page = 1; ; page++) {
    const { data } = await rest.get(`/lots?limit=100&sort=lotId&order=asc&page=${page}`);
    lots.push(...data.lots);
    if (!data.pagination.hasNext) return lots;
  }
}

/** A server process that a test kills and starts again, on a folder of its own. */
export interface KilledServer {
  folder: DrillFolder;
  server: ServerProcess;
  /** starts it again on the same folder */
  restart(): Promise<RestClient>;
}

/** The numbers of the lots that clients create while the server is killed. */
export const KILL_LOT_IDS = Array.from({ length: 200 }, (_, i) => `LOT${String(10_000 + i)}`);
/** The kill comes after so many answers: in the middle of the creations. */
export const ANSWERED_BEFORE_THE_KILL = 60;

/**
 * Builds the program before each test of the file, and ends the server and removes the folder after it.
 * @returns starts the server with one user, a processor, who is signed in
 */
export function killedServer(): () => Promise<KilledServer & { processor: RestClient }> {
  let folder: DrillFolder | null = null;
  let running: ServerProcess | null = null;
  beforeEach(() => build({ pages: false }));
  afterEach(async () => {
    await running?.kill();
    await folder?.remove();
  });
  return async () => {
    const own = await drillFolder();
    folder = own;
    const start = async (): Promise<ServerProcess> => {
      running = await startServer(own.env, { pages: false });
      return running;
    };
    await addUser(own.env, PASSWORD, 'processor', 'processor');
    const server = await start();
    return {
      folder: own,
      server,
      processor: await signedIn(server.url, 'processor'),
      restart: async () => signedIn((await start()).url, 'processor'),
    };
  };
}
