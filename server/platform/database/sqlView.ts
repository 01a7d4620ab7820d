import type { TableName, Tables } from './schema/tables.ts';

/**
 * SQL of a table as its owner lets other folders read it, for their `from` and `join`. PostgreSQL plans it as it would
 * plan the table itself.
 * @param columns all that others may name
 * @param condition SQL over the table's columns: which rows others see; all of them without one
 * @throws RangeError for a column that stands twice: PostgreSQL refuses it only where somebody names it
 */
export function sqlView<Table extends TableName>(
  table: Table,
  columns: readonly (keyof Tables[Table] & string)[],
  condition?: string,
): string {
  if (new Set(columns).size < columns.length) throw new RangeError(`A column of the view of ${table} stands twice`);
  return `(select ${columns.join(', ')} from ${table}${condition === undefined ? '' : ` where ${condition}`})`;
}
