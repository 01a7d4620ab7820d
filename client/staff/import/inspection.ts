import { z } from 'zod';
import { NEEDED, type ImportField } from '../../../server/domain/spreadsheet/importFields.ts';

export const DELIMITER_NAMES = ['comma', 'semicolon', 'tab', 'pipe'] as const;
export const DECIMAL_NAMES = ['point', 'comma'] as const;
export const DATE_ORDER_NAMES = ['dmy', 'mdy'] as const;
export const QUALITY_NAMES = ['100', '10'] as const;
export const ENCODING_NAMES = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;

/** What the server found in a file: docs/api.md, 'Spreadsheets'. @param fields of the kind of file */
export const inspectionOf = <Field extends string>(fields: readonly Field[]) =>
  z.object({
    format: z.object({
      kind: z.enum(['csv', 'xlsx', 'geojson']),
      sheet: z.string().nullable(),
      sheets: z.array(z.string()),
      encoding: z.enum(ENCODING_NAMES).nullable(),
      delimiter: z.enum(DELIMITER_NAMES).nullable(),
      headRow: z.number().nullable(),
      decimal: z.enum(DECIMAL_NAMES).nullable(),
      dates: z.enum(DATE_ORDER_NAMES).nullable(),
      quality: z.enum(QUALITY_NAMES).nullable().default(null),
    }),
    columns: z.array(z.object({ head: z.string(), examples: z.array(z.string()), field: z.enum(fields).nullable() })),
    remembered: z.boolean().default(false),
    rows: z.number(),
  });
export type Inspection<Field extends string = ImportField> = z.infer<ReturnType<typeof inspectionOf<Field>>>;

/** Parts of the format that a person may change, as the call takes them. */
export type FormatPart = 'sheet' | 'encoding' | 'delimiter' | 'headRow' | 'decimal' | 'dates' | 'quality';
/** The file is read anew when one of these changes: its columns may be others. */
const COLUMNS_DEPEND_ON: readonly FormatPart[] = ['sheet', 'encoding', 'delimiter', 'headRow'];

export function changesColumns(part: FormatPart): boolean {
  return COLUMNS_DEPEND_ON.includes(part);
}

/** A file with how it is read: what was found, and what a person chose instead. */
export interface InspectedSheet<Field extends string = ImportField> {
  file: File;
  found: Inspection<Field>;
  columns: readonly (Field | null)[];
  chosen: Readonly<Partial<Record<FormatPart, string>>>;
}

/** The present value of a part of the format; '' where it does not apply. */
export function formatPart({ found, chosen }: InspectedSheet<string>, part: FormatPart): string {
  return chosen[part] ?? String(found.format[part] ?? '');
}

/** Fields without a column that every lot needs; lot ids are numbered, and plots name the place. */
export function missingFields(columns: readonly (ImportField | null)[]): ImportField[] {
  const spared: readonly ImportField[] = columns.includes('plots') ? ['lotId', 'latitude', 'longitude'] : ['lotId'];
  return NEEDED.filter((field) => !columns.includes(field) && !spared.includes(field));
}

/** Gives a column a field. Another column that had it loses it. */
export function withColumn<Field extends string>(
  columns: readonly (Field | null)[],
  at: number,
  field: Field | null,
): (Field | null)[] {
  return columns.map((before, column) => {
    if (column === at) return field;
    return field !== null && before === field ? null : before;
  });
}

/**
 * The parameters of an import. Without a choice the server finds the scale of quality scores by the column that has them
 * now.
 */
export function sheetParameters(sheet: InspectedSheet<string>): Record<string, string> {
  const { found, chosen, columns } = sheet;
  const parts: FormatPart[] = ['sheet', 'encoding', 'delimiter', 'headRow', 'decimal', 'dates'];
  const known = parts.map((part) => [part, formatPart(sheet, part)] as const).filter(([, value]) => value !== '');
  return {
    ...Object.fromEntries(known),
    ...(found.remembered && found.format.quality !== null && { quality: found.format.quality }),
    ...(chosen.quality !== undefined && { quality: chosen.quality }),
    columns: columns.map((field) => field ?? '').join(','),
  };
}
