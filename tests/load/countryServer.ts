import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Pool } from 'pg';
import { pino } from 'pino';
import { migrate } from '../../server/platform/database/migrate.ts';
import { startEmbeddedPostgres } from '../../server/adapters/postgres-embedded/embeddedPostgres.ts';
import { UserService } from '../../server/modules/identity/userService.ts';
import { isFolded } from '../../server/modules/monitoring/statistics/applyStatistics.ts';
import { connectAsProgram } from '../support/sealed.ts';
import { superuserUrl } from '../support/superuser.ts';
import { startServer } from '../support/serverProcess.ts';
import { until } from '../support/until.ts';
import { benchSettings, SECRET } from './benchSettings.ts';
import { QUIET_FARM, seedCountry } from './countrySeed.ts';

const PASSWORD = 'bench-password-1';
/** The first fold of 1,000,000 lots takes some minutes on a busy machine. */
const FOLD_MS = 15 * 60_000;

/** The built server over the lots of a country, and tokens of those who ask it. */
export interface Country {
  url: string;
  /** process of the server */
  pid: number;
  admin: string;
  /** of the quiet farm */
  farmer: string;
}

/** Makes a country of so many lots, or takes the one that BENCH_DATA holds, and ends its server after the work. */
export async function withCountry<T>(lots: number, work: (country: Country) => Promise<T>): Promise<T> {
  const dataDir =
    process.env.BENCH_DATA === undefined
      ? await mkdtemp(join(tmpdir(), 'manam-lists-'))
      : join(process.env.BENCH_DATA, String(lots));
  const postgres = await startEmbeddedPostgres({ dataDir, log: pino({ level: 'error' }) });
  const ends: (() => Promise<unknown>)[] = [() => postgres.stop()];
  if (process.env.BENCH_DATA === undefined) ends.unshift(() => rm(dataDir, { recursive: true, force: true }));
  try {
    await migrate(postgres.url);
    const server = await startServer(benchSettings(postgres.url, dataDir));
    ends.push(() => server.stop());
    await seed(dataDir, postgres.url, lots);
    await restingDatabase(await superuserUrl(dataDir, postgres.url, 'manam'));
    const admin = await signIn(server.url, 'bench');
    const farmer = await signIn(server.url, 'quiet');
    return await work({ url: server.url, pid: server.child.pid ?? 0, admin, farmer });
  } finally {
    for (const end of ends.reverse()) await end();
  }
}

/** Beside the running server, which has begun on an empty database: no lot waits to be judged. */
async function seed(dataDir: string, url: string, lots: number): Promise<void> {
  const client = new Client({ connectionString: await superuserUrl(dataDir, url, 'manam') });
  await client.connect();
  try {
    const there = await client.query('select 1 from lot limit 1');
    if (there.rows.length > 0) return;
    await seedCountry(client, lots);
  } finally {
    await client.end();
  }
  const database = await connectAsProgram(url, { poolSize: 2, secret: SECRET });
  const users = new UserService({ database });
  await users.addUser({ username: 'bench', name: 'Bench', role: 'admin', password: PASSWORD });
  await users.addUser({ username: 'quiet', name: 'Quiet', role: 'farmer', farmId: QUIET_FARM, password: PASSWORD });
  await database.close();
}

/** Waits until the sums of the seeded lots are folded, and writes out what all of it changed: neither is what a list or a figure takes. */
async function restingDatabase(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url, max: 1 });
  try {
    await until(() => isFolded(pool, new Date()), 'sums of the seeded lots', { withinMs: FOLD_MS, lookMs: 1_000 });
    await pool.query('vacuum analyze');
    await pool.query('checkpoint');
  } finally {
    await pool.end();
  }
}

async function signIn(url: string, username: string): Promise<string> {
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  const answer: { data: { access_token: string } } = JSON.parse(await response.text());
  return answer.data.access_token;
}
