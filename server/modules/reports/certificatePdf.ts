import { qualityGrade } from '../../domain/lot/cacao.ts';
import {
  isSatelliteOutdated,
  SATELLITE_FRESH_DAYS,
  type DeforestationStatus,
} from '../../domain/forest/deforestation.ts';
import type { IntegrityView, ProvenanceView, PublicLotView } from '../../domain/public/publicAnswers.ts';
import type { PublicLocale } from '../../domain/public/publicPages.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { CERTIFICATE_WORDS, type CertificateWords } from './certificate/certificateWords.ts';
import { PdfDocument, type Ink } from '../../platform/pdf/pdfDocument.ts';
import { placeWord } from '../../platform/pdf/formatLocation.ts';

export interface CertificateContent {
  lot: PublicLotView;
  /** fields whose value was erased, as the ledger says */
  erased: string[];
  /** ISO 3166-1 alpha-2, of the rounded place */
  country: string | null;
  integrity: IntegrityView;
  /** null: the ledger could not be reached */
  chain: ProvenanceView[] | null;
  url: string;
  ledger: 'embedded' | 'fabric';
  at: Date;
  /** the satellite result rests on sample data */
  sample: boolean;
  /** the language that it is written in */
  locale: PublicLocale;
}

/** Reduces the size until everything fits on one page: long names and numbers take more lines, never a second page. */
const STEP = 0.93;
const SMALLEST = 0.6;

/**
 * One page with the content of the lot's public page, in the language of the reader, and a QR code that opens that
 * page.
 */
export async function certificatePdf(content: CertificateContent): Promise<Buffer> {
  let scale = 1;
  for (;;) {
    const paper = await written(content, scale);
    const bytes = await paper.finish();
    if (paper.pages === 1 || scale < SMALLEST) return bytes;
    scale *= STEP;
  }
}

async function written(
  { lot, erased, country, integrity, chain, url, ledger, at, sample, locale }: CertificateContent,
  scale: number,
): Promise<PdfDocument> {
  const words = CERTIFICATE_WORDS[locale];
  const day = (iso: string): string => words.day(new Date(iso));
  const figure = (value: number): string => value.toLocaleString(words.customs, { maximumFractionDigits: 3 });
  const paper = new PdfDocument({
    title: words.about(lot.lotId),
    subject: words.subject,
    at,
    footer: words.footer(`${words.day(at)}, ${at.toISOString().slice(11, 16)} UTC`),
    words,
    scale,
  });
  paper.title(words.title(lot.lotId), words.line);
  const verdict = verdictOf(words, lot, at);
  if (!sample) paper.notice(verdict.text, verdict.ink);
  else {
    // Sample data says nothing about a real location.
    paper.notice(words.sampleVerdict(verdict.text), 'sky');
    paper.paragraph(words.sample, { size: 9, ink: 'sky' });
  }
  paper.heading(words.origin);
  const place = placeWord(lot.latitude, lot.longitude, lot.isAnonymized ? 1 : 2, words);
  paper.facts([
    ...(lot.isAnonymized
      ? ([[words.farm, words.notShown]] as const)
      : ([
          [words.farmer, lot.farmerName ?? (erased.includes('farmerName') ? words.erased : '–')],
          [words.farm, lot.farmId ?? (erased.includes('farmId') ? words.erased : '–')],
        ] as const)),
    [
      words.place,
      `${country === null ? '' : `${words.country(country)}, `}${place} ${words.rounded(lot.isAnonymized ? 11 : 1)}`,
    ],
    [words.variety, lot.cacaoVariety],
    [words.harvested, day(lot.harvestDate)],
    [words.weight, lot.weight === null ? '–' : `${figure(lot.weight)} kg`],
    [
      words.quality,
      lot.qualityScore === null
        ? words.notGraded
        : words.graded(figure(lot.qualityScore), words.grades[qualityGrade(lot.qualityScore)]),
    ],
    ...(lot.certifications.length === 0
      ? []
      : ([[words.certifications, words.stated(lot.certifications.join(', '))]] as const)),
  ]);
  paper.heading(words.journey);
  if (chain === null) paper.paragraph(words.journeyAway);
  else {
    await paper.table(
      [
        {
          title: words.stage,
          share: 0.16,
          text: ({ stage }) => (stage === null ? '' : words.stages[stage]),
          font: 'bold',
        },
        { title: words.enteredOn, share: 0.24, text: ({ timestamp }) => day(timestamp) },
        { title: words.block, share: 0.08, text: ({ blockNumber }) => String(blockNumber) },
        { title: words.transaction, share: 0.52, text: ({ transactionId }) => transactionId, font: 'mono', size: 6.5 },
      ],
      // As on the public page, when each stage was first entered.
      STAGES.flatMap((stage) => chain.find((event) => event.stage === stage) ?? []),
    );
  }
  paper.heading(words.record);
  const newest = chain?.at(-1);
  const result = integrity.state === 'verified' && erased.length > 0 ? 'erased' : integrity.state;
  paper.facts([
    [
      words.result,
      words.results?.[result] ?? integrity.message,
      { ink: integrity.state === 'verified' ? 'leaf' : integrity.state === 'differs' ? 'alarm' : 'pod' },
    ],
    [words.newest, newest?.transactionId ?? words.none, { font: 'mono', size: 8.5 }],
    [
      words.recordedIn,
      newest === undefined
        ? '–'
        : words.inBlock(
            newest.blockNumber,
            newest.endorsers.map(({ organisation }) => organisation),
          ),
    ],
    [words.kind, words.ledgers[ledger]],
  ]);
  paper.qr(url, 80, `${words.qr}\n${url}`);
  return paper;
}

/** The verdict comes first. A person's decision is not presented as a satellite result. */
function verdictOf(
  words: CertificateWords,
  { deforestationStatus, satelliteTimestamp, statusDecidedBy, statusDecidedOn }: PublicLotView,
  at: Date,
): { text: string; ink: Ink } {
  const checkedAt = satelliteTimestamp === null ? null : new Date(satelliteTimestamp);
  const isOld = checkedAt !== null && isSatelliteOutdated(checkedAt, at);
  const checkDay = checkedAt === null ? null : words.day(checkedAt);
  const day = checkDay !== null && isOld ? words.old(checkDay, SATELLITE_FRESH_DAYS) : checkDay;
  // Full green only for a recent check, as on the public page.
  const clear: Ink = isOld ? 'pod' : 'leaf';
  if (statusDecidedBy === 'person' && statusDecidedOn !== null && deforestationStatus !== 'Under Investigation') {
    // The check found what the person reviewed. 'Checked on' alone would suggest that both agree.
    const reviewed =
      words.reviewedOn(words.day(new Date(statusDecidedOn))) + (day === null ? '' : words.lastCheck(day));
    return deforestationStatus === 'No Deforestation'
      ? { text: `${words.reviewedClear} ${reviewed}.`, ink: clear }
      : { text: `${words.reviewedLoss} ${reviewed}.`, ink: 'alarm' };
  }
  const checked = day === null ? '' : words.checkedOn(day);
  const verdicts: Record<DeforestationStatus, { text: string; ink: Ink }> = {
    'No Deforestation': { text: `${words.clear}${checked}.`, ink: clear },
    'Deforestation Detected': { text: `${words.loss}${checked}.`, ink: 'alarm' },
    'Pending Review': { text: words.pending, ink: 'pod' },
    'Under Investigation': { text: words.investigated, ink: 'sky' },
  };
  return verdicts[deforestationStatus];
}
