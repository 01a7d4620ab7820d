import { z } from 'zod';
import type { AttackedDatabase } from './copy.ts';
import type { Column, Table } from './schema.ts';
import { madeUp, newKeyValue, otherValues, type Value } from './values.ts';

type Row = Record<string, Value>;
const rowJson = z.record(z.string(), z.unknown());

/** What is done to the tables, one thing at a time. */
export interface Change {
  table: string;
  /** null for whole rows */
  column: string | null;
  kind: 'changed' | 'emptied' | 'filled' | 'deleted' | 'inserted' | 'swapped' | 'put back';
  /** distinguishes several of one kind: a place within JSON, or the value that was there */
  part: string;
  /** the row, or the rows, that it is done to, as JSON */
  text: string;
  /** @returns what was done, in words; null where the database refuses every such change */
  apply(): Promise<string | null>;
}

/** `lot.weight_grams changed`, `lot deleted`: what lists and expectations name a change by. */
export function nameOf({ table, column, kind }: Pick<Change, 'table' | 'column' | 'kind'>): string {
  return `${column === null ? table : `${table}.${column}`} ${kind}`;
}

/** Which rows are changed first, and which are left alone. */
export interface Choice {
  /** ids, keys and hashes of what the answers are asked about, the most telling first */
  about: readonly string[];
  /** ids of the caller and their session: changes of these rows change the caller */
  notAbout: readonly string[];
}

/** All changes to one table: each column, then whole rows. To one without a row, a row can only be added. */
export async function changesOf(attacked: AttackedDatabase, table: Table, choice: Choice): Promise<Change[]> {
  const all = await rowsOf(attacked, table);
  const rows = ranked(all, table, choice);
  const [first, second] = rows;
  const whole = (kind: Change['kind'], own: Row[], apply: () => Promise<string | null>): Change => ({
    table: table.name,
    column: null,
    kind,
    part: '',
    text: JSON.stringify(own),
    apply,
  });
  if (first === undefined) {
    const row = Object.fromEntries(table.columns.map((column) => [column.name, madeUp(column)]));
    return [whole('inserted', [row], () => insertMadeUp(attacked, table, row))];
  }
  const columns: Change[] = [];
  for (const column of table.columns) {
    columns.push(...columnChanges(attacked, table, column, rows, await othersOf(attacked, column, all)));
  }
  return [
    ...columns,
    whole('deleted', [first], () => remove(attacked, table, first)),
    whole('inserted', [first], () => insertCopy(attacked, table, first, all)),
    ...(second === undefined ? [] : [whole('swapped', [first, second], () => swap(attacked, table, first, second))]),
  ];
}

/** In the order in which they were written: that of random ids would give other changes each time. */
async function rowsOf({ client }: AttackedDatabase, table: Table): Promise<Row[]> {
  const list = table.columns.map(({ name }) => `"${name}"`).join(', ');
  const { rows } = await client.query<{ row: unknown }>(
    `select row_to_json(t) as row from (select ${list} from "${table.name}" order by ctid) t`,
  );
  return rows.map(({ row }) => rowJson.parse(row));
}

function ranked(rows: readonly Row[], table: Table, { about, notAbout }: Choice): Row[] {
  const rank = (row: Row): number => {
    const text = JSON.stringify(row);
    const place = about.findIndex((id) => text.includes(id));
    return place === -1 ? about.length : place;
  };
  return rows
    .filter((row) => !keyOf(table, row).some((key) => notAbout.includes(key)))
    .map((row) => ({ row, rank: rank(row) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ row }) => row);
}

/** Values of the column elsewhere: in other rows, or the keys that it may point to. */
async function othersOf({ client }: AttackedDatabase, column: Column, rows: readonly Row[]): Promise<Value[]> {
  if (column.pointsTo === null) return rows.map((row) => row[column.name] ?? null);
  const [table, key] = column.pointsTo.split('.');
  const { rows: keys } = await client.query<{ value: Value }>(`select "${key}" as value from ${table} order by 1`);
  return keys.map(({ value }) => (Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : value));
}

function columnChanges(
  attacked: AttackedDatabase,
  table: Table,
  column: Column,
  rows: readonly Row[],
  others: readonly Value[],
): Change[] {
  const change = (kind: Change['kind'], row: Row, part: string, values: readonly Value[]): Change => ({
    table: table.name,
    column: column.name,
    kind,
    part,
    text: JSON.stringify(row),
    apply: () => setFirst(attacked, table, column, row, values),
  });
  const filled = rows.filter((row) => row[column.name] !== null);
  const [row] = filled;
  const empty = rows.find((one) => one[column.name] === null);
  const changes: Change[] = [];
  if (row !== undefined) {
    const value = row[column.name];
    if (column.choices.length > 0) {
      // Each value that is there gives another change: what was recorded is called waiting, what waits is called recorded.
      const each = Map.groupBy(filled, (one) => String(one[column.name]));
      for (const [was, [own]] of each) {
        if (own) changes.push(change('changed', own, was, otherValues(column, own[column.name], others)));
      }
    } else if (column.type === 'jsonb') {
      for (const other of otherValues(column, value, [])) {
        changes.push(change('changed', row, differenceOf(value, other), [other]));
      }
    } else {
      changes.push(change('changed', row, '', otherValues(column, value, others)));
    }
    if (column.nullable) changes.push(change('emptied', row, '', [null]));
  }
  if (empty !== undefined) changes.push(change('filled', empty, '', otherValues(column, null, others)));
  return changes;
}

