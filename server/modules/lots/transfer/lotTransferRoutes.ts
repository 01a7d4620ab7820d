import { z } from 'zod';
import { MOST_SELECTED } from '../../../domain/public/publicRoutes.ts';
import { IMPORT } from '../../../domain/messages/refusalMessages.ts';
import type { Message } from '../../../domain/messages/message.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { oneOf } from '../../../platform/validation/inputSchemas.ts';
import { CALL, FILE } from '../../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../../domain/messages/encodeMessage.ts';
import { invalid } from '../../../platform/errors/refusal.ts';
import { count, messageSchema } from '../../../platform/rest/answerSchemas.ts';
import { route, type FileAnswer, type Route } from '../../../platform/rest/route.ts';
import { lotChoice, lotFilter, type LotChoice } from '../lotQuery.ts';
import { EXPORT_FORMATS, EXPORT_MEDIA_TYPES, type ExportFormat } from './lotExport.ts';
import { MAX_ROWS, ROWS_ANSWERED, type ImportAnswer } from './lotImport.ts';
import type { Config } from '../../../platform/config.ts';
import type { LotImport } from './lotImport.ts';
import type { LotExport } from './lotExport.ts';

const importAnswer = z.strictObject({
  created: count.describe('Lots that were registered: all rows, or 0'),
  total: count,
  invalid: count.describe('Rows with errors'),
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1).describe('Line of a CSV file, the header being 1; number of a GeoJSON feature'),
        lotId: z.string().nullable(),
        errors: z.array(z.strictObject({ field: z.string(), message: z.string(), said: messageSchema })),
      }),
    )
    .max(ROWS_ANSWERED)
    .describe('Those with errors first'),
});

/** Lots that a person chose one by one. */
export const selectedLots = z
  .array(z.uuid(encodeMessage(CALL.lotUuid({}))), encodeMessage(CALL.lotUuids({})))
  .min(1, encodeMessage(CALL.noLots({})))
  .max(MOST_SELECTED, encodeMessage(CALL.manyLots({ most: MOST_SELECTED })))
  .transform((ids) => ids.map((id) => id.toLowerCase()));

const dryRunFlag = z.enum(['true', 'false'], { error: encodeMessage(CALL.flag({ field: 'dryRun' })) });

/** REST calls that take and give many lots at once. */
export const lotTransferRoutes = ({
  config,
  lotExport,
  lotImport,
}: {
  config: Config;
  lotExport: LotExport;
  lotImport: LotImport;
}): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/export',
    summary: 'The lots of a list in one file',
    description:
      "All lots in sight that the list's filters let through, newest harvest first, streamed. A file that breaks off is " +
      'not complete: its connection is cut. Cells of a CSV file that a spreadsheet would run as a formula begin with an apostrophe.',
    access: 'staff',
    long: true,
    heavy: 'exports',
    query: lotFilter.extend({ format: oneOf('format', EXPORT_FORMATS).default('csv') }),
    files: ['text/csv', 'application/json', 'application/geo+json'],
    handle: async ({ query, caller }) => {
      const { format, ...filter } = query;
      return exported(lotExport, caller, lotChoice(config.permissionTable, caller, filter), format);
    },
  }),
  route({
    method: 'POST',
    path: '/lots/export',
    summary: 'Chosen lots in one file',
    description:
      `At most ${MOST_SELECTED} lots by UUID, as GET /lots/export has them. Those that are not in sight, or were deleted, are ` +
      'not in the file.',
    access: 'staff',
    long: true,
    heavy: 'exports',
    body: z.strictObject({ ids: selectedLots, format: oneOf('format', EXPORT_FORMATS).default('csv') }),
    files: ['text/csv', 'application/json', 'application/geo+json'],
    handle: ({ body: { ids, format }, caller }) => exported(lotExport, caller, { ids }, format),
  }),
  route({
    method: 'POST',
    path: '/lots/import',
    summary: 'Registers the lots of a file: all of them, or none',
    description:
      `A CSV or GeoJSON file of at most 25 MB and ${MAX_ROWS.toLocaleString('en-US')} lots, in UTF-8. When a row has an error ` +
      'nothing is registered and the answer names the rows. `dryRun=true` checks and registers nothing.',
    access: 'staff',
    long: true,
    heavy: 'imports',
    upload: true,
    query: z.strictObject({ dryRun: dryRunFlag.default('false').transform((text) => text === 'true') }),
    answer: importAnswer,
    handle: async ({ upload, query, caller, info }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      const data = await lotImport.run(caller, upload, query.dryRun, info);
      return { data, said: importMessage(data, query.dryRun) };
    },
  }),
];

async function exported(
  lotExport: LotExport,
  caller: Caller,
  choice: LotChoice,
  format: ExportFormat,
): Promise<FileAnswer> {
  const day = new Date().toISOString().slice(0, 10);
  return {
    file: {
      name: `lots-${day}.${format}`,
      mediaType: EXPORT_MEDIA_TYPES[format],
      body: await lotExport.run(caller, choice, format),
    },
  };
}

function importMessage({ created, total, invalid: wrong }: ImportAnswer, dryRun: boolean): Message {
  if (wrong > 0) return IMPORT.nothing({ invalid: wrong, total });
  return dryRun ? IMPORT.possible({ total }) : IMPORT.done({ lots: created });
}
