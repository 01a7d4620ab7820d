import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SUPERUSER } from '../../server/database/embedded/cluster.ts';

/** The address of an embedded PostgreSQL with the role that may do anything, which the program does not work with. */
export async function superuserUrl(dataDir: string, url: string, database = 'postgres'): Promise<string> {
  const password = (await readFile(join(dataDir, 'database-password'), 'utf8')).trim();
  return Object.assign(new URL(url), { username: SUPERUSER, password, pathname: `/${database}` }).href;
}
