import { certificatePdf, type CertificateContent } from './certificatePdf.ts';
import { loadCountries } from '../../platform/geo/countries.ts';
import { dossierPdf, type DossierContent } from './dossierPdf.ts';
import { lotsRead, type LotsRead, type ToRead } from './lotsRead.ts';
import type { ReportFormat } from './reportFiles.ts';
import { qrSheetPdf, type QrSheetContent } from './qrSheetPdf.ts';
import { reportBatch, type ReportBatch, type ToBatch } from './reportBatch.ts';
import { rendered } from './reportRendering.ts';
import type { StoredReport } from './storedReport.ts';

/** Tasks that run in threads: work that grows with the number of lots, and writing PDF files. */
export const pdfTasks = {
  lotsRead: (toRead: ToRead): Promise<LotsRead> => lotsRead(toRead),

  async reportFile({ report, format }: { report: StoredReport; format: ReportFormat }): Promise<Buffer> {
    return Buffer.from(await rendered(report, format));
  },

  reportBatch: (portion: ToBatch): Promise<ReportBatch> => reportBatch(portion),

  async dossier(content: Omit<DossierContent, 'country'>): Promise<Buffer> {
    return dossierPdf({ ...content, country: await countryWord(content.lot) });
  },

  async certificate(content: Omit<CertificateContent, 'country'>): Promise<Buffer> {
    return certificatePdf({ ...content, country: await countryCode(content.lot) });
  },

  qrSheet: (content: QrSheetContent): Promise<Buffer> => qrSheetPdf(content),
};

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
