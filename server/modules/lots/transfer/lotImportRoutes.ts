import { z } from 'zod';
import { CALL, FILE } from '../../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../../domain/messages/encodeMessage.ts';
import type { Message } from '../../../domain/messages/message.ts';
import { IMPORT } from '../../../domain/messages/refusalMessages.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { count, instant, messageSchema, paginationSchema } from '../../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../../platform/rest/query.ts';
import { route, type Route } from '../../../platform/rest/route.ts';
import { idText } from '../../../platform/validation/idText.ts';
import { PREVIEWED } from './importPreview.ts';
import type { ImportView, LotImports } from './lotImports.ts';
import { MAX_ROWS } from './importRow.ts';
import { ROWS_ANSWERED, type ImportAnswer, type LotImport } from './lotImport.ts';
import type { SheetInspection } from './sheetInspection.ts';
import { inspectAnswer, sheetChoice, sheetQuery } from './sheetQuery.ts';

const rowNumber = z.int().min(1);
const doubtSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    row: rowNumber,
    kind: z.literal('twin').describe('The same farmer, day and weight as another row'),
    other: rowNumber,
  }),
  z.strictObject({
    row: rowNumber,
    kind: z.literal('far').describe('Far from the first lot of its farm in the file'),
    km: z.int(),
    other: rowNumber,
  }),
  z.strictObject({
    row: rowNumber,
    kind: z.literal('used').describe('Another farm has a plot or lots at its place'),
    farmId: z.string(),
    plots: count,
    lots: count,
  }),
]);
const previewSchema = z.strictObject({
  lots: count.describe('Rows without errors; all other figures are of these'),
  weightKg: z.number(),
  farms: count,
  heaviest: z
    .array(
      z.strictObject({
        farmId: z.string(),
        lots: count,
        weightKg: z.number(),
        isNew: z.boolean().describe('It has no lots yet'),
      }),
    )
    .max(PREVIEWED.farms),
  points: z
    .array(z.strictObject({ lotId: z.string(), latitude: z.number(), longitude: z.number() }))
    .max(PREVIEWED.points),
  placed: count,
  doubts: z.array(doubtSchema).max(PREVIEWED.doubts),
  doubted: count,
});

const importAnswer = z.strictObject({
  created: count.describe('Lots that were registered: all rows, or 0'),
  total: count,
  invalid: count.describe('Rows with errors'),
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1).describe('Line of a CSV file, the header being 1; number of a GeoJSON feature'),
        lotId: z.string().nullable(),
        errors: z.array(
          z.strictObject({
            field: z.string(),
            message: z.string(),
            said: messageSchema,
            column: z.string().optional().describe('Of a spreadsheet that is checked: head of the column'),
            value: z.string().optional().describe('And what its cell holds'),
          }),
        ),
      }),
    )
    .max(ROWS_ANSWERED)
    .describe('Those with errors first'),
  importId: z.uuid().optional().describe('Of the lots that were registered'),
  preview: previewSchema.optional().describe('Where it was asked for'),
});

const flag = (field: string) =>
  z
    .enum(['true', 'false'], { error: encodeMessage(CALL.flag({ field })) })
    .default('false')
    .transform((text) => text === 'true');

const importSchema = z
  .strictObject({
    id: z.uuid(),
    createdAt: instant,
    createdBy: z.string().nullable().describe('Name of the account or partner key; null once erased'),
    fileName: z.string().describe('Empty once erased'),
    sha256: z.string().describe('Of the file'),
    lots: count,
    weightKg: z.number(),
    farms: count,
    undoneAt: instant.nullable(),
    undoUntil: instant.nullable().describe('Until when the caller may undo it; null: no more'),
  })
  .meta({ id: 'LotImport' }) satisfies z.ZodType<ImportView>;

interface Services {
  lotImport: LotImport;
  sheetInspection: SheetInspection;
  lotImports: LotImports;
}

/** REST calls that take many lots at once. */
export const lotImportRoutes = (services: Services): readonly Route[] => [
  ...uploadRoutes(services),
  ...storedRoutes(services),
];

const storedRoutes = ({ lotImports }: Pick<Services, 'lotImports'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/imports',
    summary: 'Imports that were carried out, newest first',
    description:
      'Those who see the lots of one farm alone see their own imports. The newest 500 of an account are kept.',
    access: 'staff',
    query: z.strictObject(pageQuery(20)),
    answer: z.strictObject({ imports: z.array(importSchema), pagination: paginationSchema }),
    handle: async ({ caller, query }) => ({ data: await lotImports.list(caller, query) }),
  }),
  route({
    method: 'POST',
    path: '/lots/imports/:id/undo',
    summary: 'Deletes the lots of an import',
    description:
      'Within an hour, while nothing was built on any of its lots: no stage, no use, no step of an alert; else 409, which ' +
      'names them. By who imported them, or who may delete every lot. Each lot is deleted as DELETE /lots/{id} does it.',
    access: 'staff',
    long: true,
    params: z.object({ id: idText().describe('UUID of the import') }),
    body: z.strictObject({}),
    answer: z.strictObject({ deleted: count }),
    handle: async ({ caller, params, info }) => ({ data: await lotImports.undo(caller, params.id, info) }),
  }),
];

const uploadRoutes = ({
  lotImport,
  sheetInspection,
}: Pick<Services, 'lotImport' | 'sheetInspection'>): readonly Route[] => [
  route({
    method: 'POST',
    path: '/lots/import',
    summary: 'Registers the lots of a file: all of them, or none',
    description:
      `A CSV or GeoJSON file of at most 25 MB and ${MAX_ROWS.toLocaleString('en-US')} lots, in UTF-8. When a row has an error ` +
      'nothing is registered and the answer names the rows. `dryRun=true` checks and registers nothing. An .xlsx file, or any ' +
      'CSV with `columns` or another parameter of the format, is read as a spreadsheet (POST /lots/import/inspect).',
    access: 'staff',
    long: true,
    heavy: 'imports',
    upload: true,
    query: sheetQuery.extend({
      dryRun: flag('dryRun'),
      preview: flag('preview').describe('Adds up the rows without errors'),
    }),
    answer: importAnswer,
    handle: async ({ upload, query, caller, info }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      const { dryRun, preview, ...format } = query;
      const data = await lotImport.run(caller, upload, { dryRun, preview, choice: sheetChoice(format) }, info);
      return { data, said: importMessage(data, dryRun) };
    },
  }),
  route({
    method: 'POST',
    path: '/lots/import/inspect',
    summary: 'What a spreadsheet holds: its columns, with the field that each seems to be about',
    description:
      'An .xlsx or CSV file of at most 25 MB. Sheet, separator, encoding, row of names, decimal mark and order of days are found ' +
      'where they are not given. Nothing is stored.',
    access: 'staff',
    long: true,
    heavy: 'imports',
    upload: true,
    query: sheetQuery,
    answer: inspectAnswer,
    handle: async ({ upload, query, caller }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      return { data: await sheetInspection.inspect(caller, upload, sheetChoice(query)) };
    },
  }),
];

function importMessage({ created, total, invalid: wrong }: ImportAnswer, dryRun: boolean): Message {
  if (wrong > 0) return IMPORT.nothing({ invalid: wrong, total });
  return dryRun ? IMPORT.possible({ total }) : IMPORT.done({ lots: created });
}
