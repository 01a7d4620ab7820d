import type { ClientBase } from 'pg';

export interface Column {
  name: string;
  /** PostgreSQL's short name, such as `int4`, `timestamptz`, `_text` */
  type: string;
  nullable: boolean;
  /** values that a check names, such as those of a state */
  choices: string[];
  /** table and column that it points to, as `table.column` */
  pointsTo: string | null;
}

export interface Table {
  name: string;
  /** without those that the database computes */
  columns: Column[];
  primaryKey: string[];
  /** columns of each unique index, the primary key's among them */
  unique: string[][];
}

const COLUMNS = `
  select c.relname as table, a.attname as name, t.typname as type, not a.attnotnull as nullable,
    coalesce((select array_agg(distinct choice[1]) from pg_constraint k,
      lateral regexp_matches(pg_get_constraintdef(k.oid), '''([^'']+)''::text', 'g') choice
      where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
        and pg_get_constraintdef(k.oid) like '%= ANY%'), '{}') as choices,
    (select f.confrelid::regclass::text || '.' || p.attname from pg_constraint f
      join pg_attribute p on p.attrelid = f.confrelid and p.attnum = f.confkey[1]
      where f.conrelid = c.oid and f.contype = 'f' and f.conkey = array[a.attnum] limit 1) as "pointsTo"
  from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and a.attgenerated = ''
  order by c.relname, a.attnum`;

const INDEXES = `
  select c.relname as table, i.indisprimary as primary,
    (select array_agg(a.attname::text order by a.attnum) from pg_attribute a where a.attrelid = c.oid and a.attnum in (
      select unnest(i.indkey::int2[])
      union select d.refobjsubid from pg_depend d
        where d.classid = 'pg_class'::regclass and d.objid = i.indexrelid and d.refobjid = c.oid and d.refobjsubid > 0)
    ) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace and i.indisunique`;

/** Every table of the schema `public` as it is now, so that new ones are found by themselves; of one in parts each part, which holds the rows. */
export async function tablesOf(client: ClientBase): Promise<Table[]> {
  const columns = (await client.query<Column & { table: string }>(COLUMNS)).rows;
  const indexes = (await client.query<{ table: string; primary: boolean; columns: string[] }>(INDEXES)).rows;
  return [...Map.groupBy(columns, ({ table }) => table)].map(([name, own]) => ({
    name,
    columns: own.map(({ table: _table, ...column }) => column),
    // Rows of a table without one are identified by all of their columns.
    primaryKey:
      indexes.find((index) => index.table === name && index.primary)?.columns ?? own.map((column) => column.name),
    unique: indexes.filter((index) => index.table === name).map((index) => index.columns),
  }));
}
