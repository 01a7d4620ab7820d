import { fieldMessage } from '../../../domain/messages/fieldMessages.ts';
import { FILE } from '../../../domain/messages/callMessages.ts';
import {
  IMPORT_FIELDS,
  isImportField,
  NEEDED,
  formOfField,
  type ImportField,
} from '../../../domain/spreadsheet/importFields.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { cellText } from '../../../platform/rest/csv.ts';
import type { Delimiter } from '../../../domain/spreadsheet/textFormat.ts';
import { csvNumber, readCsvRecords } from '../../../platform/rest/csvRecords.ts';
import type { ImportRow } from './importRow.ts';
import { SET_BY_SERVER, withDelivery } from './lotColumns.ts';

/**
 * The lots of a CSV file (RFC 4180) with the API's names in its first line. Cells are separated by commas, or, as
 * spreadsheets in Europe do, by semicolons (or tabs); only then may a number have a decimal comma.
 * @param chunks text with line feeds
 * @throws Refused invalid for a malformed file, naming the line
 */
export async function* csvRows(chunks: AsyncGenerator<string>): AsyncGenerator<ImportRow> {
  let names: (ImportField | null)[] | null = null;
  for await (const { line, cells, delimiter } of readCsvRecords(chunks)) {
    if (names === null) names = columnsOf(cells);
    else yield rowOf(line, cells, names, delimiter);
  }
  if (names === null) throw invalid({ field: 'file', said: FILE.empty({}) });
}

/** The field of each column; null for one that the server sets. @throws Refused invalid, naming each column that is wrong */
function columnsOf(header: readonly string[]): (ImportField | null)[] {
  const known = [...IMPORT_FIELDS, ...SET_BY_SERVER];
  const names = header.map((cell) => {
    const wanted = cell.trim().toLowerCase();
    return known.find((name) => name.toLowerCase() === wanted) ?? cell.trim();
  });
  const unknown = names.filter((name) => !known.includes(name));
  const twice = names.filter((name, at) => names.indexOf(name) < at);
  const missing = NEEDED.filter((name) => !names.includes(name));
  const problems = [
    ...unknown.map((name) => FILE.noColumn({ column: name.slice(0, 60), choices: IMPORT_FIELDS })),
    ...twice.map((name) => FILE.columnTwice({ column: name.slice(0, 60) })),
    ...missing.map((name) => FILE.columnMissing({ column: name })),
  ];
  if (problems.length > 0) throw invalid(...problems.slice(0, 50).map((said) => ({ field: 'file', said })));
  return names.map((name) => (isImportField(name) ? name : null));
}

function rowOf(
  row: number,
  record: readonly string[],
  names: readonly (ImportField | null)[],
  delimiter: Delimiter,
): ImportRow {
  const values: Record<string, unknown> = {};
  names.forEach((name, at) => {
    const cell = record[at]?.trim() ?? '';
    if (name !== null && cell !== '') values[name] = valueOf(name, cell, delimiter);
  });
  const input = withDelivery(values);
  if (record.length === names.length) return { row, input, problems: [] };
  const cells = fieldMessage('', FILE.cells({ cells: record.length, columns: names.length }));
  return { row, input, problems: [cells], shifted: true };
}

/**
 * A cell in the form that the domain validates; invalid numbers and truth values stay text, which the domain rejects.
 */
function valueOf(name: ImportField, cell: string, delimiter: Delimiter): unknown {
  switch (formOfField(name)) {
    case 'figure':
      return csvNumber(cell, delimiter) ?? cell;
    case 'flag':
      return { true: true, false: false }[cell.toLowerCase()] ?? cell;
    case 'texts':
      return cell
        .split(/[|;,]/)
        .map((one) => one.trim())
        .filter((one) => one !== '');
    default:
      return cellText(cell);
  }
}
