import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { Database } from './database.ts';
import type { SignedFacts } from '../row-signatures/signedKinds.ts';
import { removeSignedRows, signedTable, signRows, verifiedRows } from '../row-signatures/signedRows.ts';
import { instantSql } from '../row-signatures/instantSql.ts';

/** Rows of `installation`: the program's settings about itself. */
export const INSTALLATION_SETTINGS = signedTable({
  kind: 'installation',
  table: 'installation',
  key: { column: 'key', type: 'text' },
  again: true,
  facts: { value: 't.value', at: instantSql('t.at') },
});

export interface InstallationSetting {
  /** JSON */
  value: unknown;
  at: Date;
}

const markRows = z.array(z.object({ value: z.unknown(), at: z.coerce.date() }));

/** The value of a key; null if it has none, or none with a valid signature. */
export async function readMark(em: EntityManager, key: string): Promise<InstallationSetting | null> {
  const [row] = markRows.parse(await em.execute('select value, at from installation where key = ?', [key]));
  if (row === undefined || !(await verifiedRows(em, INSTALLATION_SETTINGS, [key])).has(key)) return null;
  return row;
}

/** The same outside of a transaction: a call that only reads opens none, and uses no idempotency key. */
export async function setTimestamp(
  database: Pick<Database, 'row' | 'seals'>,
  key: string,
): Promise<InstallationSetting | null> {
  const row = await database.row<InstallationSetting & { facts: SignedFacts; seal: string | null }>(
    `select value, at, ${INSTALLATION_SETTINGS.facts('t')} as facts, seal from installation t where key = $1`,
    [key],
  );
  return row !== null && database.seals.holds(INSTALLATION_SETTINGS.kind, key, row.facts, row.seal) ? row : null;
}

/** Stores a JSON value, replacing the previous one. */
export async function writeMark(em: EntityManager, key: string, value: unknown, at: Date): Promise<void> {
  await em.execute(
    `insert into installation (key, value, at) values (?, ?::jsonb, ?)
     on conflict (key) do update set value = excluded.value, at = excluded.at`,
    [key, JSON.stringify(value), at],
  );
  await signRows(em, INSTALLATION_SETTINGS, [key]);
}

/** Deletes a value, if there is one. */
export async function removeMark(em: EntityManager, key: string): Promise<void> {
  await removeSignedRows(em, INSTALLATION_SETTINGS, { condition: 'key = $1', value: key });
}
