import { cellValue, qualityScaleOf, type SheetCell, type ValueFormat } from '../../../domain/spreadsheet/cellValue.ts';
import { LOT_COLUMN_NAMES } from '../../../domain/spreadsheet/columnNames.ts';
import { EXAMPLE_LOT_ID, type ImportField } from '../../../domain/spreadsheet/importFields.ts';
import type { SheetFile } from '../../../platform/spreadsheet/sheetFile.ts';
import {
  cellOf,
  dataRows,
  planColumns,
  type SheetFormatChoice,
  type ColumnPlan,
} from '../../../platform/spreadsheet/sheetPlan.ts';
import type { ImportRow } from './importRow.ts';
import { withDelivery } from './lotColumns.ts';
import type { LotNumbers } from './lotNumbers.ts';

/** How a file is read, as far as a person chose it; the rest is found. */
export interface SheetChoice extends SheetFormatChoice<ImportField>, Partial<Pick<ValueFormat, 'quality'>> {}

/** How a file is read in full. */
export type SheetPlan = ColumnPlan<ImportField> & ValueFormat;

/** Finds how to read a spreadsheet, from its first rows. @throws Refused invalid when it has no row of names */
export async function planSheet(file: SheetFile, choice: SheetChoice): Promise<SheetPlan> {
  const { plan, rows } = await planColumns(file, choice, LOT_COLUMN_NAMES);
  const quality = choice.quality ?? qualityScaleOf(scoresOf(rows, plan.columns, { ...plan, quality: 100 }));
  return { ...plan, quality };
}

function scoresOf(
  rows: readonly (readonly SheetCell[])[],
  columns: SheetPlan['columns'],
  format: ValueFormat,
): number[] {
  const at = columns.indexOf('qualityScore');
  if (at < 0) return [];
  return rows.flatMap((row) => {
    const score = cellValue('qualityScore', row[at] ?? '', format);
    return typeof score === 'number' ? [score] : [];
  });
}

/**
 * The lots of a spreadsheet by its plan. Rows with nothing in the named columns are passed over; rows without lot id are
 * numbered.
 */
export async function* lotsOfSheet(
  file: SheetFile,
  plan: SheetPlan,
  numbers: Pick<LotNumbers, 'of' | 'addNamed'>,
): AsyncGenerator<ImportRow> {
  for await (const { row, cells } of dataRows(file, plan.headRow)) {
    const values: Record<string, unknown> = {};
    plan.columns.forEach((field, at) => {
      const value = field === null ? undefined : cellValue(field, cells[at] ?? '', plan);
      if (field !== null && value !== undefined) values[field] = value;
    });
    if (Object.keys(values).length === 0 || values['lotId'] === EXAMPLE_LOT_ID) continue;
    const isNumbered = values['lotId'] === undefined;
    if (isNumbered) values['lotId'] = await numbers.of(row);
    else if (typeof values['lotId'] === 'string') numbers.addNamed(values['lotId']);
    yield { row, input: withDelivery(values), problems: [], isNumbered, cellOf: (field) => cellOf(plan, cells, field) };
  }
}
