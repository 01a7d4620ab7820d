import { z } from 'zod';
import { CALL, FILE } from '../../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../../domain/messages/encodeMessage.ts';
import { invalid, notFound } from '../../../platform/errors/refusal.ts';
import { route, type Route } from '../../../platform/rest/route.ts';
import { idText } from '../../../platform/validation/idText.ts';
import { oneOf } from '../../../platform/validation/inputSchemas.ts';
import { transformationImportAnswer } from '../transformationAnswerSchemas.ts';
import { GRAPH_FORMATS, GRAPH_MEDIA_TYPES, type GraphExport } from './graphExport.ts';
import type { TransformationImport } from './transformationImport.ts';
import { TRANSFORMATION_FILE } from './transformationRows.ts';

/** REST calls that take and give transformations as files. */
export const transformationTransferRoutes = ({
  graphExport,
  transformationImport,
}: {
  graphExport: GraphExport;
  transformationImport: TransformationImport;
}): readonly Route[] => [
  route({
    method: 'POST',
    path: '/transformations/import',
    summary: 'Records the transformations of a file: all of them, or none',
    description:
      `Takes combine_lots. A CSV file in UTF-8 with a row for each input and output, at most ` +
      `${TRANSFORMATION_FILE.rows.toLocaleString('en-US')} rows and ${TRANSFORMATION_FILE.transformations} transformations; the column ` +
      '`transformation` names the one that a row belongs to. Later ones may take what earlier ones make. When one has an ' +
      'error nothing is recorded. `dryRun=true` checks and records nothing.',
    access: 'staff',
    long: true,
    heavy: 'imports',
    upload: true,
    query: z.strictObject({
      dryRun: z
        .enum(['true', 'false'], { error: encodeMessage(CALL.flag({ field: 'dryRun' })) })
        .default('false')
        .transform((text) => text === 'true'),
    }),
    answer: transformationImportAnswer,
    handle: async ({ upload, query, caller, info }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      return { data: await transformationImport.run(caller, upload, query.dryRun, info) };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/:id/graph',
    summary: 'What a lot was made of, as a file: its transformations, or the plots of its origins',
    description:
      'CSV: a row for each input and output, with the columns of an import. GeoJSON: a feature for each plot of the origin ' +
      'lots, or for the place of one without plots. 404 for those who do not see all lots.',
    access: 'staff',
    long: true,
    heavy: 'exports',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    query: z.strictObject({ format: oneOf('format', GRAPH_FORMATS).default('csv') }),
    files: ['text/csv', 'application/geo+json'],
    handle: async ({ params, query: { format }, caller }) => {
      const graph = await graphExport.run(caller, params.id, format);
      if (graph === null) throw notFound('Lot');
      const name = `${graph.lotId}-graph.${format}`;
      return { file: { name, mediaType: GRAPH_MEDIA_TYPES[format], body: graph.body } };
    },
  }),
];
