import { SaxesParser } from 'saxes';
import { FILE } from '../../domain/messages/callMessages.ts';
import type { SheetCell } from '../../domain/spreadsheet/cellValue.ts';
import { pause } from '../concurrency/pause.ts';
import { invalid } from '../errors/refusal.ts';
import { damaged, unpacked, zipEntries } from './zipEntries.ts';

/** Unpacked bytes that are read of a workbook: 50,000 lots with all columns need about half of them. */
const MOST_UNPACKED = 100 * 1024 * 1024;
/** Columns with something in them. */
export const MOST_COLUMNS = 200;
/** Longest text of a cell, as Excel has it. */
const LONGEST_TEXT = 32_767;
const MAIN = 'xl/workbook.xml';

/** A row of a sheet, empty cells as ''. */
export interface SheetRow {
  /** its number in the sheet, or line in the file, from 1 */
  row: number;
  cells: SheetCell[];
}

export interface Workbook {
  /** names of the visible sheets */
  sheets: string[];
  /** @throws Refused invalid for a name that no sheet has */
  rows(sheet: string): AsyncGenerator<SheetRow>;
}

/**
 * Opens an .xlsx workbook (ECMA-376). Values are read as they are shown where it matters: days as YYYY-MM-DD,
 * percentages as percent. Formulas have the value that the program which wrote the file computed. XML entities of the file's own are
 * not expanded.
 * @param mostUnpacked bytes
 * @throws Refused invalid for what is no workbook, and for one that is too large unpacked
 */
export async function openWorkbook(bytes: Buffer, mostUnpacked = MOST_UNPACKED): Promise<Workbook> {
  const entries = zipEntries(bytes);
  const budget = { bytes: mostUnpacked };
  const read = (name: string): AsyncGenerator<Buffer> | null => {
    const entry = entries.get(name);
    return entry === undefined ? null : unpacked(entry, budget);
  };
  if (!entries.has(MAIN)) throw invalid({ field: 'file', said: FILE.oldWorkbook({}) });
  const { sheets, since1904 } = await sheetsOf(read);
  const formats = await formatsOf(read('xl/styles.xml'));
  const shared = await sharedTexts(read('xl/sharedStrings.xml'));
  return {
    sheets: sheets.map(({ name }) => name),
    async *rows(sheet) {
      const path = sheets.find(({ name }) => name === sheet)?.path;
      if (path === undefined) throw invalid({ field: 'sheet', said: FILE.noSheet({ sheet: sheet.slice(0, 60) }) });
      const xml = read(path);
      if (xml === null) throw damaged();
      // Each reading of a sheet may unpack as much: a file is read more than once.
      budget.bytes = mostUnpacked;
      yield* rowsOf(xml, { shared, formats, since1904 });
    },
  };
}

type Attributes = Readonly<Record<string, string>>;
interface Handler {
  open?: (name: string, attributes: Attributes) => void;
  close?: (name: string) => void;
  text?: (text: string) => void;
}

/** Parses a part of the workbook; names come without prefix. Yields after each piece. @throws Refused invalid for what is no XML */
async function* parsedXml(xml: AsyncIterable<Buffer>, { open, close, text }: Handler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false });
  const local = (name: string): string => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw damaged(error);
  });
  parser.on('opentag', ({ name, attributes }) => open?.(local(name), attributes));
  parser.on('closetag', ({ name }) => close?.(local(name)));
  if (text) parser.on('text', text);
  const decoder = new TextDecoder();
  for await (const piece of xml) {
    parser.write(decoder.decode(piece, { stream: true }));
    yield;
    await pause();
  }
  parser.close();
  yield;
}

async function parseWhole(xml: AsyncIterable<Buffer> | null, handler: Handler): Promise<void> {
  if (xml === null) return;
  for await (const _ of parsedXml(xml, handler));
}

type ReadPart = (name: string) => AsyncGenerator<Buffer> | null;

async function sheetsOf(read: ReadPart): Promise<{ sheets: { name: string; path: string }[]; since1904: boolean }> {
  const listed: { name: string; relation: string }[] = [];
  const targets = new Map<string, string>();
  let since1904 = false;
  await parseWhole(read(MAIN), {
    open: (name, given) => {
      if (name === 'workbookPr') since1904 = given['date1904'] === '1' || given['date1904'] === 'true';
      if (name !== 'sheet' || (given['state'] ?? 'visible') !== 'visible') return;
      listed.push({ name: given['name'] ?? '', relation: relationOf(given) });
    },
  });
  await parseWhole(read('xl/_rels/workbook.xml.rels'), {
    open: (name, { Id, Target }) => {
      if (name === 'Relationship' && Id !== undefined && Target !== undefined) targets.set(Id, Target);
    },
  });
  const sheets = listed.flatMap(({ name, relation }) => {
    const target = targets.get(relation);
    if (target === undefined) return [];
    return [{ name, path: target.startsWith('/') ? target.slice(1) : `xl/${target}` }];
  });
  if (sheets.length === 0) throw damaged();
  return { sheets, since1904 };
}

