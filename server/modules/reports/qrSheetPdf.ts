import { PdfDocument } from '../../platform/pdf/pdfDocument.ts';
import { dayWord, momentWord } from '../../platform/pdf/words.ts';

export interface QrSheetContent {
  /** in the order of the sheet; `harvestDate` YYYY-MM-DD, `url` is encoded in the code */
  lots: readonly { lotId: string; cacaoVariety: string; harvestDate: string; url: string }[];
  at: Date;
}

/** A sheet of QR codes to print and cut for packages: lot id, variety and harvest day, no names of persons. */
export async function qrSheetPdf({ lots, at }: QrSheetContent): Promise<Buffer> {
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
