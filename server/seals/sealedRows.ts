import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { SealedKind } from './seals.ts';
import { sealsOf } from './sealsOf.ts';

/**
 * Which facts of a table's rows are sealed. They are read by one SQL expression wherever a seal is made or checked, so that
 * both are made of the same bytes.
 */
export interface SealedRows {
  kind: SealedKind;
  table: string;
  /** the column that a row is found by, and its type; as text it is what the seal is for */
  key: { column: string; type: 'uuid' | 'text' };
  /** SQL of the facts as one JSON object. @param alias of the table in the query */
  facts(alias: string): string;
}

/**
 * @param parts.facts SQL expressions by the name of the fact, the row's columns with the alias `t`; instants by `instant`
 */
export function sealedRows(parts: {
  kind: SealedKind;
  table: string;
  key: SealedRows['key'];
  facts: Record<string, string>;
}): SealedRows {
  const pairs = Object.entries(parts.facts).map(([name, sql]) => `'${name}', ${sql}`);
  const json = `json_build_object(${pairs.join(', ')})`;
  return { ...parts, facts: (alias) => json.replaceAll(/\bt\./g, `${alias}.`) };
}

/** SQL of a timestamptz as ISO 8601 in UTC with microseconds, whatever the connection's time zone. */
export function instant(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
}

/** A moment as `instant` writes it. */
export function instantText(at: Date): string {
  return at.toISOString().replace('Z', '000Z');
}

const factRows = z.array(
  z.object({ identity: z.string(), facts: z.record(z.string(), z.unknown()), seal: z.string().nullable() }),
);

function chosen({ key }: SealedRows): string {
  return `t.${key.column} in (select value::${key.type} from json_array_elements_text(?::json))`;
}

/** What is sealed of rows, with their seals as they stand; rows that are not there are left out. */
async function readFacts(
  em: EntityManager,
  rows: SealedRows,
  ids: readonly string[],
): Promise<z.infer<typeof factRows>> {
  return factRows.parse(
    await em.execute(
      `select t.${rows.key.column}::text as identity, ${rows.facts('t')} as facts, t.seal from ${rows.table} t
       where ${chosen(rows)}`,
      [JSON.stringify(ids)],
    ),
  );
}

/**
 * Seals rows as they stand now: called by whoever has just written them, in the same transaction. A row that was there before
 * must have been found whole by `wholeRows` in that transaction, else what somebody else made of it would be sealed.
 */
export async function sealRows(em: EntityManager, rows: SealedRows, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const seals = sealsOf(em);
  const made = (await readFacts(em, rows, ids)).map(({ identity, facts }) => ({
    identity,
    seal: seals.seal(rows.kind, identity, facts),
  }));
  await writeSeals(em, rows, made);
  for (const { identity } of made) seals.broken.forget(rows.kind, identity);
}

async function writeSeals(
  em: EntityManager,
  { table, key }: SealedRows,
  made: readonly { identity: string; seal: string }[],
): Promise<void> {
  await em.execute(
    `update ${table} t set seal = made.seal
     from json_to_recordset(?::json) as made (identity ${key.type}, seal text) where t.${key.column} = made.identity`,
    [JSON.stringify(made)],
  );
}

/** Those of the rows whose seals hold. Broken ones are remembered. Lock the rows first where they are written then. */
export async function wholeRows(em: EntityManager, rows: SealedRows, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const seals = sealsOf(em);
  const found = await readFacts(em, rows, ids);
  return new Set(
    found
      .filter(({ identity, facts, seal }) => seals.holds(rows.kind, identity, facts, seal))
      .map(({ identity }) => identity),
  );
}

/**
 * Seals a portion of rows that were written before there were seals: for the upgrade alone.
 * @param condition SQL over the alias `t`: which rows are to have a seal
 * @returns how many were sealed; 0 when there are none left
 */
export async function sealUnsealedRows(
  em: EntityManager,
  rows: SealedRows,
  condition: string,
  limit: number,
): Promise<number> {
  const { kind, table, key } = rows;
  const seals = sealsOf(em);
  const found = factRows.parse(
    await em.execute(
      `select t.${key.column}::text as identity, ${rows.facts('t')} as facts, t.seal from ${table} t
       where t.seal is null and ${condition} order by t.${key.column} limit ${limit} for update`,
    ),
  );
  const made = found.map(({ identity, facts }) => ({ identity, seal: seals.seal(kind, identity, facts) }));
  await writeSeals(em, rows, made);
  return made.length;
}
