import { z } from 'zod';
import {
  documentFilter,
  DUE_DILIGENCE_LIMITS,
  newDocumentFields,
  newDocumentInput,
} from '../../domain/due-diligence/dueDiligenceInput.ts';
import { FILE } from '../../domain/messages/callMessages.ts';
import { invalid, notFound } from '../../platform/errors/refusal.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type Route } from '../../platform/rest/route.ts';
import { idText } from '../../platform/validation/idText.ts';
import { oneOf } from '../../platform/validation/inputSchemas.ts';
import { parseInput } from '../../platform/validation/parseInput.ts';
import { DOCUMENT_TYPES, THUMBNAIL_TYPE, type DocumentService } from './documentService.ts';
import { documentAnswer, documentData, documentsAnswer } from './dueDiligenceSchemas.ts';

const documentId = z.object({ id: idText().describe('UUID of the document') });

interface Services {
  documents: DocumentService;
}

const listRoutes = ({ documents }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/due-diligence/documents',
    summary: 'Documents of due diligence, the newest first',
    description:
      'Takes view_all_lots or manage_due_diligence; farmers read those about their own farm. With expiring=true: those ' +
      'that expire within 90 days or have expired, the first to expire first.',
    access: 'staff',
    query: z.strictObject({
      ...pageQuery(20),
      ...documentFilter,
      expiring: oneOf('expiring', ['true', 'false']).optional(),
    }),
    answer: documentsAnswer,
    handle: async ({ caller, query: { expiring, ...query } }) => {
      const { documents: listed, pagination } = await documents.list(caller, {
        ...query,
        expiring: expiring === 'true',
      });
      return { data: { documents: listed.map(documentData), pagination } };
    },
  }),
  route({
    method: 'POST',
    path: '/due-diligence/documents',
    summary: 'Add a document',
    description:
      `Takes manage_due_diligence; farmers add documents about their own farm. ${DOCUMENT_TYPES.join(', ')}, told by content: ` +
      `at most ${DUE_DILIGENCE_LIMITS.megabytes} MB, ${DUE_DILIGENCE_LIMITS.documentsOfSubject} for each farm, plot, lot or ` +
      'consignment. Pictures are stored without EXIF, texts and embedded thumbnails. A photo may come with a part `thumbnail` ' +
      `after the file: a JPEG of at most ${DUE_DILIGENCE_LIMITS.thumbnailPixels} pixels on each side and ` +
      `${DUE_DILIGENCE_LIMITS.thumbnailBytes / 1_000} kB.`,
    access: 'staff',
    status: 201,
    long: true,
    upload: true,
    uploadMegabytes: DUE_DILIGENCE_LIMITS.megabytes,
    thumbnailBytes: DUE_DILIGENCE_LIMITS.thumbnailBytes,
    query: z.strictObject(newDocumentFields),
    answer: documentAnswer,
    handle: async ({ caller, query, upload, info }) => {
      if (upload === null) throw invalid({ field: 'file', said: FILE.none({}) });
      const given = parseInput(newDocumentInput, query);
      return { data: { document: documentData(await documents.add(caller, given, upload, info)) } };
    },
  }),
];

/** REST calls of documents (docs/spec/due-diligence.md). */
export const dueDiligenceDocumentRoutes = (services: Services): readonly Route[] => [
  ...listRoutes(services),
  route({
    method: 'GET',
    path: '/due-diligence/documents/:id',
    summary: 'One document, without its file',
    access: 'staff',
    params: documentId,
    answer: documentAnswer,
    handle: async ({ caller, params }) => {
      const document = await services.documents.find(caller, params.id);
      if (document === null) throw notFound('Document');
      return { data: { document: documentData(document) } };
    },
  }),
  route({
    method: 'GET',
    path: '/due-diligence/documents/:id/file',
    summary: 'The file of a document, as a download',
    description: 'The same bytes each time; each download is audited.',
    access: 'staff',
    long: true,
    params: documentId,
    files: DOCUMENT_TYPES,
    handle: async ({ caller, params, info }) => ({
      file: await services.documents.read(caller, params.id, info),
      headers: { 'cache-control': 'private, no-store' },
    }),
  }),
  route({
    method: 'GET',
    path: '/due-diligence/documents/:id/thumbnail',
    summary: 'The thumbnail of a photo, as its adder made it',
    description: 'Of documents with `hasThumbnail`.',
    access: 'staff',
    params: documentId,
    files: [THUMBNAIL_TYPE],
    handle: async ({ caller, params }) => ({
      file: await services.documents.thumbnail(caller, params.id),
      headers: { 'cache-control': 'private, no-store' },
    }),
  }),
  route({
    method: 'DELETE',
    path: '/due-diligence/documents/:id',
    summary: 'Delete file and names of a document for good',
    description: 'Takes manage_due_diligence for all farms.',
    access: 'staff',
    params: documentId,
    answer: z.strictObject({ removed: z.literal(true) }),
    handle: async ({ caller, params, info }) => {
      await services.documents.remove(caller, params.id, info);
      return { data: { removed: true } };
    },
  }),
];
