import { Client } from 'pg';
import { inject } from 'vitest';
import type { TestDatabase } from './database.ts';
import type { TestApp } from './testApp.ts';
import { until } from './until.ts';

/**
 * Stops all servers of a database, and tells how often PostgreSQL had to end one of several transactions that waited for
 * each other: its sessions report that when they end.
 */
export async function deadlocksOf({ url }: TestDatabase, apps: readonly TestApp[]): Promise<number> {
  for (const app of apps) await app.stop();
  const client = new Client({ connectionString: inject('databaseAdminUrl') });
  await client.connect();
  try {
    const name = new URL(url).pathname.slice(1);
    await until(async () => {
      const { rowCount } = await client.query('select from pg_stat_activity where datname = $1', [name]);
      return rowCount === 0;
    }, 'the connections to the database to end');
    const { rows } = await client.query<{ count: number }>(
      'select deadlocks::int as count from pg_stat_database where datname = $1',
      [name],
    );
    return rows[0]?.count ?? -1;
  } finally {
    await client.end();
  }
}
