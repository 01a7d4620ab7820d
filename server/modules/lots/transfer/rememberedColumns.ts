import { createHash } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { QUALITY_SCALES, type QualityScale } from '../../../domain/spreadsheet/cellValue.ts';
import { plainHead } from '../../../domain/spreadsheet/columnNames.ts';
import { isImportField, type ImportField } from '../../../domain/spreadsheet/importFields.ts';
import type { Database } from '../../../platform/database/database.ts';
import { PreparedStatement } from '../../../platform/database/preparedStatement.ts';
import type { StoredRow } from '../../../platform/database/tableRow.ts';
import type { SheetPlan } from './sheetRows.ts';

/** Sets of columns that are remembered for an account; the one that was used least lately makes room. */
export const MOST_REMEMBERED = 50;

const REMEMBER = new PreparedStatement(
  `insert into lot_import_columns (user_id, heads, columns, quality, used_at) values ($1, $2, $3::text[], $4, $5)
   on conflict (user_id, heads) do update set columns = excluded.columns, quality = excluded.quality, used_at = excluded.used_at`,
);
const MAKE_ROOM = new PreparedStatement(
  `delete from lot_import_columns c where c.user_id = $1 and c.heads in (
     select o.heads from lot_import_columns o where o.user_id = $1
     order by o.used_at desc, o.heads offset ${MOST_REMEMBERED})`,
);

/** What columns with these names were, when the account last imported such a file. Only field names are stored. */
export interface RememberedColumns {
  columns: (ImportField | null)[];
  quality: QualityScale;
}

/** The same names in the same order, however they are capitalised. */
function digestOf(heads: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify(heads.map(plainHead)))
    .digest('hex');
}

export async function findRemembered(
  database: Database,
  userId: string,
  heads: readonly string[],
): Promise<RememberedColumns | null> {
  const row = await database.row<StoredRow<'lot_import_columns', 'columns' | 'quality'>>(
    'select columns, quality from lot_import_columns where user_id = $1 and heads = $2',
    [userId, digestOf(heads)],
  );
  if (row === null || row.columns.length > heads.length) return null;
  return {
    columns: row.columns.map((name) => (isImportField(name) ? name : null)),
    quality: QUALITY_SCALES.find((scale) => scale === row.quality) ?? 100,
  };
}

/** Remembers a mapping, in the transaction that imports by it, which has locked the imports of the account. */
export async function rememberColumns(em: EntityManager, userId: string, plan: SheetPlan, at: Date): Promise<void> {
  const columns = plan.columns.map((field) => field ?? '');
  await REMEMBER.run(em, [userId, digestOf(plan.heads), columns, plan.quality, at]);
  await MAKE_ROOM.run(em, [userId]);
}
