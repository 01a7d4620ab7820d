import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { DEFORESTATION_STATUSES } from '../../domain/forest/deforestation.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { fromTenths, kgFromGrams } from '../../domain/text/units.ts';
import { PdfDocument, type PdfColumn } from '../../platform/pdf/pdfDocument.ts';
import {
  reportDayWord,
  figureWord,
  reportMomentWord,
  stageWord,
  STATUS_INK,
  tenthsWord,
} from '../../platform/pdf/words.ts';
import {
  isCompliantLine,
  sumsOf,
  type LotLine,
  type LotSums,
  type ReportHead,
  type Snapshot,
} from './reportSnapshot.ts';
import { FIGURE_RULES } from './reportView.ts';

/** The PDF ends here, to stay readable; the CSV file has all lots. */
export const MOST_LOTS_ON_PAPER = 2_000;

/** Replaces a status that must not be relied on. */
const DIFFERS = 'Differs from the ledger';

const COLUMNS: readonly PdfColumn<LotLine>[] = [
  { title: 'Lot', share: 0.14, text: ({ lotId }) => lotId, font: 'bold', wrap: true },
  { title: 'Harvested', share: 0.115, text: ({ harvestDate }) => harvestDate },
  { title: 'Origin', share: 0.065, text: ({ country }) => country ?? '–' },
  { title: 'Variety', share: 0.095, text: ({ variety }) => variety },
  { title: 'Stage', share: 0.095, text: ({ stage }) => stageWord(stage) },
  {
    title: 'Deforestation status',
    share: 0.2,
    text: ({ status, decidedBy, verification }) =>
      verification === 'differs' ? DIFFERS : `${status}${decidedBy === 'person' ? '*' : ''}`,
    ink: ({ status, verification }) => (verification === 'differs' ? 'alarm' : STATUS_INK[status]),
  },
  { title: 'Checked', share: 0.105, text: ({ satelliteAt }) => satelliteAt?.slice(0, 10) ?? '–' },
  {
    title: 'Weight, kg',
    share: 0.11,
    align: 'right',
    text: ({ weightGrams }) => figureWord(kgFromGrams(weightGrams)),
  },
  {
    title: 'Quality',
    share: 0.075,
    align: 'right',
    text: ({ qualityTenths }) => tenthsWord(qualityTenths === null ? null : fromTenths(qualityTenths)),
  },
];

/** Lots in a PDF: all of them in figures, and the first of them individually. */
export interface LotsInDocument {
  sums: LotSums;
  /** non-compliant lots first, then by harvest day; at most `MOST_LOTS_ON_PAPER` */
  lines: readonly LotLine[];
  /** whether they were read portion by portion */
  inBatches: boolean;
}

/** The report of one snapshot as it is handed to an authority. */
export function reportPdf(snapshot: Snapshot, issuer: Issuer | null): Promise<Buffer> {
  const { lots } = snapshot;
  // Non-compliant lots first, then by harvest day as in the snapshot.
  const ordered = [...lots.filter((lot) => !isCompliantLine(lot)), ...lots.filter(isCompliantLine)];
  const lines = ordered.slice(0, MOST_LOTS_ON_PAPER);
  return reportDocument(snapshot, { sums: sumsOf(lots), lines, inBatches: false }, issuer);
}

/**
 * A report for an authority. It names no person: it states the role of its maker, and is signed by hand. The same
 * report gives the same bytes.
 */
