import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { qualityGrade } from '../../domain/lot/cacao.ts';
import {
  isSatelliteOutdated,
  SATELLITE_FRESH_DAYS,
  type DeforestationStatus,
} from '../../domain/forest/deforestation.ts';
import type {
  IntegrityView,
  ProvenanceView,
  PublicLotView,
  PublicOriginsView,
} from '../../domain/public/publicAnswers.ts';
import type { PublicLocale } from '../../domain/public/publicPages.ts';
import { STAGES } from '../../domain/lot/stages.ts';
import { documentWords, type DocumentWords } from '../../domain/messages/documents.ts';
import { PdfDocument, type Ink } from '../../platform/pdf/pdfDocument.ts';
import { placeWord } from '../../platform/pdf/formatLocation.ts';

export interface CertificateContent {
  lot: PublicLotView;
  /** fields whose value was erased, as the ledger says */
  erased: string[];
  /** ISO 3166-1 alpha-2, of the rounded place */
  country: string | null;
  /** of a lot that was made of others; null of an origin lot */
  origins: PublicOriginsView | null;
  integrity: IntegrityView;
  /** null: the ledger could not be reached */
  chain: ProvenanceView[] | null;
  url: string;
  ledger: 'embedded' | 'fabric';
  at: Date;
  /** the satellite result rests on sample data */
  sample: boolean;
  issuer: Issuer | null;
  /** the language that it is written in */
  locale: PublicLocale;
}

/** Reduces the size until everything fits on one page: long names and numbers take more lines, never a second page. */
const STEP = 0.93;
const SMALLEST = 0.6;
/** Farms that the page lists one by one. */
const CERTIFIED_FARMS = 12;

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

async function written(content: CertificateContent, scale: number): Promise<PdfDocument> {
  const { lot, url, at, sample, locale } = content;
  const words = documentWords(locale);
  const { say } = words;
  const paper = new PdfDocument({
    title: say('certificate.about', { lotId: lot.lotId }),
    subject: say('certificate.subject'),
    at,
    footer: say('certificate.footer', { moment: `${words.day(at)}, ${at.toISOString().slice(11, 16)} UTC` }),
    words,
    scale,
    issuer: content.issuer,
  });
  paper.title(say('certificate.title', { lotId: lot.lotId }), say('certificate.line'));
  const verdict = verdictOf(words, lot, at);
  if (!sample) paper.notice(verdict.text, verdict.ink);
  else {
    // Sample data says nothing about a real location.
    paper.notice(say('certificate.sampleVerdict', { verdict: verdict.text }), 'sky');
    paper.paragraph(say('certificate.sample'), { size: 9, ink: 'sky' });
  }
  originPart(paper, words, content);
  await journeyPart(paper, words, content);
  recordPart(paper, words, content);
  paper.qr(url, 80, `${say('certificate.qr')}\n${url}`);
  return paper;
}

type PaperFact = readonly [name: string, value: string];

function originPart(paper: PdfDocument, words: DocumentWords, content: CertificateContent): void {
  const { lot, origins } = content;
  const { say, figure } = words;
  paper.heading(say('certificate.origin'));
  if (origins !== null) paper.paragraph(beansWord(words, origins));
  paper.facts([
    ...(origins === null ? farmFacts(words, content) : combinedFacts(words, lot, origins)),
    [say('certificate.weight'), lot.weight === null ? '–' : `${figure(lot.weight)} kg`],
    [
      say('certificate.quality'),
      lot.qualityScore === null
        ? say('certificate.notGraded')
        : say('certificate.graded', {
            score: figure(lot.qualityScore),
            grade: say(`grade.${qualityGrade(lot.qualityScore)}`),
          }),
    ],
    ...(lot.certifications.length === 0
      ? []
      : ([
          [say('certificate.certifications'), say('certificate.stated', { names: lot.certifications.join(', ') })],
        ] as const)),
  ]);
}

/** 'Beans from 14 farms in Papua New Guinea', as on the public page. */
function beansWord({ say, country }: DocumentWords, { farms, countries }: PublicOriginsView): string {
  const [code] = countries;
  return say('combined.beans', {
    farms,
    countries: countries.length,
    country: code === undefined ? '' : country(code),
  });
}

/** Of a lot that was made of others: its largest farms, numbered, without names. */
function combinedFacts(words: DocumentWords, lot: PublicLotView, origins: PublicOriginsView): PaperFact[] {
  const { say, day, figure } = words;
  const part = (percent: number): string => `${figure(percent)} %`;
  const named = origins.shares.slice(0, CERTIFIED_FARMS).map(({ weight, percent }, index) => {
    return `${say('combined.farm', { number: index + 1 })}: ${figure(weight)} kg (${part(percent)})`;
  });
  const [first, last] = [day(new Date(lot.harvestDate)), day(new Date(lot.harvestUntil ?? lot.harvestDate))];
  const isMixed = origins.varieties.length > 1;
  const more = origins.farms - named.length;
  return [
    [say('combined.shares'), [...named, ...(more > 0 ? [say('combined.others', { farms: more })] : [])].join('; ')],
    ...(origins.steps.length === 0
      ? []
      : ([
          [
            say('certificate.steps'),
            origins.steps.map(({ step, from }) => `${say(`originStep.${step}`)}, ${day(new Date(from))}`).join('; '),
          ],
        ] as const)),
    [
      say('certificate.variety'),
      isMixed
        ? origins.varieties.map(({ variety, percent }) => `${variety} ${part(percent)}`).join(', ')
        : lot.cacaoVariety,
    ],
    [say('certificate.harvested'), first === last ? first : say('combined.days', { from: first, until: last })],
  ];
}

