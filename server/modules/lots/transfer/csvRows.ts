import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { fieldMessage } from '../../../domain/messages/fieldMessages.ts';
import { FILE } from '../../../domain/messages/callMessages.ts';
import { factsOf, isSettable, type SettableField } from '../../../domain/lot/lotTable.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { cellText } from '../../../platform/rest/csv.ts';
import type { ImportRow } from './importRow.ts';
import { SET_BY_SERVER, SETTABLE } from './lotColumns.ts';

const DELIMITERS = [',', ';', '\t'] as const;
type Delimiter = (typeof DELIMITERS)[number];

/** Longest line, quoted line breaks included. */
const MAX_LINE = 64 * 1024;
/** Columns that must be there; for the others `createLotInput` has a value. */
const NEEDED = SETTABLE.filter((name) => !factsOf(name).optional);

const parsed = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

/**
 * The lots of a CSV file (RFC 4180) with the API's names in its first line. Cells are separated by commas, or, as
 * spreadsheets in Europe do, by semicolons (or tabs); only then may a number have a decimal comma.
 * @param chunks text with line feeds
 * @throws Refused invalid for a malformed file, naming the line
 */
export async function* csvRows(chunks: AsyncGenerator<string>): AsyncGenerator<ImportRow> {
  const { header, whole } = await withHeader(chunks);
  const delimiter = delimiterOf(header);
  const parser = parse({
    delimiter,
    record_delimiter: '\n',
    relax_column_count: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_LINE,
    info: true,
  });
  // Its errors also end the parser, and so the loop below.
  pipeline(whole, parser).catch(() => undefined);
  let names: (SettableField | null)[] | null = null;
  try {
    for await (const item of parser) {
      const { record, info } = parsed.parse(item);
      if (names === null) {
        names = columnsOf(record);
        continue;
      }
      const breaks = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
      yield rowOf(info.lines - breaks, record, names, delimiter);
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', said: FILE.notCsv({ detail: error.message }) });
    throw error;
  }
  if (names === null) throw invalid({ field: 'file', said: FILE.empty({}) });
}

/** The first line, and the text with it. */
async function withHeader(chunks: AsyncGenerator<string>): Promise<{ header: string; whole: AsyncGenerator<string> }> {
  let start = '';
  while (!start.trimStart().includes('\n') && start.length < MAX_LINE) {
    const next = await chunks.next();
    if (next.done) break;
    start += next.value;
  }
  const whole = async function* (): AsyncGenerator<string> {
    yield start;
    yield* chunks;
  };
  return { header: start.trimStart().split('\n', 1)[0] ?? '', whole: whole() };
}

function delimiterOf(header: string): Delimiter {
  const count = (delimiter: Delimiter): number => header.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (count(delimiter) > count(best) ? delimiter : best));
}

/** The field of each column; null for one that the server sets. @throws Refused invalid, naming each column that is wrong */
function columnsOf(header: readonly string[]): (SettableField | null)[] {
  const known = [...SETTABLE, ...SET_BY_SERVER];
  const names = header.map((cell) => {
    const wanted = cell.trim().toLowerCase();
    return known.find((name) => name.toLowerCase() === wanted) ?? cell.trim();
  });
  const unknown = names.filter((name) => !known.includes(name));
  const twice = names.filter((name, at) => names.indexOf(name) < at);
  const missing = NEEDED.filter((name) => !names.includes(name));
  const problems = [
    ...unknown.map((name) => FILE.noColumn({ column: name.slice(0, 60), choices: SETTABLE })),
    ...twice.map((name) => FILE.columnTwice({ column: name.slice(0, 60) })),
    ...missing.map((name) => FILE.columnMissing({ column: name })),
  ];
  if (problems.length > 0) throw invalid(...problems.slice(0, 50).map((said) => ({ field: 'file', said })));
  return names.map((name) => (isSettable(name) ? name : null));
}

function rowOf(
  row: number,
  record: readonly string[],
  names: readonly (SettableField | null)[],
  delimiter: Delimiter,
): ImportRow {
  const input: Record<string, unknown> = {};
  names.forEach((name, at) => {
    const cell = record[at]?.trim() ?? '';
    if (name !== null && cell !== '') input[name] = valueOf(name, cell, delimiter);
  });
  if (record.length === names.length) return { row, input, problems: [] };
  const cells = fieldMessage('', FILE.cells({ cells: record.length, columns: names.length }));
  return { row, input, problems: [cells], shifted: true };
}

/**
 * A cell in the form that the domain validates; invalid numbers and truth values stay text, which the domain rejects.
 */
function valueOf(name: SettableField, cell: string, delimiter: Delimiter): unknown {
  switch (factsOf(name).form) {
    case 'figure':
      return numberOf(cell, delimiter !== ',') ?? cell;
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

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

function numberOf(cell: string, decimalComma: boolean): number | null {
  const text = decimalComma ? cell.replace(',', '.') : cell;
  return NUMBER.test(text) ? Number(text) : null;
}
