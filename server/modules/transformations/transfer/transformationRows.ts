import { CALL, FILE } from '../../../domain/messages/callMessages.ts';
import { fieldMessage, type FieldMessage } from '../../../domain/messages/fieldMessages.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { cellText } from '../../../platform/rest/csv.ts';
import type { Delimiter } from '../../../domain/spreadsheet/textFormat.ts';
import { csvNumber, readCsvRecords } from '../../../platform/rest/csvRecords.ts';
import { textChunks } from '../../../platform/validation/textChunks.ts';
import { TRANSFORMATION_COLUMNS, WHOLE_COLUMNS, type TransformationColumn } from './transformationColumns.ts';

/** Rows of one file, and the transformations that they come to: all of them are one database transaction. */
export const TRANSFORMATION_FILE = { rows: 2_000, transformations: 200 } as const;

const NEEDED: readonly TransformationColumn[] = ['transformation', 'role', 'lot', 'weight'];
const ROLES = ['input', 'output'] as const;
const NUMBERS: ReadonlySet<TransformationColumn> = new Set([
  'weight',
  'moistureContent',
  'temperature',
  'qualityScore',
  'lossWeight',
]);

type Cells = Partial<Record<TransformationColumn, unknown>>;

/** A transformation of a file, before validation. */
export interface FileTransformation {
  /** as the file calls it */
  name: string;
  /** as the API takes it, values not judged yet */
  input: Record<string, unknown>;
  /** lines of its inputs and outputs, in their order, and the one that states the loss; null: none does */
  lines: { inputs: number[]; outputs: number[]; loss: number | null };
  /** faults of single rows */
  problems: { line: number; error: FieldMessage }[];
}

/**
 * The transformations of a CSV file, in the order of their first rows.
 * @throws Refused invalid for a file that is malformed, empty, too long, or has other columns
 */
export async function fileTransformations(file: { read(): AsyncIterable<Buffer> }): Promise<FileTransformation[]> {
  const groups = new Map<string, { line: number; cells: Cells }[]>();
  let names: TransformationColumn[] | null = null;
  let rows = 0;
  for await (const { line, cells, delimiter } of readCsvRecords(textChunks(file.read()))) {
    if (names === null) {
      names = columnsOf(cells);
      continue;
    }
    rows += 1;
    if (rows > TRANSFORMATION_FILE.rows) {
      throw invalid({ field: 'file', said: FILE.manyLots({ most: TRANSFORMATION_FILE.rows }) });
    }
    const values = cellsOf(cells, names, delimiter);
    const name = String(values.transformation ?? '');
    const group = groups.get(name) ?? [];
    group.push({ line, cells: values });
    groups.set(name, group);
  }
  if (rows === 0) throw invalid({ field: 'file', said: FILE.empty({}) });
  if (groups.size > TRANSFORMATION_FILE.transformations) {
    throw invalid({
      field: 'transformation',
      said: CALL.atMost({ field: 'transformation', max: TRANSFORMATION_FILE.transformations }),
    });
  }
  return [...groups].map(([name, group]) => transformationOf(name, group));
}

/** @throws Refused invalid, naming each column that is wrong */
function columnsOf(header: readonly string[]): TransformationColumn[] {
  const names = header.map((cell) => {
    const wanted = cell.trim().toLowerCase();
    return TRANSFORMATION_COLUMNS.find((name) => name.toLowerCase() === wanted) ?? null;
  });
  const problems = [
    ...header.flatMap((cell, i) =>
      names[i] === null ? [FILE.noColumn({ column: cell.trim().slice(0, 60), choices: TRANSFORMATION_COLUMNS })] : [],
    ),
    ...names.flatMap((name, i) =>
      name !== null && names.indexOf(name) < i ? [FILE.columnTwice({ column: name })] : [],
    ),
    ...NEEDED.filter((name) => !names.includes(name)).map((column) => FILE.columnMissing({ column })),
  ];
  if (problems.length > 0) throw invalid(...problems.slice(0, 50).map((said) => ({ field: 'file', said })));
  return names.filter((name) => name !== null);
}

function cellsOf(record: readonly string[], names: readonly TransformationColumn[], delimiter: Delimiter): Cells {
  const cells: Cells = {};
  for (const [i, name] of names.entries()) {
    const cell = record[i]?.trim() ?? '';
    if (cell === '') continue;
    cells[name] = NUMBERS.has(name) ? (csvNumber(cell, delimiter) ?? cell) : cellText(cell);
  }
  return cells;
}

function transformationOf(name: string, rows: readonly { line: number; cells: Cells }[]): FileTransformation {
  const whole: Cells = {};
  for (const { cells } of rows) for (const column of WHOLE_COLUMNS) whole[column] ??= cells[column];
  const [inputs, outputs] = ROLES.map((role) => rows.filter(({ cells }) => cells.role === role));
  const roles: readonly unknown[] = ROLES;
  const problems = rows.flatMap(({ line, cells }) => [
    ...(roles.includes(cells.role)
      ? []
      : [{ line, error: fieldMessage('role', CALL.oneOf({ field: 'role', choices: ROLES })) }]),
    ...(name === ''
      ? [{ line, error: fieldMessage('transformation', FILE.columnMissing({ column: 'transformation' })) }]
      : []),
  ]);
  const { lossWeight, lossReason, lossNote, ...rest } = whole;
  return {
    name,
    input: {
      ...rest,
      inputs: inputs?.map(({ cells: { lot, weight } }) => ({ lot, weight })) ?? [],
      outputs: outputs?.map(({ cells }) => outputOf(cells)) ?? [],
      ...(lossWeight === undefined ? {} : { loss: { weight: lossWeight, reason: lossReason, note: lossNote } }),
    },
    lines: {
      inputs: inputs?.map(({ line }) => line) ?? [],
      outputs: outputs?.map(({ line }) => line) ?? [],
      loss: rows.find(({ cells }) => cells.lossWeight !== undefined)?.line ?? null,
    },
    problems,
  };
}

function outputOf({ lot, weight, moistureContent, temperature, qualityScore, currentProcess }: Cells) {
  return { lotId: lot, weight, moistureContent, temperature, qualityScore, currentProcess };
}