function farmFacts(words: DocumentWords, { lot, erased, country }: CertificateContent): PaperFact[] {
  const { say } = words;
  const place = placeWord(lot.latitude, lot.longitude, lot.isAnonymized ? 1 : 2, words);
  return [
    ...(lot.isAnonymized
      ? ([[say('certificate.farm'), say('certificate.notShown')]] as const)
      : ([
          [
            say('certificate.farmer'),
            lot.farmerName ?? (erased.includes('farmerName') ? say('certificate.erased') : '–'),
          ],
          [say('certificate.farm'), lot.farmId ?? (erased.includes('farmId') ? say('certificate.erased') : '–')],
        ] as const)),
    [
      say('certificate.place'),
      `${country === null ? '' : `${words.country(country)}, `}${place} ${say('certificate.rounded', { km: lot.isAnonymized ? 11 : 1 })}`,
    ],
    [say('certificate.variety'), lot.cacaoVariety],
    [say('certificate.harvested'), words.day(new Date(lot.harvestDate))],
  ];
}

async function journeyPart(paper: PdfDocument, words: DocumentWords, { chain }: CertificateContent): Promise<void> {
  const { say } = words;
  paper.heading(say('certificate.journey'));
  if (chain === null) paper.paragraph(say('certificate.journeyAway'));
  else {
    await paper.table(
      [
        {
          title: say('certificate.stage'),
          share: 0.16,
          text: ({ stage }) => (stage === null ? '' : say(`stage.${stage}`)),
          font: 'bold',
        },
        { title: say('certificate.enteredOn'), share: 0.24, text: ({ timestamp }) => words.day(new Date(timestamp)) },
        { title: say('certificate.block'), share: 0.08, text: ({ blockNumber }) => String(blockNumber) },
        {
          title: say('certificate.transaction'),
          share: 0.52,
          text: ({ transactionId }) => transactionId,
          font: 'mono',
          size: 6.5,
        },
      ],
      // As on the public page, when each stage was first entered.
      STAGES.flatMap((stage) => chain.find((event) => event.stage === stage) ?? []),
    );
  }
}

function recordPart(
  paper: PdfDocument,
  words: DocumentWords,
  { integrity, chain, erased, ledger }: CertificateContent,
): void {
  const { say } = words;
  paper.heading(say('certificate.record'));
  const newest = chain?.at(-1);
  const result = integrity.state === 'verified' && erased.length > 0 ? 'erased' : integrity.state;
  paper.facts([
    [
      say('certificate.result'),
      words.find(`certificate.result.${result}`) ?? integrity.message,
      { ink: integrity.state === 'verified' ? 'leaf' : integrity.state === 'differs' ? 'alarm' : 'pod' },
    ],
    [say('certificate.newest'), newest?.transactionId ?? say('certificate.none'), { font: 'mono', size: 8.5 }],
    [
      say('certificate.recordedIn'),
      newest === undefined
        ? '–'
        : say('certificate.inBlock', {
            block: newest.blockNumber,
            organisations: listed(
              words,
              newest.endorsers.map(({ organisation }) => organisation),
            ),
          }),
    ],
    [say('certificate.kind'), say(`certificate.ledger.${ledger}`)],
  ]);
}

/** The verdict comes first. A person's decision is not presented as a satellite result. */
function verdictOf(
  { say, day: dayOf }: DocumentWords,
  { deforestationStatus, satelliteTimestamp, statusDecidedBy, statusDecidedOn }: PublicLotView,
  at: Date,
): { text: string; ink: Ink } {
  const checkedAt = satelliteTimestamp === null ? null : new Date(satelliteTimestamp);
  const isOld = checkedAt !== null && isSatelliteOutdated(checkedAt, at);
  const checkDay = checkedAt === null ? null : dayOf(checkedAt);
  const day =
    checkDay !== null && isOld ? say('certificate.old', { day: checkDay, days: SATELLITE_FRESH_DAYS }) : checkDay;
  // Full green only for a recent check, as on the public page.
  const clear: Ink = isOld ? 'pod' : 'leaf';
  if (statusDecidedBy === 'person' && statusDecidedOn !== null && deforestationStatus !== 'Under Investigation') {
    // The check found what the person reviewed. 'Checked on' alone would suggest that both agree.
    const reviewed =
      say('certificate.reviewedOn', { day: dayOf(new Date(statusDecidedOn)) }) +
      (day === null ? '' : say('certificate.lastCheck', { day }));
    return deforestationStatus === 'No Deforestation'
      ? { text: `${say('certificate.reviewedClear')} ${reviewed}.`, ink: clear }
      : { text: `${say('certificate.reviewedLoss')} ${reviewed}.`, ink: 'alarm' };
  }
  const checked = day === null ? '' : say('certificate.checkedOn', { day });
  const verdicts: Record<DeforestationStatus, { text: string; ink: Ink }> = {
    'No Deforestation': { text: `${say('certificate.clear')}${checked}.`, ink: clear },
    'Deforestation Detected': { text: `${say('certificate.loss')}${checked}.`, ink: 'alarm' },
    'Pending Review': { text: say('certificate.pending'), ink: 'pod' },
    'Under Investigation': { text: say('certificate.investigated'), ink: 'sky' },
  };
  return verdicts[deforestationStatus];
}

/** 'A', 'A and B', 'A and B and C': as many organisations as signed. */
function listed({ say }: DocumentWords, names: readonly string[]): string {
  const [first = '', ...others] = names;
  return others.reduce((earlier, last) => say('certificate.and', { earlier, last }), first);
}
