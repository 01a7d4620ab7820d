import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from '../../server/adapters/postgres-embedded/cluster.ts';

/** The address of an embedded PostgreSQL with the role that may do anything, which the program does not work with. */
export async function superuserUrl(dataDir: string, url: string, database = 'postgres'): Promise<string> {
  const password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim();
  return Object.assign(new URL(url), { username: SUPERUSER, password, pathname: `/${database}` }).href;
}

/** The address of the database of a server that is running with its own PostgreSQL, by its data folder; with the role that may do anything. */
export async function embeddedUrl(dataDir: string): Promise<string> {
  // As PostgreSQL writes it: the fourth line is its port.
  const port = (await readFile(join(dataDir, 'cluster', 'postmaster.pid'), 'utf8')).split('\n')[3];
  return superuserUrl(dataDir, `postgres://127.0.0.1:${port}`, 'manam');
}