/** The path at which two JSON values differ. */
function differenceOf(before: Value, after: Value, path = ''): string {
  if (typeof before !== 'object' || typeof after !== 'object' || before === null || after === null) return path;
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  const key = [...is.keys()].find((name) => JSON.stringify(was.get(name)) !== JSON.stringify(is.get(name)));
  return key === undefined ? path : differenceOf(was.get(key), is.get(key), path === '' ? key : `${path}.${key}`);
}

/** Sets the column to the first of the values that the database takes. */
async function setFirst(
  attacked: AttackedDatabase,
  table: Table,
  column: Column,
  row: Row,
  values: readonly Value[],
): Promise<string | null> {
  for (const value of values) {
    const set = `update "${table.name}" set "${column.name}" = (json_populate_record(null::"${table.name}", $1::json))."${column.name}"`;
    const done = await attempt(attacked, table, async () => {
      const given = [JSON.stringify({ [column.name]: value }), ...keyOf(table, row)];
      const { rowCount } = await attacked.client.query(`${set} where ${keyIs(table, 2)}`, given);
      return rowCount === 1;
    });
    if (done) return `${brief(row[column.name])} -> ${brief(value)}`;
  }
  return null;
}

async function remove(attacked: AttackedDatabase, table: Table, row: Row): Promise<string | null> {
  const done = await attempt(attacked, table, async () => {
    const { rowCount } = await attacked.client.query(
      `delete from "${table.name}" where ${keyIs(table, 1)}`,
      keyOf(table, row),
    );
    return rowCount === 1;
  });
  return done ? brief(keyOf(table, row)) : null;
}

/** A copy of a row in which one column of each unique index has a value of its own. */
async function insertCopy(
  attacked: AttackedDatabase,
  table: Table,
  row: Row,
  all: readonly Row[],
): Promise<string | null> {
  const copy = { ...row };
  const renewed = new Set<string>();
  for (const names of table.unique) {
    if (names.some((name) => renewed.has(name))) continue;
    const own = table.columns.filter(({ name }) => names.includes(name));
    const column = own.find(({ pointsTo, choices }) => pointsTo === null && choices.length === 0) ?? own.at(-1);
    if (column === undefined || copy[column.name] === null) continue;
    renewed.add(column.name);
    copy[column.name] =
      column.choices.length > 0
        ? column.choices.find((choice) => !all.some((one) => one[column.name] === choice))
        : newKeyValue(
            column,
            copy[column.name],
            all.map((one) => one[column.name]),
          );
  }
  return (await attempt(attacked, table, () => insert(attacked, table, copy))) ? brief(keyOf(table, copy)) : null;
}

/** Exchanges what two rows hold beside what they are found by and what they point to. */
async function swap(attacked: AttackedDatabase, table: Table, first: Row, second: Row): Promise<string | null> {
  const pointing = table.columns.filter(({ pointsTo }) => pointsTo !== null).map(({ name }) => name);
  const staying = new Set([...table.primaryKey, ...table.unique.flat(), ...pointing]);
  const kept = (row: Row): Row => Object.fromEntries([...staying].map((name) => [name, row[name]]));
  const [one, other] = [
    { ...second, ...kept(first) },
    { ...first, ...kept(second) },
  ];
  if (JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(first).sort())) return null;
  const done = await attempt(attacked, table, async () => {
    for (const row of [first, second]) {
      await attacked.client.query(`delete from "${table.name}" where ${keyIs(table, 1)}`, keyOf(table, row));
    }
    await insert(attacked, table, one);
    return insert(attacked, table, other);
  });
  return done ? `${brief(keyOf(table, first))} <-> ${brief(keyOf(table, second))}` : null;
}

async function insertMadeUp(attacked: AttackedDatabase, table: Table, row: Row): Promise<string | null> {
  return (await attempt(attacked, table, () => insert(attacked, table, row))) ? brief(keyOf(table, row)) : null;
}

async function insert({ client }: AttackedDatabase, table: Table, row: Row): Promise<boolean> {
  const list = table.columns.map(({ name }) => `"${name}"`).join(', ');
  await client.query(
    `insert into "${table.name}" (${list}) select ${list} from json_populate_record(null::"${table.name}", $1::json)`,
    [JSON.stringify(row)],
  );
  return true;
}

/** False where the database refuses: a check, an index or a type. */
async function attempt(attacked: AttackedDatabase, table: Table, work: () => Promise<boolean>): Promise<boolean> {
  try {
    return await attacked.change(table.name, work);
  } catch (error) {
    // Classes 22 and 23: a value that cannot be, and one that a constraint refuses (PostgreSQL, appendix A).
    if (error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))) return false;
    throw error;
  }
}

function keyIs(table: Table, from: number): string {
  return table.primaryKey.map((name, i) => `"${name}"::text = $${from + i}`).join(' and ');
}

/** The primary key as the database casts it to text. */
function keyOf(table: Table, row: Row): string[] {
  return table.primaryKey.map((name) => String(row[name]));
}

function brief(value: Value): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= 40 ? text : `${text.slice(0, 37)}...`;
}
