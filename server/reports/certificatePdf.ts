import { isSatelliteOutdated, SATELLITE_FRESH_DAYS, type DeforestationStatus } from '../domain/deforestation.ts';
import { qualityGrade } from '../domain/cacao.ts';
import type { IntegrityView, ProvenanceView, PublicLotView } from '../domain/publicAnswers.ts';
import { Paper, type Ink } from './pdf/paper.ts';
import { placeWord } from './pdf/place.ts';
import { dayWord, figureWord, momentWord, STAGE_WORD } from './pdf/words.ts';

export interface CertificateContent {
  lot: PublicLotView;
  /** fields whose value was erased, as the ledger says */
  erased: string[];
  /** in English; of the rounded place */
  country: string | null;
  integrity: IntegrityView;
  /** null: the ledger could not be reached */
  chain: ProvenanceView[] | null;
  url: string;
  ledger: string;
  at: Date;
}

/** One page that says what the public page of a lot says, and opens that page by its QR code. */
export async function certificatePdf({
  lot,
  erased,
  country,
  integrity,
  chain,
  url,
  ledger,
  at,
}: CertificateContent): Promise<Buffer> {
  const paper = new Paper({
    title: `Provenance of cacao lot ${lot.lotId}`,
    subject: 'Origin, journey, deforestation status and ledger record of one cacao lot',
    at,
    footer: `Made ${momentWord(at.toISOString())}. The QR code opens the present state.`,
  });
  paper.title(`Cacao lot ${lot.lotId}`, 'Provenance certificate');
  const verdict = verdictOf(lot, at);
  paper.notice(verdict.text, verdict.ink);
  if (lot.sampleSatelliteData) {
    paper.paragraph(
      'Sample data: the satellite result is made up for demonstration, not an observation of this place.',
      {
        size: 9,
        ink: 'pod',
      },
    );
  }
  paper.heading('Origin');
  const decimals = lot.isAnonymized ? 1 : 2;
  paper.facts([
    ...(lot.isAnonymized
      ? ([['Farm', 'Not shown in public']] as const)
      : ([
          ['Farmer', lot.farmerName ?? (erased.includes('farmerName') ? 'Erased' : '–')],
          ['Farm', lot.farmId ?? (erased.includes('farmId') ? 'Erased' : '–')],
        ] as const)),
    [
      'Place',
      `${country === null ? '' : `${country}, `}${placeWord(lot.latitude, lot.longitude, decimals)} ` +
        `(rounded to about ${lot.isAnonymized ? 11 : 1} km)`,
    ],
    ['Variety', lot.cacaoVariety],
    ['Harvested', dayWord(lot.harvestDate)],
    ['Weight', figureWord(lot.weight, ' kg')],
    [
      'Quality',
      lot.qualityScore === null
        ? 'Not graded'
        : `${figureWord(lot.qualityScore)} of 100 (${qualityGrade(lot.qualityScore)})`,
    ],
    ...(lot.certifications.length === 0
      ? []
      : ([['Certifications', `${lot.certifications.join(', ')} (as stated by the producer)`]] as const)),
  ]);
  paper.heading('Journey');
  if (chain === null) paper.paragraph('The ledger cannot be reached now, so the journey cannot be shown.');
  else {
    await paper.table(
      [
        { title: 'Stage', share: 0.16, text: ({ stage }) => (stage === null ? '' : STAGE_WORD[stage]), font: 'bold' },
        { title: 'Entered on', share: 0.2, text: ({ timestamp }) => dayWord(timestamp) },
        { title: 'Block', share: 0.08, text: ({ blockNumber }) => String(blockNumber) },
        { title: 'Ledger transaction', share: 0.56, text: ({ transactionId }) => transactionId, font: 'mono', size: 7 },
      ],
      chain.filter(({ stage }) => stage !== null),
    );
  }
  paper.heading('Ledger record');
  const newest = chain?.at(-1);
  paper.facts([
    [
      'Result',
      integrity.message,
      { ink: integrity.state === 'verified' ? 'leaf' : integrity.state === 'differs' ? 'alarm' : 'pod' },
    ],
    ['Newest transaction', newest?.transactionId ?? 'None yet', { font: 'mono', size: 8.5 }],
    [
      'Recorded in',
      newest === undefined
        ? '–'
        : `Block ${newest.blockNumber}, signed by ${newest.endorsers.map(({ organisation }) => organisation).join(' and ')}`,
    ],
    ['Kind of ledger', ledger],
  ]);
  paper.qr(url, 80, `Scan to see this lot as it is now, and to check its proof yourself:\n${url}`);
  return paper.finish();
}

/** What is to be said of the age of a check: nothing while it is up to date. */
function ageWord(checkedAt: string, at: Date): string {
  return isSatelliteOutdated(new Date(checkedAt), at)
    ? `, more than ${SATELLITE_FRESH_DAYS} days before this paper was made`
    : '';
}

/** A plain verdict first. What a person decided is not said to be what a satellite saw. */
function verdictOf(
  { deforestationStatus, satelliteTimestamp, statusDecidedBy, statusDecidedOn }: PublicLotView,
  at: Date,
): { text: string; ink: Ink } {
  const age = satelliteTimestamp === null ? '' : ageWord(satelliteTimestamp, at);
  const day = satelliteTimestamp === null ? null : dayWord(satelliteTimestamp) + age;
  // No full green for what nobody has looked at for so long, as on the public page.
  const clear: Ink = age === '' ? 'leaf' : 'pod';
  if (statusDecidedBy === 'person' && statusDecidedOn !== null && deforestationStatus !== 'Under Investigation') {
    // The check found what the person looked into: 'checked on' alone would read as if it had found the same.
    const reviewed =
      `Decided by a person's review on ${dayWord(statusDecidedOn)} of a satellite alert` +
      (day === null ? '' : `; last satellite check on ${day}`);
    return deforestationStatus === 'No Deforestation'
      ? { text: `Status: no deforestation after 31 December 2020. ${reviewed}.`, ink: clear }
      : { text: `Tree cover loss after 31 December 2020. ${reviewed}.`, ink: 'alarm' };
  }
  const checked = day === null ? '' : `; checked on ${day}`;
  const verdicts: Record<DeforestationStatus, { text: string; ink: Ink }> = {
    'No Deforestation': { text: `No deforestation found after 31 December 2020${checked}.`, ink: clear },
    'Deforestation Detected': { text: `Tree cover loss after 31 December 2020 was found${checked}.`, ink: 'alarm' },
    'Pending Review': { text: 'Deforestation status: pending review. No conclusion can be drawn yet.', ink: 'pod' },
    'Under Investigation': { text: 'Deforestation status: a finding is under investigation.', ink: 'sky' },
  };
  return verdicts[deforestationStatus];
}
