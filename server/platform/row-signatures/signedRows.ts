import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { auditVersions } from '../audit-log/audit.ts';
import { NEWEST_VERSION, newestVersionSql, nextVersion } from './rowVersions.ts';
import type { SignedFacts, SignedKind } from './signedKinds.ts';
import { signersOf } from './signersOf.ts';

/**
 * Which facts of a table's rows are sealed. They are read by one SQL expression wherever a seal is made or checked, so that
 * both are made of the same bytes.
 */
export interface SignedTable {
  kind: SignedKind;
  table: string;
  /** the column that a row is found by, and its type; as text (bytes in hex) it is what the seal is for */
  key: { column: string; type: 'uuid' | 'text' | 'bytea' };
  /** whether a row may be made again under a key that another one had: then its first version is audited too */
  again: boolean;
  /** whether rows are worth nothing after a time that is sealed: then they may be removed without a line */
  expires: boolean;
  /** SQL over the alias `t`: the rows that carry a seal */
  signedWhile: string;
  /** SQL of the facts as one JSON object, with the newest line about the row. @param alias of the table in the query */
  facts(alias: string): string;
}

/**
 * @param parts.facts SQL expressions by the name of the fact, the row's columns with the alias `t`; instants by `instant`
 * @param parts.again and `expires`: false unless told
 * @param parts.signedWhile all rows unless told
 */
export function signedTable(parts: {
  kind: SignedKind;
  table: string;
  key: SignedTable['key'];
  again?: boolean;
  expires?: boolean;
  signedWhile?: string;
  facts: Record<string, string>;
}): SignedTable {
  const { kind, key, again = false, expires = false, signedWhile = 'true' } = parts;
  const all = { ...parts.facts, [NEWEST_VERSION]: newestVersionSql(kind, identitySql({ key }, 't')) };
  const json = `json_build_object(${Object.entries(all)
    .map(([name, sql]) => `'${name}', ${sql}`)
    .join(', ')})`;
  return { ...parts, again, expires, signedWhile, facts: (alias) => json.replaceAll(/\bt\./g, `${alias}.`) };
}

/** SQL of what a row's seal is for. @param alias of the table in the query */
export function identitySql({ key: { column, type } }: Pick<SignedTable, 'key'>, alias: string): string {
  return type === 'bytea' ? `encode(${alias}.${column}, 'hex')` : `${alias}.${column}::text`;
}

/** SQL of the key that an identity names. @param identity SQL of a text */
export function keySql({ key: { type } }: SignedTable, identity: string): string {
  return type === 'bytea' ? `decode(${identity}, 'hex')` : `${identity}::${type}`;
}

const factRows = z.array(
  z.object({ identity: z.string(), facts: z.record(z.string(), z.unknown()), seal: z.string().nullable() }),
);

function chosen(rows: SignedTable): string {
  return `t.${rows.key.column} in (select ${keySql(rows, 'value')} from json_array_elements_text(?::json))`;
}

/** What is sealed of rows, with their seals as they stand; rows that are not there are left out. */
async function readFacts(
  em: EntityManager,
  rows: SignedTable,
  ids: readonly string[],
): Promise<z.infer<typeof factRows>> {
  return factRows.parse(
    await em.execute(
      `select ${identitySql(rows, 't')} as identity, ${rows.facts('t')} as facts, t.seal from ${rows.table} t
       where ${chosen(rows)}`,
      [JSON.stringify(ids)],
    ),
  );
}

/**
 * Signs rows as they are now. The writer of the rows calls this in the same transaction. An existing row must have
 * passed `verifiedRows` in that transaction; otherwise this would sign a tampered row.
 */
export async function signRows(em: EntityManager, rows: SignedTable, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const seals = signersOf(em);
  const made = await newSignatures(em, rows, await readFacts(em, rows, ids));
  await writeSeals(em, rows, made);
  for (const { identity } of made) seals.broken.forget(rows.kind, identity);
}

/**
 * The seals of rows in their next version, which is audited.
 * @param written the rows' facts as they are now, with their newest lines, and the seals that they had; null for new ones
 * @returns without those whose seals are right as they are
 */
export async function newSignatures(
  em: EntityManager,
  { kind, again }: Pick<SignedTable, 'kind' | 'again'>,
  written: readonly { identity: string; facts: SignedFacts; seal: string | null }[],
): Promise<{ identity: string; seal: string }[]> {
  const seals = signersOf(em);
  const changed = written
    .filter(({ identity, facts, seal }) => !seals.check(kind, identity, facts, seal))
    .map(({ identity, facts, seal }) => ({ identity, facts, version: nextVersion(facts, seal), ended: false }));
  await auditVersions(
    em,
    kind,
    changed.filter(({ version }) => version > 1 || again),
  );
  return changed.map(({ identity, facts, version }) => ({
    identity,
    seal: seals.seal(kind, identity, facts, version),
  }));
}

const goneRows = z.array(z.object({ identity: z.string(), newest: z.unknown(), seal: z.string().nullable() }));

/**
 * Removes rows, and adds a line for each to the audit table, so that one that is put back is found.
 * @param condition SQL over the table's columns, with one `$1`
 * @param most so many at a time, and none that others hold; all of them, and waited for, unless told
 * @returns how many
 */
export async function removeSignedRows(
  em: EntityManager,
  rows: Pick<SignedTable, 'kind' | 'table' | 'key'>,
  { condition, value, most }: { condition: string; value: unknown; most?: number },
): Promise<number> {
  const { kind, table } = rows;
  const identity = identitySql(rows, 't');
  const wanted = condition.replace('$1', '?');
  const some = `ctid in (select ctid from ${table} where ${wanted} limit ${most} for update skip locked)`;
  const gone = goneRows.parse(
    await em.execute(
      `delete from ${table} t where ${most === undefined ? wanted : some}
       returning ${identity} as identity, ${newestVersionSql(kind, identity)} as newest, t.seal`,
      [value],
    ),
  );
  // One without a seal, such as an ended session, counts for nothing already.
  const sealed = gone.filter(({ seal }) => seal !== null);
  await auditVersions(
    em,
    kind,
    sealed.map(({ identity: id, newest, seal }) => ({
      identity: id,
      version: nextVersion({ [NEWEST_VERSION]: newest }, seal),
      ended: true,
    })),
  );
  return gone.length;
}

async function writeSeals(
  em: EntityManager,
  rows: SignedTable,
  made: readonly { identity: string; seal: string }[],
): Promise<void> {
  await em.execute(
    `update ${rows.table} t set seal = made.seal
     from json_to_recordset(?::json) as made (identity text, seal text)
     where t.${rows.key.column} = ${keySql(rows, 'made.identity')}`,
    [JSON.stringify(made)],
  );
}

/** Those of the rows whose seals hold. Broken ones are remembered. Lock the rows first where they are written then. */
export async function verifiedRows(em: EntityManager, rows: SignedTable, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const seals = signersOf(em);
  const found = await readFacts(em, rows, ids);
  return new Set(
    found
      .filter(({ identity, facts, seal }) => seals.holds(rows.kind, identity, facts, seal))
      .map(({ identity }) => identity),
  );
}
