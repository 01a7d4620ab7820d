import { z } from 'zod';
import { FARM_FIELDS } from '../../domain/farm/farmInput.ts';
import { FARM_SHEET_FIELDS, MOST_FARM_ROWS } from '../../domain/farm/farmSheet.ts';
import { CALL, FILE } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { invalid } from '../../platform/errors/refusal.ts';
import { count, messageSchema } from '../../platform/rest/answerSchemas.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { columnChoice, columnsAnswer, formatAnswer, sheetQueryOf } from '../../platform/spreadsheet/sheetQuery.ts';
import { oneOf } from '../../platform/validation/inputSchemas.ts';
import { FARM_EXPORT_FORMATS, type FarmExport } from './farmExport.ts';
import { FARM_ROWS_ANSWERED, type FarmImport } from './farmImport.ts';

const sheetQuery = sheetQueryOf(FARM_SHEET_FIELDS);

const inspectAnswer = z.strictObject({
  format: z.strictObject({ kind: z.enum(['csv', 'xlsx']), ...formatAnswer }),
  columns: columnsAnswer(FARM_SHEET_FIELDS),
  rows: z.int().describe('Rows that would be farms'),
});

const importAnswer = z.strictObject({
  created: count.describe('Farms that were added or changed: those of all rows, or 0'),
  total: count,
  invalid: count.describe('Rows with errors'),
  added: count.describe('Rows of farms that are not in the register'),
  changed: count.describe('Rows that differ from their entries'),
  same: count.describe('Rows that change nothing'),
  old: count.describe('Rows that may put an old value back: the entry was changed after the export'),
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1),
        farmId: z.string().nullable(),
        errors: z.array(
          z.strictObject({
            field: z.string(),
            message: z.string(),
            said: messageSchema,
            column: z.string().optional().describe('Of a check: head of the column'),
            value: z.string().optional().describe('And what its cell holds'),
          }),
        ),
        effect: z.enum(['added', 'changed', 'same']).nullable().describe('Null for a row with errors'),
        fields: z.array(z.enum(FARM_FIELDS)).describe('That differ from the entry'),
        isOld: z.boolean(),
      }),
    )
    .max(FARM_ROWS_ANSWERED)
    .describe('Those with errors first, then those that may put an old value back'),
});

const MEDIA_TYPES = { csv: 'text/csv; charset=utf-8', geojson: 'application/geo+json' } as const;

interface Services {
  farmImport: FarmImport;
  farmExport: FarmExport;
}

/** REST calls of the register of farms as files (docs/spec/farms.md, 'Files'). */
export const farmTransferRoutes = (services: Services): readonly Route[] => [
  exportRoute(services),
  ...uploadRoutes(services),
];

const exportRoute = ({ farmExport }: Services): Route =>
  route({
    method: 'GET',
    path: '/farms/export',
    summary: 'The register of farms in one file',
    description:
      'Takes manage_farms. CSV with all values, as the import reads it; GeoJSON with each farm at its place and its plots. ' +
      'Cells of a CSV file that a spreadsheet would run as a formula begin with an apostrophe.',
    access: 'staff',
    long: true,
    heavy: 'exports',
    query: z.strictObject({ format: oneOf('format', FARM_EXPORT_FORMATS).default('csv') }),
    files: ['text/csv', 'application/geo+json'],
    handle: async ({ query: { format }, caller, info }) => ({
      file: {
        name: `farms-${new Date().toISOString().slice(0, 10)}.${format}`,
        mediaType: MEDIA_TYPES[format],
        body: await farmExport.run(caller, format, info),
      },
    }),
  });

const uploadRoutes = ({ farmImport }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/farms/import',
    summary: 'Adds and changes farms of the register from a spreadsheet: all rows, or none',
    description:
      `Takes manage_farms. An .xlsx or CSV file of at most 25 MB and ${MOST_FARM_ROWS.toLocaleString('en-US')} rows. A farm that is in ` +
      'the register gets the values of its row; empty cells change nothing. When a row has an error nothing is written. ' +
      '`dryRun=true` says what would change.',
    access: 'staff',
    long: true,
    heavy: 'imports',
    upload: true,
    query: sheetQuery.extend({
      dryRun: z
        .enum(['true', 'false'], { error: encodeMessage(CALL.flag({ field: 'dryRun' })) })
        .default('false')
        .transform((text) => text === 'true'),
    }),
    answer: importAnswer,
    handle: async ({ upload, query: { dryRun, ...format }, caller, info }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      return { data: await farmImport.run(caller, upload, { dryRun, choice: columnChoice(format) }, info) };
    },
  }),
  route({
    method: 'POST',
    path: '/farms/import/inspect',
    summary: 'What a spreadsheet of farms holds: its columns, with the field that each seems to be about',
    description: 'Takes manage_farms. An .xlsx or CSV file of at most 25 MB. Nothing is stored.',
    access: 'staff',
    long: true,
    heavy: 'imports',
    upload: true,
    query: sheetQuery,
    answer: inspectAnswer,
    handle: async ({ upload, query, caller }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      return { data: await farmImport.inspect(caller, upload, columnChoice(query)) };
    },
  }),
];
