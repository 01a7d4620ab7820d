import { FILE } from '../../domain/messages/callMessages.ts';
import {
  delimiterOf,
  encodingOf,
  namedDelimiter,
  type Delimiter,
  type TextEncoding,
} from '../../domain/spreadsheet/textFormat.ts';
import { pause } from '../concurrency/pause.ts';
import { invalid } from '../errors/refusal.ts';
import { cellText } from '../rest/csv.ts';
import { readCsvRecords } from '../rest/csvRecords.ts';
import { textChunks } from '../validation/textChunks.ts';
import { MOST_COLUMNS, openWorkbook, type SheetRow } from './workbook.ts';

/** A file that can be read from its beginning more than once. */
export interface ReadableFile {
  read(): AsyncIterable<Buffer>;
}

/** Parts of the format that a person chose; the others are found. */
export interface ChosenFormat {
  encoding?: TextEncoding | undefined;
  delimiter?: Delimiter | undefined;
  sheet?: string | undefined;
}

/** A spreadsheet whose rows can be read, more than once. */
export interface SheetFile {
  format:
    | { kind: 'xlsx'; sheet: string; sheets: string[] }
    | { kind: 'csv'; encoding: TextEncoding; delimiter: Delimiter };
  rows(): AsyncGenerator<SheetRow>;
}

const START_BYTES = 64 * 1024;
const ZIP = Buffer.from('PK\x03\x04', 'latin1');
/** Of older Excel files, and of .xlsx files with a password. */
const OLE = Buffer.from('d0cf11e0', 'hex');

/** Whether the content of a file is a workbook; names and media types are often wrong. */
export function isWorkbook(start: Buffer): boolean {
  return [ZIP, OLE].some((magic) => start.subarray(0, 4).equals(magic));
}

/** The first bytes of a file. */
export async function fileStart(file: ReadableFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  for await (const piece of file.read()) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= START_BYTES) break;
  }
  return Buffer.concat(pieces).subarray(0, START_BYTES);
}

/**
 * Opens a workbook or a CSV file of any spreadsheet program, by its content.
 * @throws Refused invalid for an empty file, and for one that is neither
 */
export async function openSheetFile(file: ReadableFile, chosen: ChosenFormat = {}): Promise<SheetFile> {
  const start = await fileStart(file);
  if (start.length === 0) throw invalid({ field: 'file', said: FILE.empty({}) });
  return isWorkbook(start) ? openedWorkbook(file, start, chosen) : openedCsv(file, start, chosen);
}

async function openedWorkbook(file: ReadableFile, start: Buffer, chosen: ChosenFormat): Promise<SheetFile> {
  if (!start.subarray(0, 4).equals(ZIP)) throw invalid({ field: 'file', said: FILE.oldWorkbook({}) });
  const pieces: Buffer[] = [];
  for await (const piece of file.read()) pieces.push(piece);
  const workbook = await openWorkbook(Buffer.concat(pieces));
  const sheet = chosen.sheet ?? workbook.sheets[0] ?? '';
  return { format: { kind: 'xlsx', sheet, sheets: workbook.sheets }, rows: () => workbook.rows(sheet) };
}

async function openedCsv(file: ReadableFile, start: Buffer, chosen: ChosenFormat): Promise<SheetFile> {
  const encoding = chosen.encoding ?? encodingOf(start, await isUtf8(file));
  const text = await firstText(textChunks(file.read(), encoding));
  const named = namedDelimiter(text);
  const delimiter = chosen.delimiter ?? named?.delimiter ?? delimiterOf(text);
  return {
    format: { kind: 'csv', encoding, delimiter },
    async *rows() {
      const chunks = textChunks(file.read(), encoding);
      const records = readCsvRecords(named === null ? chunks : withoutName(chunks, named.length), delimiter);
      for await (const { line, cells } of records) {
        if (cells.length > MOST_COLUMNS)
          throw invalid({ field: 'file', said: FILE.manyColumns({ most: MOST_COLUMNS }) });
        yield { row: line, cells: cells.map((cell) => cellText(cell.trim())) };
      }
    },
  };
}

async function firstText(chunks: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const chunk of chunks) {
    text += chunk;
    if (text.length >= START_BYTES) break;
  }
  return text;
}

/** Empties the line that names the separator: the lines after it keep their numbers. */
async function* withoutName(chunks: AsyncGenerator<string>, length: number): AsyncGenerator<string> {
  let left = length;
  for await (const chunk of chunks) {
    yield left > 0 ? `${'\n'.repeat(left <= chunk.length ? 1 : 0)}${chunk.slice(left)}` : chunk;
    left = Math.max(0, left - chunk.length);
  }
}

async function isUtf8(file: ReadableFile): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of file.read()) {
      decoder.decode(piece, { stream: true });
      await pause();
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