export async function reportDocument(head: ReportHead, told: LotsInDocument, issuer: Issuer | null): Promise<Buffer> {
  const { id, createdAt, period, figures } = head;
  const { sums, inBatches } = told;
  const made = reportMomentWord(createdAt.toISOString());
  const paper = new PdfDocument({
    title: `Compliance report ${period.from} to ${period.to}`,
    subject: 'Lots, deforestation status and satellite checks of a harvest period',
    at: createdAt,
    footer: `Manam-Trace compliance report ${id}`,
    issuer,
  });
  paper.title(
    'Compliance report',
    `Cacao lots harvested from ${reportDayWord(period.from)} to ${reportDayWord(period.to)}`,
  );
  notices(paper, head);
  paper.facts([
    ['Report', id, { font: 'mono' }],
    ['Made', made],
    ['Made by', `An account with the role of ${head.creatorRole}`],
    ['Covers', scopeWord(head)],
    ['Regulation', '(EU) 2023/1115 (EUDR), cut-off date 31 December 2020'],
  ]);
  paper.heading('Figures');
  paper.tiles([
    ['Lots', figureWord(figures.totalLots)],
    ['Compliant', figureWord(figures.compliantLots)],
    ['Not compliant', figureWord(figures.nonCompliantLots)],
    ['Compliance rate', tenthsWord(figures.complianceRate, ' %')],
  ]);
  paper.tiles([
    ['Average quality (0-100)', tenthsWord(figures.averageQualityScore)],
    ['Satellite checks', figureWord(figures.satelliteChecks)],
    ['GDPR duties kept', figures.gdprCompliant ? 'Yes' : 'No'],
    ['Weight (kg)', figureWord(kgFromGrams(sums.weightGrams))],
  ]);
  if (sums.lots > 0) charts(paper, sums);
  else paper.paragraph('No lots were harvested in this period.');
  paper.signature(['Name and function', 'Day', 'Signature']);

  paper.heading('How each figure is computed', 250);
  paper.facts(FIGURE_RULES);
  paper.paragraph(
    (inBatches
      ? `Which lots were harvested in the period was read in one snapshot of the database, ${made}. They were then read and compared ` +
        'with the ledger portion by portion, each portion as of one moment: a lot that was changed meanwhile counts as it was then, and ' +
        'one that was deleted or left the period before its turn does not count. All figures are those of the lots in the list. '
      : `All figures${sums.lots > 0 ? ' and the list below' : ''} were read in one snapshot of the database, ${made}. `) +
      'The same report number gives the same files for five years; those that name people end sooner, when one of them ' +
      `is erased. Producers, farms and places are not in this paper${inBatches ? '.' : '; they are in the GeoJSON file of the report.'}`,
    { size: 9, ink: 'muted' },
  );

  if (sums.lots > 0) await lotTable(paper, told);
  return paper.finish();
}

function notices(paper: PdfDocument, { sampleData, figures }: ReportHead): void {
  if (sampleData) {
    paper.notice(
      'Sample data: the satellite results in this report are made up for demonstration, not observations.',
      'pod',
    );
  }
  if (figures.differingLots > 0) {
    paper.notice(
      `${figures.differingLots === 1 ? 'The record of one lot differs' : `The records of ${figureWord(figures.differingLots)} lots differ`} ` +
        'from the ledger: somebody changed it past the program. None of them is counted as compliant; each is named in the list below.',
      'alarm',
    );
  }
}

async function lotTable(paper: PdfDocument, { sums, lines }: LotsInDocument): Promise<void> {
  paper.heading('Lots');
  paper.paragraph(
    'Lots that are not compliant stand first; within that by harvest day. Origin is the country of the place (ISO 3166). ' +
      'Checked is the day of the last conclusive satellite check, in UTC. A dash: not known, not checked or not graded.' +
      (lines.some(({ decidedBy }) => decidedBy === 'person')
        ? ' A star: set by a person who looked into a satellite alert, not by the check.'
        : ''),
    { size: 9, ink: 'muted' },
  );
  await paper.table(COLUMNS, lines);
  if (sums.lots > lines.length) {
    const more = figureWord(sums.lots - lines.length);
    paper.paragraph(`${more} more lots are counted above and stand in the CSV file of this report.`);
  }
}

function charts(paper: PdfDocument, { byStatus, byStage }: LotSums): void {
  paper.bars(
    'Lots by deforestation status',
    DEFORESTATION_STATUSES.map((status) => ({ label: status, count: byStatus[status], ink: STATUS_INK[status] })),
  );
  paper.bars(
    'Lots by stage',
    STAGES.map((stage) => ({ label: stageWord(stage), count: byStage[stage], ink: 'brand' as const })),
  );
}

function scopeWord({ scope }: ReportHead): string {
  switch (scope.kind) {
    case 'all':
      return 'All lots of this installation';
    case 'farm':
      return 'The lots of one farm';
    case 'none':
      return 'No lots: the role that made it sees none';
  }
}
