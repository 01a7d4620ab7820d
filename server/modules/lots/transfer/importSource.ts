import { FILE } from '../../../domain/messages/callMessages.ts';
import { NEEDED } from '../../../domain/spreadsheet/importFields.ts';
import type { Database } from '../../../platform/database/database.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { isWorkbook, openSheetFile, fileStart, type ReadableFile } from '../../../platform/spreadsheet/sheetFile.ts';
import { assertMapped } from '../../../platform/spreadsheet/sheetPlan.ts';
import type { ImportRow } from './importRow.ts';
import { importRows } from './importRows.ts';
import { LotNumbers } from './lotNumbers.ts';
import { lotsOfSheet, planSheet, type SheetChoice, type SheetPlan } from './sheetRows.ts';

/** The lots of a file, read as often as needed. */
export interface ImportSource {
  rows(): AsyncGenerator<ImportRow>;
  /** numbers rows without lot id anew; false where no row is numbered */
  renumber(): boolean;
  /** how a spreadsheet is read; null for the specified kinds of files */
  plan: SheetPlan | null;
}

/**
 * A file that says nothing else is CSV or GeoJSON with the API's own names (`importRows`); a workbook, and a file about
 * which something is said, is a spreadsheet.
 * @throws Refused invalid for a spreadsheet in which a column is missing
 */
export async function importSource(database: Database, file: ReadableFile, choice: SheetChoice): Promise<ImportSource> {
  const isChosen = Object.values(choice).some((given) => given !== undefined);
  if (!isChosen && !isWorkbook(await fileStart(file))) {
    return { rows: () => importRows(file), renumber: () => false, plan: null };
  }
  const sheet = await openSheetFile(file, choice);
  const plan = await planSheet(sheet, choice);
  assertColumns(plan);
  const numbers = new LotNumbers(database);
  return {
    rows: () => lotsOfSheet(sheet, plan, numbers),
    renumber: () => {
      numbers.renumber();
      return true;
    },
    plan,
  };
}

/** Lot ids may be missing, and places where there are plots. */
function assertColumns(plan: SheetPlan): void {
  assertMapped(plan);
  const { columns } = plan;
  const spared = columns.includes('plots') ? ['lotId', 'latitude', 'longitude'] : ['lotId'];
  const missing = NEEDED.filter((name) => !columns.includes(name) && !spared.includes(name));
  if (missing.length > 0) {
    throw invalid(...missing.map((column) => ({ field: 'file', said: FILE.columnMissing({ column }) })));
  }
}