/** The relation of a sheet: an attribute `id` in the namespace of relations, whatever its prefix. */
function relationOf(given: Attributes): string {
  return Object.entries(given).find(([name]) => name.endsWith(':id'))?.[1] ?? '';
}

async function sharedTexts(xml: AsyncIterable<Buffer> | null): Promise<string[]> {
  const texts: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  await parseWhole(xml, {
    open: (name) => {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      isText = name === 't' && !isPhonetic;
    },
    close: (name) => {
      if (name === 'si') texts.push(text.slice(0, LONGEST_TEXT));
      if (name === 'rPh') isPhonetic = false;
      isText = false;
    },
    text: (part) => {
      if (isText) text += part;
    },
  });
  return texts;
}

/** What numbers of a style are. */
type NumberFormat = 'plain' | 'day' | 'percent';

async function formatsOf(xml: AsyncIterable<Buffer> | null): Promise<NumberFormat[]> {
  const codes = new Map<string, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  await parseWhole(xml, {
    open: (name, { numFmtId = '0', formatCode }) => {
      if (name === 'numFmt' && formatCode !== undefined) codes.set(numFmtId, formatCode);
      if (name === 'cellXfs') isInCells = true;
      if (name === 'xf' && isInCells) formats.push(formatOf(Number(numFmtId), codes.get(numFmtId)));
    },
    close: (name) => {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return formats;
}

/** Built-in formats (ECMA-376, 18.8.30) by number, others by their code without literal parts, colors and locales. */
function formatOf(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    if (id === 9 || id === 10) return 'percent';
    return (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? 'day' : 'plain';
  }
  const bare = code.replace(/"[^"]*"|\[[^\]]*\]|\\.|_./g, '');
  if (bare.includes('%')) return 'percent';
  return /[dy]/i.test(bare) ? 'day' : 'plain';
}

interface SheetContext {
  shared: readonly string[];
  formats: readonly NumberFormat[];
  since1904: boolean;
}

async function* rowsOf(xml: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<SheetRow> {
  let ready: SheetRow[] = [];
  let row: SheetRow = { row: 0, cells: [] };
  let cell = { at: -1, type: 'n', style: 0 };
  let value = '';
  let isValue = false;
  let isPhonetic = false;
  const pieces = parsedXml(xml, {
    open: (name, given) => {
      if (name === 'row') row = { row: Number(given['r'] ?? row.row + 1), cells: [] };
      if (name === 'row') cell = { at: -1, type: 'n', style: 0 };
      if (name === 'c') {
        const at = given['r'] === undefined ? cell.at + 1 : columnAt(given['r']);
        cell = { at, type: given['t'] ?? 'n', style: Number(given['s'] ?? 0) };
        value = '';
      }
      if (name === 'rPh') isPhonetic = true;
      isValue = (name === 'v' || name === 't') && !isPhonetic;
    },
    close: (name) => {
      isValue = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'c' && value !== '') setCell(row, cell.at, cellOf(value, cell, context));
      if (name === 'row' && row.cells.some((one) => one !== '')) ready.push(row);
    },
    text: (part) => {
      if (isValue) value += part;
      if (value.length > LONGEST_TEXT) throw damaged();
    },
  });
  for await (const _ of pieces) {
    yield* ready;
    ready = [];
  }
}

function setCell(row: SheetRow, at: number, value: SheetCell): void {
  if (at < 0) throw damaged();
  if (at >= MOST_COLUMNS) throw invalid({ field: 'file', said: FILE.manyColumns({ most: MOST_COLUMNS }) });
  while (row.cells.length < at) row.cells.push('');
  row.cells[at] = value;
}

/** Position of a column, from 0, in a reference such as AB12. */
function columnAt(reference: string): number {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0] ?? '';
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function cellOf(value: string, { type, style }: { type: string; style: number }, context: SheetContext): SheetCell {
  switch (type) {
    case 's':
      return context.shared[Number(value)] ?? '';
    case 'b':
      return value === '1';
    case 'n': {
      const number = Number(value);
      if (!Number.isFinite(number)) throw damaged();
      const format = context.formats[style] ?? 'plain';
      if (format === 'day') return dayOf(number, context.since1904) ?? number;
      // Sums in binary have noise after the 15 digits that Excel has.
      return Number((format === 'percent' ? number * 100 : number).toPrecision(15));
    }
    // Texts, results of formulas, ISO days, and errors such as #N/A, which no field accepts.
    default:
      return value;
  }
}

/** The day of a serial number, YYYY-MM-DD; null for a time of day. Excel counts 29 February 1900, which there never was. */
function dayOf(serial: number, since1904: boolean): string | null {
  const days = Math.floor(serial) + (since1904 ? 1462 : 0);
  if (days < 1 || days > 2_958_465) return null;
  const sinceEpoch = days - (days < 60 ? 25_568 : 25_569);
  return new Date(sinceEpoch * 86_400_000).toISOString().slice(0, 10);
}
