import type { Issuer } from '../../../domain/cooperative/cooperativeInput.ts';
import { documentWords } from '../../../domain/messages/documents.ts';
import { PdfDocument } from '../../../platform/pdf/pdfDocument.ts';
import { dayWord, momentWord } from '../../../platform/pdf/words.ts';

/** What both papers of a consignment say. */
export interface ConsignmentPdfContent {
  number: string;
  state: string;
  buyer: { name: string; address: string; country: string; eori: string } | null;
  /** kg */
  weight: number;
  netWeight: number | null;
  bags: number | null;
  containers: readonly { number: string; seals: readonly string[] }[];
  billOfLading: string | null;
  incoterm: string | null;
  loadingDate: string | null;
  departureDate: string | null;
  arrivalDate: string | null;
  countryOfEntry: string | null;
  lots: readonly {
    lotId: string;
    variety: string;
    /** kg in the consignment */
    weight: number;
    status: string;
    /** ISO 8601; null: never */
    checkedAt: string | null;
  }[];
  origins: { lots: number; farms: number; plots: number; harvestFrom: string | null; harvestTo: string | null };
  ledger: { transactionId: string | null; status: string };
  /** when it last changed: the same consignment gives the same file */
  at: Date;
  sampleData: boolean;
  issuer: Issuer | null;
}

const { figure } = documentWords('en-US');
const kilograms = (kg: number): string => `${figure(kg)} kg`;
const dayOf = (day: string | null): string => (day === null ? '–' : dayWord(day));

function begun(content: ConsignmentPdfContent, title: string, line: string): PdfDocument {
  const paper = new PdfDocument({
    title: `${title} ${content.number}`,
    subject: line,
    at: content.at,
    footer: `State of ${momentWord(content.at.toISOString())}.`,
    issuer: content.issuer,
  });
  paper.title(`${title} ${content.number}`, line);
  if (content.state === 'open') paper.notice('Draft: the consignment is open, and its lots may change.', 'pod');
  if (content.sampleData) paper.notice('Sample data, made up for demonstration. It must not be filed.', 'sky');
  return paper;
}

function facts(paper: PdfDocument, content: ConsignmentPdfContent): void {
  const { buyer } = content;
  paper.heading('Shipment');
  paper.facts([
    [
      'Buyer',
      buyer === null ? 'Erased' : [buyer.name, buyer.address, buyer.country].filter((text) => text !== '').join(', '),
    ],
    ['EORI of the buyer', buyer === null || buyer.eori === '' ? '–' : buyer.eori],
    ['Bill of lading', content.billOfLading ?? '–'],
    ['Terms of delivery', content.incoterm ?? '–'],
    ['Loading', dayOf(content.loadingDate)],
    ['Departure', dayOf(content.departureDate)],
    ['Arrival', dayOf(content.arrivalDate)],
    ['Country of entry', content.countryOfEntry ?? '–'],
    ['Weight of the lots', kilograms(content.weight)],
    ['Net weight', content.netWeight === null ? 'Not weighed yet' : kilograms(content.netWeight)],
    ['Bags', content.bags === null ? '–' : figure(content.bags)],
  ]);
}

/** Packing list: containers, and each lot with its kilograms. */
export async function packingListPdf(content: ConsignmentPdfContent): Promise<Buffer> {
  const paper = begun(content, 'Packing list', 'Cacao beans: containers, bags and lots');
  facts(paper, content);
  paper.heading('Containers');
  if (content.containers.length === 0) paper.paragraph('No container is stated.');
  else {
    await paper.table(
      [
        { title: 'Container', share: 0.3, text: ({ number }) => number, font: 'mono' },
        { title: 'Seals', share: 0.7, text: ({ seals }) => seals.join(', ') || '–', wrap: true },
      ],
      content.containers,
    );
  }
  paper.heading('Lots');
  await paper.table(
    [
      { title: 'Lot', share: 0.3, text: ({ lotId }) => lotId, font: 'bold' },
      { title: 'Variety', share: 0.4, text: ({ variety }) => variety },
      { title: 'Weight', share: 0.3, align: 'right', text: ({ weight }) => kilograms(weight) },
    ],
    content.lots,
  );
  return paper.finish();
}

/** Certificate of origin: what is proved of the lots, and how it is checked. */
export async function consignmentCertificatePdf(content: ConsignmentPdfContent): Promise<Buffer> {
  const paper = begun(content, 'Certificate of origin', 'Cacao beans: origins, satellite checks and ledger record');
  const { origins, ledger } = content;
  facts(paper, content);
  paper.heading('Origin');
  paper.facts([
    ['Deliveries', figure(origins.lots)],
    ['Farms', figure(origins.farms)],
    ['Plots in the file', figure(origins.plots)],
    ['Harvest', `${dayOf(origins.harvestFrom)} to ${dayOf(origins.harvestTo)}`],
  ]);
  paper.heading('Lots');
  await paper.table(
    [
      { title: 'Lot', share: 0.22, text: ({ lotId }) => lotId, font: 'bold' },
      { title: 'Weight', share: 0.2, align: 'right', text: ({ weight }) => kilograms(weight) },
      { title: 'Deforestation status', share: 0.33, text: ({ status }) => status },
      { title: 'Last check', share: 0.25, text: ({ checkedAt }) => (checkedAt === null ? '–' : momentWord(checkedAt)) },
    ],
    content.lots,
  );
  paper.heading('Ledger');
  paper.facts([
    ['State of the record', ledger.status],
    ['Newest transaction', ledger.transactionId ?? '–'],
  ]);
  paper.paragraph('The proofs of the lots are beside this certificate. Anyone can check them without an account.');
  return paper.finish();
}
