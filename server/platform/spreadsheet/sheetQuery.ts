import { z } from 'zod';
import { CALL, FILE } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { DATE_ORDERS } from '../../domain/spreadsheet/dateText.ts';
import { DECIMALS } from '../../domain/spreadsheet/numberText.ts';
import { DELIMITERS, ENCODINGS } from '../../domain/spreadsheet/textFormat.ts';
import { isStorable, STORABLE_PATTERN } from '../../domain/text/validText.ts';
import { oneOf } from '../validation/inputSchemas.ts';
import type { SheetFile } from './sheetFile.ts';
import type { SheetFormatChoice, ColumnPlan } from './sheetPlan.ts';
import { MOST_COLUMNS } from './workbook.ts';

/** Separators and decimal marks by their names in calls: the characters themselves mean something in an address. */
const DELIMITER_NAMES = ['comma', 'semicolon', 'tab', 'pipe'] as const;
const DECIMAL_NAMES = ['point', 'comma'] as const;

/** The parameter that names the field of each column. */
function columnsQuery<Field extends string>(fields: readonly Field[]) {
  const fieldOf = (name: string): Field | null => fields.find((field) => field === name) ?? null;
  return z
    .string()
    .max(3_000, encodeMessage(CALL.tooLong({ field: 'columns', most: 3_000 })))
    .transform((text, context): (Field | null)[] => {
      const names = text.split(',').map((name) => name.trim());
      const unknown = names.find((name) => name !== '' && fieldOf(name) === null);
      const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
      const fault =
        unknown === undefined
          ? twice !== undefined && FILE.columnTwice({ column: twice.slice(0, 60) })
          : FILE.noColumn({ column: unknown.slice(0, 60), choices: fields });
      if (fault) context.addIssue({ code: 'custom', message: encodeMessage(fault) });
      return names.map(fieldOf);
    })
    .meta({ pattern: '^[A-Za-z, ]*$' })
    .describe('The field of each column, with commas between them and nothing for a column that is passed over');
}

/** How a spreadsheet is read; what is not given is found. */
export function sheetQueryOf<Field extends string>(fields: readonly Field[]) {
  return z.strictObject({
    columns: columnsQuery(fields).optional(),
    sheet: z
      .string()
      .max(100, encodeMessage(CALL.tooLong({ field: 'sheet', most: 100 })))
      .refine(isStorable, encodeMessage(CALL.notStorable({ field: 'sheet' })))
      .meta({ pattern: STORABLE_PATTERN })
      .optional()
      .describe('Name of the sheet of a workbook'),
    encoding: oneOf('encoding', ENCODINGS).optional(),
    delimiter: oneOf('delimiter', DELIMITER_NAMES).optional(),
    headRow: z
      .string()
      .regex(/^[1-9]\d{0,4}$/, encodeMessage(CALL.wholeNumber({ field: 'headRow', min: 1, max: 99_999 })))
      .transform(Number)
      .optional()
      .describe('Row with the names of the columns'),
    decimal: oneOf('decimal', DECIMAL_NAMES).optional(),
    dates: oneOf('dates', DATE_ORDERS).optional().describe('Order of days such as 03/04/2026'),
  });
}

/** What a caller chose of a format. */
export function columnChoice<Field extends string>({
  delimiter,
  decimal,
  ...given
}: z.output<ReturnType<typeof sheetQueryOf<Field>>>): SheetFormatChoice<Field> {
  return {
    ...given,
    delimiter: delimiter && DELIMITERS[DELIMITER_NAMES.indexOf(delimiter)],
    decimal: decimal && DECIMALS[DECIMAL_NAMES.indexOf(decimal)],
  };
}

const named = <Names extends readonly [string, ...string[]]>(names: Names) => z.enum(names).nullable();

/** What was found about the format of a file. */
export const formatAnswer = {
  sheet: z.string().nullable(),
  sheets: z.array(z.string()).describe('Visible sheets of a workbook'),
  encoding: named(ENCODINGS),
  delimiter: named(DELIMITER_NAMES),
  headRow: z.int().nullable(),
  decimal: named(DECIMAL_NAMES),
  dates: named(DATE_ORDERS),
};

/** What was found about the columns of a file. */
export function columnsAnswer<Field extends string>(fields: readonly Field[]) {
  return z
    .array(
      z.strictObject({
        head: z.string(),
        examples: z.array(z.string()),
        field: z.enum(fields).nullable().describe('What the column seems to be about'),
      }),
    )
    .max(MOST_COLUMNS);
}

/** The format of a file by the names that calls have for it. */
export function foundFormat({ format }: SheetFile, plan: ColumnPlan<string>) {
  return {
    kind: format.kind,
    sheet: format.kind === 'xlsx' ? format.sheet : null,
    sheets: format.kind === 'xlsx' ? format.sheets : [],
    encoding: format.kind === 'csv' ? format.encoding : null,
    delimiter: format.kind === 'csv' ? (DELIMITER_NAMES[DELIMITERS.indexOf(format.delimiter)] ?? 'comma') : null,
    headRow: plan.headRow,
    decimal: DECIMAL_NAMES[DECIMALS.indexOf(plan.decimal)] ?? 'point',
    dates: plan.dates,
  };
}

/** The columns of a file with some of their values. */
export function foundColumns<Field extends string>({ heads, examples, columns }: ColumnPlan<Field>) {
  return heads.map((head, at) => ({ head, examples: examples[at] ?? [], field: columns[at] ?? null }));
}
