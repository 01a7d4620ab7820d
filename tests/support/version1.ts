import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { runMigrations } from 'graphile-worker';
import { Client } from 'pg';
import { Migration20261121000000 } from '../../server/platform/database/migrations/Migration20261121000000.ts';
import { Migration20261121100000 } from '../../server/platform/database/migrations/Migration20261121100000.ts';
import { Migration20261121200000 } from '../../server/platform/database/migrations/Migration20261121200000.ts';
import { Migration20261121300000 } from '../../server/platform/database/migrations/Migration20261121300000.ts';
import { Migration20261121400000 } from '../../server/platform/database/migrations/Migration20261121400000.ts';
import { Migration20261121500000 } from '../../server/platform/database/migrations/Migration20261121500000.ts';
import { version1, version1Rows } from './version1Files.ts';

/** The schema of version 1; later migrations are the program's own business. */
const MIGRATIONS = [
  { name: 'Migration20261121000000', class: Migration20261121000000 },
  { name: 'Migration20261121100000', class: Migration20261121100000 },
  { name: 'Migration20261121200000', class: Migration20261121200000 },
  { name: 'Migration20261121300000', class: Migration20261121300000 },
  { name: 'Migration20261121400000', class: Migration20261121400000 },
  { name: 'Migration20261121500000', class: Migration20261121500000 },
];

/**
 * Times by which the program decides what is over: they move along with the calendar, so that a token of the fixture is as old
 * as on the day when it was made. All others belong to the record and stay.
 */
const MOVING: Record<string, readonly string[]> = {
  'public.session': ['created_at', 'last_used_at', 'ended_at'],
  'public.refresh_token': ['issued_at', 'expires_at', 'used_at'],
  'public.login_failure': ['at'],
  'public.ledger_outbox': ['queued_at', 'next_attempt_at'],
  'public.event_log': ['at'],
  'public.idempotency_key': ['held_until', 'created_at'],
  'public.client_error': ['at'],
  'public.client_metric': ['at'],
  'public.search_day': ['day'],
  'public.search_day_lot': ['day'],
  'public.search_session': ['day'],
  'public.contact_request': ['at'],
  'graphile_worker._private_jobs': ['run_at', 'created_at', 'updated_at'],
};

/**
 * Makes the installation of version 1 in a database without a schema: its migrations, then its rows.
 * @param url of the role that is to own the tables
 */
export async function restoreVersion1(url: string): Promise<void> {
  await migrateToVersion1(url);
  const { dumpedAt } = await version1();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query('begin');
    for (const [table, rows] of await version1Rows()) await insert(client, table, rows, dumpedAt);
    await client.query('commit');
    await client.query('analyze');
  } finally {
    await client.end();
  }
}

async function migrateToVersion1(url: string): Promise<void> {
  const orm = await MikroORM.init({
    clientUrl: url,
    entities: [],
    discovery: { warnWhenNoEntities: false },
    extensions: [Migrator],
    migrations: { tableName: 'schema_migration', migrationsList: MIGRATIONS, snapshot: false, allOrNothing: true },
    debug: false,
    logger: () => undefined,
  });
  try {
    await orm.migrator.up();
    await runMigrations({ connectionString: url });
  } finally {
    await orm.close(true);
  }
}

async function insert(client: Client, table: string, rows: Record<string, unknown>[], dumpedAt: string): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  const moving = MOVING[table] ?? [];
  const passed = `(now() - $2::timestamptz)`;
  const values = columns.map((name) => {
    if (!moving.includes(name)) return `r."${name}"`;
    return name === 'day' ? `r.day + (now()::date - $2::timestamptz::date)` : `r."${name}" + ${passed}`;
  });
  // Rows that are written once, and those of erased people, are kept from being written anew by triggers.
  await client.query(`alter table ${table} disable trigger user`);
  await client.query(
    `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) overriding system value
     select ${values.join(', ')} from json_populate_recordset(null::${table}, $1::json) r where $2::text is not null`,
    [JSON.stringify(rows), dumpedAt],
  );
  await client.query(`alter table ${table} enable trigger user`);
  const identities = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attidentity <> ''`,
    [table],
  );
  for (const { name } of identities.rows) {
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), coalesce((select max("${name}") from ${table}), 0) + 1, false)`,
      [table, name],
    );
  }
}
