import { z } from 'zod';
import { IMPORT } from '../../domain/said/refusedSaid.ts';
import type { Said } from '../../domain/said/said.ts';
import { scopeOf } from '../../identity/caller.ts';
import { oneOf } from '../../inputSchemas.ts';
import { CALL, FILE } from '../../domain/said/callSaid.ts';
import { carried } from '../../domain/said/carried.ts';
import { invalid } from '../../refusal.ts';
import { count, saidSchema } from '../../rest/answerSchemas.ts';
import { withoutEmpty } from '../../rest/query.ts';
import { route, type Route } from '../../rest/route.ts';
import { lotFilter } from '../lotQuery.ts';
import { EXPORT_FORMATS, EXPORT_MEDIA_TYPES } from './lotExport.ts';
import { MAX_ROWS, ROWS_ANSWERED, type ImportAnswer } from './lotImport.ts';

const importAnswer = z.strictObject({
  created: count.describe('Lots that were registered: all rows, or 0'),
  total: count,
  invalid: count.describe('Rows with errors'),
  rows: z
    .array(
      z.strictObject({
        row: z.int().min(1).describe('Line of a CSV file, the header being 1; number of a GeoJSON feature'),
        lotId: z.string().nullable(),
        errors: z.array(z.strictObject({ field: z.string(), message: z.string(), said: saidSchema })),
      }),
    )
    .max(ROWS_ANSWERED)
    .describe('Those with errors first'),
});

const dryRunFlag = z.enum(['true', 'false'], { error: carried(CALL.flag({ field: 'dryRun' })) });

/** REST calls that take and give many lots at once. */
export const lotTransferRoutes: readonly Route[] = [
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
    query: withoutEmpty(lotFilter.extend({ format: oneOf('format', EXPORT_FORMATS).default('csv') })),
    files: ['text/csv', 'application/json', 'application/geo+json'],
    handle: async ({ query, caller, services }) => {
      const { format, ...filter } = query;
      const scope = scopeOf(services.config.permissionTable, caller);
      const day = new Date().toISOString().slice(0, 10);
      return {
        file: {
          name: `lots-${day}.${format}`,
          mediaType: EXPORT_MEDIA_TYPES[format],
          body: await services.lotExport.run(scope, filter, format),
        },
      };
    },
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
    handle: async ({ upload, query, caller, info, services }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      const data = await services.lotImport.run(caller, upload, query.dryRun, info);
      return { data, said: importSaid(data, query.dryRun) };
    },
  }),
];

function importSaid({ created, total, invalid: wrong }: ImportAnswer, dryRun: boolean): Said {
  if (wrong > 0) return IMPORT.nothing({ invalid: wrong, total });
  return dryRun ? IMPORT.possible({ total }) : IMPORT.done({ lots: created });
}
