import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import expectedSchema from '../../server/platform/database/schema/expectedSchema.json' with { type: 'json' };
import { READS_ALL, TABLE_OWNERS } from '../../server/platform/database/tableOwners.ts';
import { packageRoot } from '../../server/platform/process/packageRoot.ts';
import { tableTypes } from '../support/tableTypes.ts';
import { readSources, type Source } from './importTree.ts';
import { tablesInSql, tablesNamed } from './sqlTables.ts';

const OWNERS: Readonly<Record<string, string>> = TABLE_OWNERS;
const TABLES = new Set(Object.keys(OWNERS));

/** A table that a file names although another folder owns it, and why. Add none. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'server/platform/database/rights.ts lot': 'asks PostgreSQL who owns the tables, by the name of one; it reads no row',
};

const PLANTED: Source = {
  path: 'server/modules/mail/planted.ts',
  text: "export const FARMS = (id: string) => `select l.farm_id from alert_mail m, lot l where l.id = '${id}'`;",
};

function isIn(path: string, place: string): boolean {
  return path === place || path.startsWith(`${place}/`);
}

/** The tables that each file of the server names and does not own. */
function foreignTables(sources: readonly Source[]): { path: string; table: string }[] {
  return sources
    .filter(({ path }) => path.startsWith('server/') && !/\.test\.ts$|\/migrations\//.test(path))
    .flatMap((source) =>
      [...tablesNamed(source, TABLES)]
        .filter((table) => !isIn(source.path, OWNERS[table] ?? ''))
        .map((table) => ({ path: source.path, table })),
    );
}

let foreign: { path: string; table: string }[] = [];

beforeAll(async () => {
  foreign = foreignTables([...(await readSources()), PLANTED]);
});

describe('the owner of a table', () => {
  it('is known of every table that the migrations make', () => {
    const made = Object.keys(expectedSchema).flatMap((name) => /^table public\.(\w+)$/.exec(name)?.[1] ?? []);
    expect([...TABLES].sort()).toEqual(made.sort());
    expect([...new Set(Object.values(OWNERS))].filter((folder) => !existsSync(join(packageRoot, folder)))).toEqual([]);
  });

  it('alone names it in SQL', () => {
    const unexplained = foreign
      .filter(({ path }) => path !== PLANTED.path && !Object.keys(READS_ALL).some((place) => isIn(path, place)))
      .map(({ path, table }) => `${path} ${table}`)
      .filter((one) => !(one in EXCEPTIONS));
    expect(unexplained.sort()).toEqual([]);
  });

  it('is not the folder of the planted statement', () => {
    expect(foreign).toContainEqual({ path: PLANTED.path, table: 'lot' });
    expect(foreign).not.toContainEqual({ path: PLANTED.path, table: 'alert_mail' });
  });

  it('has no exception that is not needed', () => {
    const named = new Set(foreign.map(({ path, table }) => `${path} ${table}`));
    expect(Object.keys(EXCEPTIONS).filter((one) => !named.has(one))).toEqual([]);
    expect(Object.keys(READS_ALL).filter((place) => !foreign.some(({ path }) => isIn(path, place)))).toEqual([]);
  });
});

describe('tables in SQL', () => {
  it.each<[string, string[]]>([
    ['select 1 from lot l join alert a on a.lot_id = l.id', ['alert', 'lot']],
    ['select 1 from lot, only alert as a, plot', ['alert', 'lot', 'plot']],
    ['select 1 from (select 1) a, lot l', ['lot']],
    ['insert into session (id) values ($1)', ['session']],
    ['update only lot set stage = $1', ['lot']],
    ['delete from report r using report_file f where f.report_id = r.id', ['report', 'report_file']],
    [`select 'public.plot'::regclass`, ['plot']],
    ['with lots as (select 1 from lot) select 1 from lots', ['lot']],
    ['-- from alert\nselect 1 from lot', ['lot']],
    ['The lot comes from a plot', []],
  ])('%s', (sql, tables) => {
    expect([...tablesInSql(sql)].filter((name) => TABLES.has(name)).sort()).toEqual(tables);
  });
});

describe('the types of tables', () => {
  it('are those of the schema', async () => {
    const file = join(packageRoot, 'server', 'platform', 'database', 'schema', 'tables.ts');
    expect(await readFile(file, 'utf8')).toBe(tableTypes(expectedSchema));
  });
});
