import { z } from 'zod';
import { MOST_SELECTED } from '../../../domain/public/publicRoutes.ts';
import type { Caller } from '../../../platform/access/caller.ts';
import { oneOf } from '../../../platform/validation/inputSchemas.ts';
import { route, type FileAnswer, type Route } from '../../../platform/rest/route.ts';
import { lotChoice, lotFilter, type LotChoice } from '../lotQuery.ts';
import { selectedLots } from '../selectedLots.ts';
import { EXPORT_FORMATS, EXPORT_MEDIA_TYPES, type ExportFormat } from './lotExport.ts';
import type { Config } from '../../../platform/config.ts';
import type { LotReads } from '../lotReads.ts';
import type { LotExport } from './lotExport.ts';

/** REST calls that give many lots at once. */
export const lotTransferRoutes = ({
  config,
  lotExport,
  lotReads,
}: {
  config: Config;
  lotExport: LotExport;
  lotReads: LotReads;
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
    handle: async ({ body: { ids, format }, caller, info }) => {
      const answer = await exported(lotExport, caller, { ids }, format);
      await lotReads.log({ caller, info }, ids, { action: 'lot.exported', details: { format } });
      return answer;
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
