import { FILE } from '../../domain/messages/callMessages.ts';
import type { SheetCell } from '../../domain/spreadsheet/cellValue.ts';
import { MOST_ABOVE, type ColumnFinder } from '../../domain/spreadsheet/columnNames.ts';
import { dateOrderOf, type DateOrder } from '../../domain/spreadsheet/dateText.ts';
import { decimalOf, type Decimal } from '../../domain/spreadsheet/numberText.ts';
import { invalid } from '../errors/refusal.ts';
import type { ChosenFormat, SheetFile } from './sheetFile.ts';
import type { SheetRow } from './workbook.ts';

/** Rows by which the form of numbers and days is found. */
const SAMPLED = 1_000;
/** Values of a column that a person is shown. */
const EXAMPLES = 3;
const LONGEST_EXAMPLE = 60;

/** How a file is read, as far as a person chose it; the rest is found. */
export interface SheetFormatChoice<Field extends string> extends ChosenFormat {
  /** number of the row with the names of the columns */
  headRow?: number | undefined;
  /** the field of each column, null for one that is passed over */
  columns?: readonly (Field | null)[] | undefined;
  decimal?: Decimal | undefined;
  dates?: DateOrder | undefined;
}

/** How a file is read in full. */
export interface ColumnPlan<Field extends string> {
  headRow: number;
  heads: string[];
  columns: readonly (Field | null)[];
  decimal: Decimal;
  dates: DateOrder;
  /** some values of each column */
  examples: string[][];
}

/**
 * Finds how to read a spreadsheet, from its first rows.
 * @returns the plan, with the cells of these rows
 * @throws Refused invalid when it has no row of names
 */
export async function planColumns<Field extends string>(
  file: SheetFile,
  choice: SheetFormatChoice<Field>,
  finder: ColumnFinder<Field>,
): Promise<{ plan: ColumnPlan<Field>; rows: SheetCell[][] }> {
  const first = await firstRows(file);
  const texts = first.slice(0, MOST_ABOVE).map(({ cells }) => cells.map(String));
  const at =
    choice.headRow === undefined ? finder.headRow(texts) : first.findIndex(({ row }) => row === choice.headRow);
  const head = first[at];
  if (head === undefined) throw invalid({ field: 'file', said: FILE.noHeads({}) });
  const rows = first.slice(at + 1).map(({ cells }) => cells);
  const width = rows.reduce((most, row) => Math.max(most, row.length), head.cells.length);
  const heads = Array.from({ length: width }, (_, column) => String(head.cells[column] ?? '').trim());
  const usual = file.format.kind === 'csv' && [';', '\t'].includes(file.format.delimiter) ? ',' : '.';
  const written = rows.flat().filter((cell) => typeof cell === 'string');
  const plan = {
    headRow: head.row,
    heads,
    columns: choice.columns ?? finder.guess(heads),
    decimal: choice.decimal ?? decimalOf(written, usual),
    dates: choice.dates ?? dateOrderOf(written),
    examples: heads.map((_, column) => examplesOf(rows, column)),
  };
  return { plan, rows };
}

/** @throws Refused invalid for more fields than the file has columns */
export function assertMapped({ columns, heads }: Pick<ColumnPlan<string>, 'columns' | 'heads'>): void {
  if (columns.length > heads.length) {
    throw invalid({ field: 'columns', said: FILE.notMapped({ columns: heads.length, named: columns.length }) });
  }
}

async function firstRows(file: SheetFile): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of file.rows()) if (rows.push(row) === SAMPLED) break;
  return rows;
}

function examplesOf(rows: readonly (readonly SheetCell[])[], column: number): string[] {
  const found = new Set<string>();
  for (const row of rows) {
    const text = String(row[column] ?? '').trim();
    if (text !== '') found.add(text.slice(0, LONGEST_EXAMPLE));
    if (found.size === EXAMPLES) break;
  }
  return [...found];
}

/** Rows below the names of the columns. */
export async function* dataRows(file: SheetFile, headRow: number): AsyncGenerator<SheetRow> {
  for await (const row of file.rows()) if (row.row > headRow) yield row;
}

/** The cell of a field in a row, with the head of its column; null for a field without column. */
export function cellOf(
  { columns, heads }: Pick<ColumnPlan<string>, 'columns' | 'heads'>,
  cells: readonly SheetCell[],
  field: string,
): { column: string; value: string } | null {
  const at = columns.indexOf(field);
  if (at < 0) return null;
  const value = String(cells[at] ?? '').trim();
  return { column: heads[at] ?? '', value: value.slice(0, LONGEST_EXAMPLE) };
}
