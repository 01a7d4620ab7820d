import { z } from 'zod';
import { QUALITY_SCALES } from '../../../domain/spreadsheet/cellValue.ts';
import { IMPORT_FIELDS } from '../../../domain/spreadsheet/importFields.ts';
import { columnChoice, columnsAnswer, formatAnswer, sheetQueryOf } from '../../../platform/spreadsheet/sheetQuery.ts';
import { oneOf } from '../../../platform/validation/inputSchemas.ts';
import type { SheetChoice } from './sheetRows.ts';

const QUALITY_NAMES = ['100', '10'] as const;

/** How a spreadsheet of lots is read; what is not given is found. */
export const sheetQuery = sheetQueryOf(IMPORT_FIELDS).extend({
  quality: oneOf('quality', QUALITY_NAMES).optional().describe('Highest quality score in the file'),
});

/** What a caller chose of a format. */
export function sheetChoice({ quality, ...given }: z.output<typeof sheetQuery>): SheetChoice {
  return { ...columnChoice(given), quality: quality && QUALITY_SCALES[QUALITY_NAMES.indexOf(quality)] };
}

/** What was found in a file. */
export const inspectAnswer = z.strictObject({
  format: z.strictObject({
    kind: z.enum(['csv', 'xlsx', 'geojson']),
    ...formatAnswer,
    quality: z.enum(QUALITY_NAMES).nullable(),
  }),
  columns: columnsAnswer(IMPORT_FIELDS),
  remembered: z.boolean().describe('The fields are those that the account chose for the same columns before'),
  rows: z.int().describe('Rows that would be lots'),
});
export type InspectAnswer = z.output<typeof inspectAnswer>;
