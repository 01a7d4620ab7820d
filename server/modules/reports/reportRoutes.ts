import { z } from 'zod';
import { firstSpoken, LANGUAGES, PUBLIC_LOCALES } from '../../domain/public/publicPages.ts';
import { ROLES } from '../../domain/access/permissions.ts';
import { MOST_SELECTED } from '../../domain/public/publicRoutes.ts';
import { oneOf } from '../../platform/validation/inputSchemas.ts';
import { selectedLots } from '../lots/selectedLots.ts';
import { byPublicLotId, NOT_PUBLIC, publicLotId } from '../provenance/publicLotId.ts';
import { notFound, Refused } from '../../platform/errors/refusal.ts';
import { paginationSchema } from '../../platform/rest/answerSchemas.ts';
import { pageQuery } from '../../platform/rest/query.ts';
import { route, type FileAnswer, type Route } from '../../platform/rest/route.ts';
import { periodInput } from './period.ts';
import { REPORT_FORMATS, FORMAT_RULES } from './reportFiles.ts';
import type { ListedReport } from './reportList.ts';
import type { ReportFile } from './reportService.ts';
import { reportView } from './reportView.ts';
import { idText } from '../../platform/validation/idText.ts';
import type { ReportService } from './reportService.ts';
import type { LotReads } from '../lots/lotReads.ts';
import type { LotDocuments } from './lotDocuments.ts';

const PDF = 'application/pdf';

const listedReport = z.object({
  reportId: z.uuid(),
  intact: z.boolean().describe('As it was stored; where it is not, nothing of it is told'),
  report: reportView.nullable().describe('Null where it is not intact'),
  madeBy: z.string().nullable().describe('Name of the account or partner key that made it; null once that was erased'),
  madeByRole: z.enum(ROLES).nullable().describe('What its maker was then; null where it is not intact'),
  byKey: z.boolean().describe("Made by a partner's program"),
  sampleData: z.boolean().describe('Its satellite results come from sample data'),
  formats: z.array(z.enum(REPORT_FORMATS)).describe('Fewer once data of people was erased'),
}) satisfies z.ZodType<ListedReport>;

/** The language of a PDF for shoppers; English by default. */
const inLanguage = z.object({
  lang: oneOf('lang', LANGUAGES).optional().describe('en, fr, es or tpi; en unless told'),
});

const MADE_FORMATS = ['json', 'csv', 'pdf'] as const;

interface Services {
  lotReads: LotReads;
  papers: LotDocuments;
  reports: ReportService;
}

const complianceReportRoutes = ({ reports }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/reports/compliance',
    summary: 'Make a compliance report of the lots in sight that were harvested in a period',
    description:
      'All figures come from one snapshot of the database. The report is stored: GET /reports/{id} answers its files, ' +
      'and the same id answers the same bytes for five years. Asked again on the same day (UTC) while nothing of it has ' +
      'changed, the same report is answered. As a file the answer names the report in X-Report-Id. At most 50,000 lots, ' +
      'and 100 different reports in 24 hours for each person or key (429).',
    access: 'staff',
    query: z.strictObject({ ...periodInput.shape, format: oneOf('format', MADE_FORMATS).default('json') }),
    answer: z.object({ report: reportView }),
    files: [...new Set(MADE_FORMATS.map((format) => FORMAT_RULES[format].mediaType))],
    long: true,
    heavy: 'reports',
    handle: async ({ query: { format, ...period }, caller, info }) => {
      const report = await reports.make(caller, period, info);
      if (format === 'json') return { data: { report } };
      const file = await reports.file(caller, report.reportId, format);
      return { ...answered(file), headers: { 'x-report-id': report.reportId } };
    },
  }),
  route({
    method: 'GET',
    path: '/reports',
    summary: 'Stored reports over the lots in sight, newest first',
    description:
      'Takes generate_reports. Each is compared with its seal: of one that was changed in the database its id alone is told, ' +
      'with intact false. `formats` names the files that can be had at GET /reports/{id}.',
    access: 'staff',
    query: z.strictObject(pageQuery(10)),
    answer: z.object({ reports: z.array(listedReport), pagination: paginationSchema }),
    handle: async ({ caller, query }) => ({ data: await reports.list(caller, query) }),
  }),
  route({
    method: 'GET',
    path: '/reports/:id',
    summary: 'A stored report as a file',
    description:
      'pdf, json and csv hold figures and lots without names, farms and places. statement (a draft of a due diligence statement, ' +
      'submitted by nobody), geojson (exactly its plots, to be filed with it) and plots (all plots of the period, not for filing) name ' +
      'people: after an ' +
      'erasure that concerns them they answer 410.',
    access: 'staff',
    params: z.object({ id: idText() }),
    query: z.strictObject({ format: oneOf('format', REPORT_FORMATS).default('pdf') }),
    files: [...new Set(REPORT_FORMATS.map((format) => FORMAT_RULES[format].mediaType))],
    long: true,
    heavy: 'reports',
    handle: async ({ params, query, caller }) => answered(await reports.file(caller, params.id, query.format)),
  }),
];

const lotDocumentRoutes = ({ papers, lotReads }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/lots/:id/dossier',
    summary: 'All that is kept of a lot as a PDF: origin, journey, satellite evidence, ledger proof',
    access: 'staff',
    params: z.object({ id: idText().describe('UUID or lotId') }),
    files: [PDF],
    long: true,
    heavy: 'reports',
    handle: async ({ params, caller, info }) => {
      const paper = await papers.dossier(caller, params.id);
      if (paper === null) throw notFound('Lot');
      await lotReads.logOne({ caller, info }, params.id, { action: 'lot.paper-read', details: { paper: 'dossier' } });
      return answered({ name: paper.name, body: paper.bytes, mediaType: PDF });
    },
  }),
  route({
    method: 'POST',
    path: '/lots/qr-sheet',
    summary: 'QR codes of chosen lots as a PDF to print and cut',
    description:
      `At most ${MOST_SELECTED} lots by UUID, in the order given, 20 on a page. Those that are not in sight, or were deleted, ` +
      'are left out; X-Lots says how many are on the sheet. 404 when none is.',
    access: 'staff',
    body: z.strictObject({ ids: selectedLots }),
    files: [PDF],
    long: true,
    heavy: 'reports',
    handle: async ({ body, caller, info }) => {
      const sheet = await papers.qrSheet(caller, body.ids);
      if (sheet === null) throw notFound('Lot');
      await lotReads.log({ caller, info }, body.ids, { action: 'lot.paper-read', details: { paper: 'qr-sheet' } });
      return {
        ...answered({ name: sheet.name, body: sheet.bytes, mediaType: PDF }),
        headers: { 'x-lots': String(sheet.lots) },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/lots/public/:lotId/certificate',
    summary: 'One page for shoppers as a PDF: what the public page of a lot says',
    access: 'public',
    params: byPublicLotId,
    query: inLanguage,
    files: [PDF],
    heavy: 'certificates',
    handle: async ({ params, query }) => {
      const locale = firstSpoken([query.lang ?? '']) ?? PUBLIC_LOCALES[0];
      const paper = await papers.certificate(publicLotId(params.lotId), locale);
      if (paper === null) throw new Refused({ kind: 'not-found', said: NOT_PUBLIC });
      return answered({ name: paper.name, body: paper.bytes, mediaType: PDF });
    },
  }),
];

/** Reports over a period, and PDFs about one lot. */
export const reportRoutes = (services: Services): readonly Route[] => [
  ...complianceReportRoutes(services),
  ...lotDocumentRoutes(services),
];

function answered(file: ReportFile): FileAnswer {
  return { file };
}
