import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { certificatePdf, type CertificateContent } from './certificatePdf.ts';
import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { loadCountries } from '../../platform/geo/countries.ts';
import { PdfDocument } from '../../platform/pdf/pdfDocument.ts';
import { dayWord, momentWord } from '../../platform/pdf/words.ts';
import {
  consignmentCertificatePdf,
  packingListPdf,
  type ConsignmentPdfContent,
} from './consignment/consignmentPdfs.ts';
import { consignmentPlots, type ConsignmentPlots } from './consignment/consignmentPlots.ts';
import { dossierPdf, type DossierContent } from './dossierPdf.ts';
import { linesOf, lotsRead, type LotsRead, type ToRead } from './lotsRead.ts';
import { allPlotsGeoJson, plotsGeoJson } from './plots.ts';
import type { ReportFormat } from './reportFiles.ts';
import { lotsCsv, reportCsv } from './reportCsv.ts';
import { lotsJson, reportJson } from './reportJson.ts';
import { PARTS_RENDERING, reportParts } from './reportParts.ts';
import { reportPdf } from './reportPdf.ts';
import { isCompliantLine, sumsOf, type LotLine, type LotSums, type PlotLine, type Snapshot } from './reportSnapshot.ts';
import { statementDraft } from './statementDraft.ts';
import { reportHead, snapshotOf, type StoredReport } from './storedReport.ts';

/** Tasks that run in threads: work that grows with the number of lots, and writing PDF files. */
export const pdfTasks = {
  lotsRead: (toRead: ToRead): Promise<LotsRead> => lotsRead(toRead),

  async reportFile({ report, format, issuer }: ReportToWrite): Promise<Buffer> {
    return Buffer.from(await rendered(report, format, issuer));
  },

  reportBatch: (portion: ToBatch): Promise<Batch> => reportBatch(portion),

  async dossier(content: Omit<DossierContent, 'country'>): Promise<Buffer> {
    return dossierPdf({ ...content, country: await countryWord(content.lot) });
  },

  async certificate(content: Omit<CertificateContent, 'country'>): Promise<Buffer> {
    return certificatePdf({ ...content, country: await countryCode(content.lot) });
  },

  consignmentPlots: (toRead: Parameters<typeof consignmentPlots>[0]): Promise<ConsignmentPlots> =>
    consignmentPlots(toRead),

  packingList: (content: ConsignmentPdfContent): Promise<Buffer> => packingListPdf(content),

  consignmentCertificate: (content: ConsignmentPdfContent): Promise<Buffer> => consignmentCertificatePdf(content),

  qrSheet: (content: QrSheetContent): Promise<Buffer> => qrSheetPdf(content),
};

interface ReportToWrite {
  report: StoredReport;
  format: ReportFormat;
  /** as they are when the file is first made: it is stored then */
  issuer: Issuer | null;
}

export type PdfTasks = typeof pdfTasks;

type OptionalPoint = { latitude: number | null; longitude: number | null };

async function countryCode({ latitude, longitude }: OptionalPoint): Promise<string | null> {
  if (latitude === null || longitude === null) return null;
  const countries = await loadCountries();
  return countries.of({ latMicro: Math.round(latitude * 1e6), lonMicro: Math.round(longitude * 1e6) });
}

async function countryWord(place: OptionalPoint): Promise<string | null> {
  const code = await countryCode(place);
  return code === null ? null : (await loadCountries()).name(code);
}

/**
 * How each format is rendered from a snapshot. Formats that name persons are requested only while the snapshot has the
 * names.
 */
const RENDERING: Record<ReportFormat, (snapshot: Snapshot, issuer: Issuer | null) => Promise<Buffer> | string> = {
  pdf: reportPdf,
  json: reportJson,
  csv: reportCsv,
  geojson: (snapshot) => plotsGeoJson(snapshot, plotsIn(snapshot)),
  plots: (snapshot) => allPlotsGeoJson(snapshot, plotsIn(snapshot)),
  statement: (snapshot, issuer) => statementDraft(snapshot, plotsIn(snapshot), issuer),
};

/** A stored report's file; for a file in pieces, the list of its pieces. */
async function rendered(report: StoredReport, format: ReportFormat, issuer: Issuer | null): Promise<Buffer | string> {
  if (!report.in_parts) return RENDERING[format](snapshotOf(report), issuer);
  if (format === 'geojson' || format === 'statement' || format === 'plots') {
    throw new Error(`A report in parts has no ${format} file`);
  }
  return PARTS_RENDERING[format](reportHead(report), reportParts.parse(JSON.parse(report.lots)), issuer);
}

function plotsIn({ plots }: Snapshot): PlotLine[] {
  if (plots === null) throw new Error('The plots of this report were erased');
  return plots;
}

/** A portion of a report's lots, as it was read. */
interface ToBatch extends ToRead {
  sampleData: boolean;
  /** remaining rows of the PDF for compliant lots and for others */
  room: { compliant: number; others: number };
}

interface Batch {
  sums: LotSums;
  /** lots for the PDF */
  first: LotLine[];
  /** its pieces of the files, compressed (gzip) */
  csv: Uint8Array;
  json: Uint8Array;
}

const pack = promisify(gzip);

/** The stored content of one portion of a report's lots. */
async function reportBatch({ sampleData, room, ...toRead }: ToBatch): Promise<Batch> {
  const { lots } = await linesOf(toRead);
  const others = lots.filter((lot) => !isCompliantLine(lot)).slice(0, room.others);
  const compliant = lots.filter(isCompliantLine).slice(0, room.compliant);
  const [csv, json] = await Promise.all([pack(lotsCsv(lots, sampleData)), pack(lotsJson(lots))]);
  return { sums: sumsOf(lots), first: [...others, ...compliant], csv, json };
}

interface QrSheetContent {
  /** in the order of the sheet; `harvestDate` YYYY-MM-DD, `url` is encoded in the code */
  lots: readonly { lotId: string; cacaoVariety: string; harvestDate: string; url: string }[];
  at: Date;
}

/** A sheet of QR codes to print and cut for packages: lot id, variety and harvest day, no names of persons. */
async function qrSheetPdf({ lots, at }: QrSheetContent): Promise<Buffer> {
  const count = `${lots.length} ${lots.length === 1 ? 'lot' : 'lots'}`;
  const paper = new PdfDocument({
    title: `QR codes of ${count}`,
    subject: 'QR codes that open the public pages of cacao lots',
    at,
    footer: `Made ${momentWord(at.toISOString())}. Print at 100 %: each code is about 3 cm wide.`,
  });
  paper.title('QR codes', count);
  await paper.codes(
    lots.map(({ lotId, cacaoVariety, harvestDate, url }) => ({
      content: url,
      name: lotId,
      note: `${cacaoVariety}, ${dayWord(harvestDate)}`,
    })),
  );
  return paper.finish();
}
