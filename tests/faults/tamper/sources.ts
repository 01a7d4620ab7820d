import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { packageRoot } from '../../../server/platform/process/packageRoot.ts';
import { readList } from '../../support/documentLists.ts';

/** What a column is (docs/spec/ledger-and-verification.md, 'Column classes'). */
export type ColumnKind = 'fact' | 'operation' | 'internal';
const KINDS: readonly string[] = ['fact', 'operation', 'internal'] satisfies ColumnKind[];

/** Kinds by `table.column`; `table.*` stands for the columns of a table that are not named. */
export type Sources = ReadonlyMap<string, ColumnKind>;

/** The list of columns and their sources in docs/security.md. */
export async function documentedSources(): Promise<Sources> {
  return readSources(await readFile(join(packageRoot, 'docs', 'security.md'), 'utf8'));
}

/**
 * Reads the list 'Columns'. The label of an item names columns as `` `lot.variety` ``, several with commas, or `` `session.*` ``.
 * @throws Error when there is no such list, for an item that names no column, or a kind that is none
 */
export function readSources(text: string): Sources {
  const sources = new Map<string, ColumnKind>();
  for (const { label, fields } of readList(text, 'Columns')) {
    const columns = [...label.matchAll(/`([a-z0-9_]+\.(?:[a-z0-9_]+|\*))`/g)].map(([, name = '']) => name);
    const known = kindOf(fields.Kind ?? '');
    if (columns.length === 0 || known === null) throw new Error(`docs/security.md, columns: ${label}`);
    for (const column of columns) sources.set(column, known);
  }
  return sources;
}

function kindOf(cell: string): ColumnKind | null {
  const word = cell.toLowerCase().split(/[^a-z]/)[0] ?? '';
  return isKind(word) ? word : null;
}

const isKind = (word: string): word is ColumnKind => KINDS.includes(word);

/** The kind of a column, or of whole rows of a table: a fact where one of its columns is. Null: not named. */
export function kindIn(sources: Sources, table: string, column: string | null): ColumnKind | null {
  if (column !== null) return sources.get(`${table}.${column}`) ?? sources.get(`${table}.*`) ?? null;
  const kinds = [...sources].filter(([name]) => name.startsWith(`${table}.`)).map(([, kind]) => kind);
  return kinds.find((kind) => kind === 'fact') ?? kinds.find((kind) => kind === 'operation') ?? kinds[0] ?? null;
}
