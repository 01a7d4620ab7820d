import { pipeline } from 'node:stream/promises';
import { CsvError, parse } from 'csv-parse';
import { z } from 'zod';
import { FILE } from '../../domain/messages/callMessages.ts';
import type { Delimiter } from '../../domain/spreadsheet/textFormat.ts';
import { invalid } from '../errors/refusal.ts';

/** Those of the specified files; a spreadsheet of any other kind names its own. */
const DELIMITERS = [',', ';', '\t'] as const satisfies readonly Delimiter[];

/** Longest line, quoted line breaks included. */
const MAX_LINE = 64 * 1024;

const parsed = z.object({ record: z.array(z.string()), info: z.object({ lines: z.int() }) });

/** A line of a CSV file; of several lines when a cell has line breaks. */
export interface CsvRecord {
  /** of the file, the first being 1 */
  line: number;
  cells: string[];
  delimiter: Delimiter;
}

/**
 * The lines of a CSV file (RFC 4180), the header first, without empty ones. Cells are separated by commas, or, as
 * spreadsheets in Europe do, by semicolons (or tabs).
 * @param chunks text with line feeds
 * @param named the separator, where it is known
 * @throws Refused invalid for a malformed file, naming the line
 */
export async function* readCsvRecords(chunks: AsyncGenerator<string>, named?: Delimiter): AsyncGenerator<CsvRecord> {
  const { header, whole } = await withHeader(chunks);
  const delimiter = named ?? delimiterOf(header);
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
  try {
    for await (const item of parser) {
      const { record, info } = parsed.parse(item);
      const breaks = record.reduce((count, cell) => count + cell.split('\n').length - 1, 0);
      yield { line: info.lines - breaks, cells: record, delimiter };
    }
  } catch (error) {
    if (error instanceof CsvError) throw invalid({ field: 'file', said: FILE.notCsv({ detail: error.message }) });
    throw error;
  }
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
  return DELIMITERS.toSorted((one, other) => count(other) - count(one))[0] ?? ',';
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d{1,3})?$/i;

/** The number in a cell, or null. A decimal comma is one only where cells are not separated by commas. */
export function csvNumber(cell: string, delimiter: Delimiter): number | null {
  const text = delimiter === ',' ? cell : cell.replace(',', '.');
  return NUMBER.test(text) ? Number(text) : null;
}
