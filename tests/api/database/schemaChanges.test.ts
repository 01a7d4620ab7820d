import { Client } from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import expectedSchema from '../../../server/platform/database/schema/expectedSchema.json' with { type: 'json' };
import { comparable, schemaDifferences } from '../../../server/platform/database/schema/compareSchema.ts';
import { readSchema } from '../../../server/platform/database/schema/readSchema.ts';
import { schemaChanges } from '../../support/schemaChanges.ts';
import { createTestApp, type TestApp } from '../../support/testApp.ts';
import { until } from '../../support/until.ts';
import { servicesOf } from '../../support/services.ts';

let app: TestApp;
const logged: string[] = [];

beforeAll(async () => {
  app = await createTestApp();
});
afterAll(() => app.stop());

async function sql(statements: string): Promise<void> {
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  try {
    await client.query(statements);
  } finally {
    await client.end();
  }
}

async function objectsNow() {
  const { em, end } = await app.app.database.moment();
  return readSchema(em).finally(end);
}

/** What the integrity run names of the schema. */
async function named(): Promise<string[]> {
  const { findings } = await servicesOf(app.app).integrityAudit.run();
  return findings.filter(({ table }) => table === 'schema').map(({ row }) => row);
}

const health = async () => (await app.rest.get('/health')).data.database;

const FIGURES = (expectedSchema as Record<string, string>)['function public.note_alert_figures()'] ?? '';
const changes = schemaChanges(FIGURES.slice(FIGURES.indexOf('\n')));

describe('the schema', () => {
  it('that the program expects is the one that the migrations make (npm run generate)', async () => {
    const made = Object.fromEntries((await objectsNow()).map((object) => [object.name, comparable(object)]));
    expect(expectedSchema).toEqual(made);
  });

  it('is named by nobody where nothing was changed', async () => {
    expect(await named()).toEqual([]);
    expect(await health()).toMatchObject({ status: 'ok' });
  });

  it.each(changes.map((change) => [change.what, change] as const))('is named with %s', async (_, change) => {
    await sql(change.sql);
    const found = await named().finally(() => sql(change.undo));
    expect(found).toEqual(expect.arrayContaining([...change.named]));
    expect(await named()).toEqual([]);
  });

  it('may have tables, views and indexes that somebody added beside those of the program', async () => {
    await sql(`create table copied as table alert; create unique index on copied (id); create view open as select * from copied;
      create index alert_with_title on alert (title)`);
    expect(await named()).toEqual([]);
    await sql('drop view open; drop table copied; drop index alert_with_title');
  });

  it('is compared at the start: health says how many objects differ, and the log names them', async () => {
    logged.length = 0;
    await sql(`alter table alert disable trigger alert_figures; create schema if not exists other`);
    const { pathname } = new URL(app.databaseUrl);
    await sql(`alter database ${pathname.slice(1)} set search_path = other, public`);
    const log = pino({ level: 'error' }, { write: (line: string) => void logged.push(line) });
    const started = await createTestApp({ database: app.databaseUrl, surroundings: { log } });
    try {
      const { data } = await started.rest.get('/health');
      expect(data.database).toMatchObject({
        status: 'degraded',
        said: { code: 'health.schema_differs', values: { count: 2 } },
      });
      const objects = logged.map((line) => JSON.parse(line).object).filter((object) => object !== undefined);
      expect(objects.sort()).toEqual(['setting search_path', 'trigger public.alert.alert_figures']);
    } finally {
      await started.stop();
      await sql(
        `alter database ${pathname.slice(1)} reset search_path; alter table alert enable trigger alert_figures`,
      );
      // A connection that was made meanwhile has the setting for as long as it lives.
      await sql(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`);
    }
    // A connection that was cut may be taken once more.
    await until(async () => (await named()).length === 0, 'the audit to name nothing');
    await until(async () => (await health()).status === 'ok', 'health to say that nothing differs');
  });
});

describe('differences of a schema', () => {
  const table = { name: 'table public.lot', definition: 'table', table: null, optional: true };

  it('are what is missing, changed and added', () => {
    const expected = { 'table public.lot': 'table', 'trigger public.lot.kept': 'create trigger kept' };
    const trigger = { name: 'trigger public.lot.kept', table: 'public.lot', optional: false };
    const added = {
      name: 'trigger public.lot.added',
      definition: 'create trigger',
      table: 'public.lot',
      optional: false,
    };
    expect(schemaDifferences(expected, [table])).toEqual([
      { table: 'schema', row: 'trigger public.lot.kept', fault: 'is missing' },
    ]);
    expect(
      schemaDifferences(expected, [table, { ...trigger, definition: 'create trigger kept disabled' }, added]),
    ).toEqual([
      { table: 'schema', row: 'trigger public.lot.kept', fault: 'is not what the migrations made' },
      { table: 'schema', row: 'trigger public.lot.added', fault: 'was not made by a migration' },
    ]);
  });
});
