import type { ImportWords } from '../../words/importWords.ts';
import { localizedText } from '../../words/localizedTexts.ts';
import type { ImportResult } from './importCall.ts';
import { sheetField, type SheetFields } from './sheetFields.ts';

/** One error of a file: where it is, what is there, and what is accepted. */
export interface ErrorLine {
  id: string;
  row: number;
  /** empty: the row has none */
  name: string;
  column: string;
  value: string;
  problem: string;
  /** empty where the problem says it */
  accepted: string;
}

/** The errors of a file, one a line. */
export function errorLines<Field extends string>(
  words: ImportWords,
  { rows }: Pick<ImportResult, 'rows'>,
  fields: SheetFields<Field>,
): ErrorLine[] {
  const called = (name: string): { label: string; accepted: string } => {
    const field = sheetField(fields, name);
    return field === null
      ? { label: name, accepted: '' }
      : { label: fields.label(field), accepted: fields.accepted(field) };
  };
  return rows.flatMap(({ row, name, errors }) =>
    errors.map(({ field, said, column, value }, at) => ({
      id: `${row} ${at}`,
      row,
      name: name ?? '',
      column: column ?? called(field).label,
      value: value ?? '',
      problem: localizedText(words, said),
      accepted: called(field).accepted,
    })),
  );
}

/** Lines that contain a text, whatever its case. */
export function findLines(lines: readonly ErrorLine[], text: string): ErrorLine[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [...lines];
  return lines.filter((line) => Object.values(line).join('\n').toLowerCase().includes(wanted));
}

/** The errors as CSV (RFC 4180). A text that a spreadsheet would compute begins with an apostrophe. */
export function errorsCsv(heads: readonly string[], lines: readonly ErrorLine[]): string {
  const rows = lines.map(({ row, name, column, value, problem, accepted }) => [
    String(row),
    name,
    column,
    value,
    problem,
    accepted,
  ]);
  return [heads, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const safe = /^[=+\-@\t]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
