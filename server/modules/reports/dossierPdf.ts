import type { Issuer } from '../../domain/cooperative/cooperativeInput.ts';
import { qualityGrade } from '../../domain/lot/cacao.ts';
import type { LotAction } from '../../domain/ledger/content.ts';
import type { LotComplianceView } from '../compliance/lotCompliance.ts';
import type { HistoryView } from '../lots/lotHistory.ts';
import type { LotView } from '../lots/lotView.ts';
import type { IntegrityView, ProvenanceView } from '../../domain/public/publicAnswers.ts';
import { PdfDocument } from '../../platform/pdf/pdfDocument.ts';
import { placeWord } from '../../platform/pdf/formatLocation.ts';
import { dayWord, figureWord, momentWord, stageWord, STATUS_INK } from '../../platform/pdf/words.ts';
import { percentOf } from '../../domain/public/farmShares.ts';
import type { DossierOrigin } from '../transformations/dossierOrigins.ts';

/** One stored satellite check. */
export interface EvidenceView {
  endedAt: Date;
  driver: string;
  dataset: string;
  datasetVersion: string;
  sample: boolean;
  conclusion: 'clear' | 'loss' | 'inconclusive';
  reason: string | null;
  /** SHA-256, hex */
  evidenceHash: string;
  lossPixels: number;
  lossYears: number[];
  pixels: number;
  /** % */
  treeCover2000: number | null;
  confidence: string;
  /** degrees: west, south, east, north */
  window: number[] | null;
  /** PNG of the data that it read; null if none is stored, and for every check but the newest */
  picture: Uint8Array | null;
}

export interface DossierContent {
  lot: LotView;
  country: string | null;
  /** of a lot that was made of others; null of an origin lot */
  origins: { listed: readonly DossierOrigin[]; total: number } | null;
  /** newest first */
  events: HistoryView[];
  standing: LotComplianceView;
  integrity: IntegrityView;
  /** null: the ledger could not be reached */
  chain: ProvenanceView[] | null;
  /** newest first, at most five */
  checks: EvidenceView[];
  url: string;
  ledger: string;
  at: Date;
  issuer: Issuer | null;
}

/**
 * Everything that staff see about one lot: origin, journey, satellite evidence, ledger proof. Contains names of
 * persons.
 */
export async function dossierPdf(content: DossierContent): Promise<Buffer> {
  const { lot, at } = content;
  const paper = new PdfDocument({
    title: `Dossier of cacao lot ${lot.lotId}`,
    subject: 'Origin, journey, satellite evidence and ledger proof of one cacao lot',
    at,
    footer: `Dossier of ${lot.lotId}, made ${momentWord(at.toISOString())}. Holds personal data.`,
    issuer: content.issuer,
  });
  paper.title(`Dossier of lot ${lot.lotId}`, `${lot.cacaoVariety}, harvested ${harvestWord(lot)}`);
  if (content.checks.some(({ sample }) => sample)) {
    paper.notice(
      'Sample data: the satellite results in this dossier are made up for demonstration, not observations.',
      'pod',
    );
  }
  origin(paper, content);
  await origins(paper, content);
  standing(paper, content);
  satellite(paper, content);
  await journey(paper, content);
  await proof(paper, content);
  return paper.finish();
}

function origin(paper: PdfDocument, { lot, country, events, url }: DossierContent): void {
  const erased = new Set(events.filter(wasErasure).flatMap(({ changes }) => changes.map(({ field }) => field)));
  const known = (field: 'farmerName' | 'farmId'): string =>
    lot[field] ?? (erased.has(field) ? 'Erased' : '– (missing)');
  paper.heading('Origin');
  paper.facts([
    ...(lot.kind === 'derived'
      ? ([
          ['Kind', 'Made of other lots: it has no farm and place of its own'],
          ['Available', `${figureWord(lot.available, ' kg')} (${figureWord(lot.used, ' kg')} used)`],
        ] as const)
      : ([
          ['Farmer', known('farmerName')],
          ['Farm', known('farmId')],
          ['Country', country ?? '–'],
          ['Place (WGS84)', placeWord(lot.latitude, lot.longitude, 6), { font: 'mono' }],
        ] as const)),
    ['Weight', figureWord(lot.weight, ' kg')],
    ['Moisture, temperature', `${figureWord(lot.moistureContent, ' %')}, ${figureWord(lot.temperature, ' °C')}`],
    [
      'Quality',
      lot.qualityScore === null
        ? 'Not graded'
        : `${figureWord(lot.qualityScore)} of 100 (${qualityGrade(lot.qualityScore)})`,
    ],
    ['Certifications', lot.certifications.join(', ') || 'None stated'],
    ['Stage', stageWord(lot.currentProcess)],
    ...(lot.processDetails === null ? [] : ([['Process details', lot.processDetails]] as const)),
    ['Public page', publicWord(lot)],
  ]);
  // Here and not at the end, where it would often be alone on a page.
  paper.qr(url, 80, `Scan to open the public page of this lot:\n${url}`);
}

/** The origin lots of a lot that was made of others, with their parts of it. */
async function origins(paper: PdfDocument, { lot, origins: from }: DossierContent): Promise<void> {
  if (from === null) return;
  paper.heading('Origin lots');
  const more = from.total - from.listed.length;
  if (more > 0) paper.paragraph(`The ${from.listed.length} largest of ${from.total} origin lots.`);
  await paper.table<DossierOrigin>(
    [
      { title: 'Lot', share: 0.22, text: ({ lotId }) => lotId, font: 'bold' },
      { title: 'Farm', share: 0.16, text: ({ farmId }) => farmId ?? 'Erased' },
      { title: 'Farmer', share: 0.26, text: ({ farmerName }) => farmerName ?? 'Erased' },
      { title: 'Harvested', share: 0.16, text: ({ harvestDate }) => dayWord(harvestDate) },
      {
        title: 'Part',
        share: 0.2,
        text: ({ share }) =>
          `${figureWord(Math.round(share * lot.weight), ' kg')}, ${figureWord(percentOf(share), ' %')}`,
      },
    ],
    [...from.listed],
  );
}

function harvestWord({ harvestDate, harvestUntil }: LotView): string {
  return harvestUntil === null ? dayWord(harvestDate) : `${dayWord(harvestDate)} to ${dayWord(harvestUntil)}`;
}

function publicWord({ kind, isAnonymized, farmerName }: LotView): string {
  if (kind === 'derived') return 'Names no farm; places rounded';
  if (isAnonymized) return 'Without farmer, farm and exact place';
  return farmerName === null ? 'Names no farmer; place rounded' : 'Shows the farmer; place rounded';
}

function standing(paper: PdfDocument, { lot, standing: { checks, openAlerts } }: DossierContent): void {
  paper.heading('Deforestation regulation, (EU) 2023/1115');
  paper.notice(`Deforestation status: ${lot.deforestationStatus}`, STATUS_INK[lot.deforestationStatus]);
  paper.facts(
    checks.map(
      ({ name, passed, detail }) =>
        [name, `${passed ? 'Met' : 'Not met'}: ${detail}`, { ink: passed ? 'text' : 'alarm' }] as const,
    ),
  );
  for (const alert of openAlerts) {
    paper.paragraph(
      `Open alert (${alert.severity}, ${alert.status}), ${dayWord(alert.createdAt)}: ${alert.title}. ${alert.description}`,
      {
        size: 9,
      },
    );
  }
}

const CONCLUSION = {
  clear: 'No tree cover loss after 31 December 2020',
  loss: 'Tree cover loss after 31 December 2020',
  inconclusive: 'No conclusion',
} as const;

function satellite(paper: PdfDocument, { checks }: DossierContent): void {
  paper.heading('Satellite evidence', checks.length === 0 ? 40 : 150);
  if (checks.length === 0) paper.paragraph('No check has ended yet.');
  for (const check of checks) {
    paper.facts([
      ['Checked', momentWord(check.endedAt.toISOString())],
      [
        'Conclusion',
        `${CONCLUSION[check.conclusion]}${check.reason === null ? '' : `: ${check.reason}`}`,
        { ink: check.conclusion === 'clear' ? 'leaf' : check.conclusion === 'loss' ? 'alarm' : 'pod' },
      ],
      [
        'Dataset',
        check.dataset === ''
          ? '–'
          : `${check.dataset}, version ${check.datasetVersion}${check.sample ? ' (sample data)' : ''}`,
      ],
      [
        'Window, degrees',
        check.window === null
          ? '–'
          : `west, south, east, north: ${check.window.map((one) => one.toFixed(6)).join(', ')}`,
      ],
      [
        'Pixels',
        `${check.pixels} read, ${check.lossPixels} with loss${check.lossYears.length === 0 ? '' : ` (${check.lossYears.join(', ')})`}` +
          `; confidence ${check.confidence}`,
      ],
      ['Tree cover in 2000', check.treeCover2000 === null ? '–' : `${check.treeCover2000} %`],
      ['Evidence, SHA-256', check.evidenceHash, { font: 'mono', size: 8 }],
    ]);
    if (check.picture !== null) {
      paper.picture(
        check.picture,
        150,
        'What the newest check read, pixel by pixel, north up. Land is the darker the more trees stood in 2000. Loss bears its year: red after 2020, brown ' +
          'before. Waves are water, crosses were not read, diamonds are alerts, the ring is the place.',
      );
    }
  }
}

async function journey(paper: PdfDocument, { events }: DossierContent): Promise<void> {
  paper.heading('Journey and changes', 80);
  if (events.some(({ changes }) => changes.some(({ to }) => to !== null && to.length > MOST_CHARACTERS))) {
    paper.paragraph(`Texts of more than ${MOST_CHARACTERS} characters are cut; the lot's history holds them in full.`, {
      size: 9,
      ink: 'muted',
    });
  }
  await paper.table(
    [
      { title: 'When (UTC)', share: 0.17, text: ({ at }) => at.slice(0, 16).replace('T', ' ') },
      { title: 'What', share: 0.14, text: ({ action }) => ACTION_WORD[action], font: 'bold', wrap: true },
      { title: 'Who', share: 0.17, text: ({ actor }) => actor ?? '–', wrap: true },
      { title: 'Changes', share: 0.4, text: changesOf, wrap: true },
      { title: 'Ledger', share: 0.12, text: ({ transactionId }) => (transactionId === null ? 'Waits' : 'Recorded') },
    ],
    [...events].reverse(),
  );
}

const ACTION_WORD: Record<LotAction, string> = {
  created: 'Registered',
  stage: 'Stage',
  edited: 'Edited',
  satellite: 'Satellite',
  reviewed: 'Reviewed',
  erased: 'Erased',
  deleted: 'Deleted',
  weighed: 'Weighed',
  inherited: 'Taken over from origins',
  reverted: 'Stage taken back',
  used: 'Used',
  returned: 'Returned',
  formed: 'Made of other lots',
  'alert raised': 'Alert raised',
  'alert acknowledged': 'Alert acknowledged',
  'alert resolved': 'Alert resolved',
  'alert dismissed': 'Alert dismissed',
  unreadable: 'Unreadable',
};
const UNIT: Record<string, string> = { weight: ' kg', moistureContent: ' %', temperature: ' °C' };
/** Fields that hold an instant, or a first and a last one, as ISO 8601 texts. */
const INSTANTS = new Set(['satelliteTimestamp', 'stageTimes']);
const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** A row of a table stays on one page. */
const MOST_CHARACTERS = 240;

const wasErasure = ({ action }: HistoryView): boolean => action === 'erased';

/** What changed, one change a line: 'Weight: 51 kg (was 50 kg)'. */
function changesOf(event: HistoryView): string {
  const { action, changes, stage } = event;
  if (action === 'created') return 'First record of the lot';
  if (wasErasure(event)) return changes.map(({ field }) => `${fieldWord(field)} erased`).join('\n') || '–';
  const others = changes.filter(({ field }) => field !== 'currentProcess').map(changeWord);
  return [...(stage === null ? [] : [stageWord(stage)]), ...others].join('\n') || '–';
}

function changeWord({ field, from, to }: HistoryView['changes'][number]): string {
  const value = (text: string | null): string => {
    if (text === null) return '–';
    if (INSTANTS.has(field)) return text.split(', ').join(' to ').replace(INSTANT, momentWord);
    return `${short(text)}${UNIT[field] ?? ''}`;
  };
  const was = from === null || from.length > 40 ? '' : ` (was ${value(from)})`;
  return `${fieldWord(field)}: ${value(to)}${was}`;
}

/** 'farmerName' -> 'Farmer name'. */
function fieldWord(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function short(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS).trimEnd()}…`;
}

async function proof(paper: PdfDocument, { integrity, chain, ledger }: DossierContent): Promise<void> {
  paper.heading('Ledger proof');
  paper.facts([
    [
      'Result',
      integrity.message,
      { ink: integrity.state === 'verified' ? 'leaf' : integrity.state === 'differs' ? 'alarm' : 'pod' },
    ],
    ['Checked', momentWord(integrity.lastVerified)],
    ['Kind of ledger', ledger],
  ]);
  if (chain === null || chain.length === 0) {
    paper.paragraph(chain === null ? 'The ledger cannot be reached now.' : 'No event of this lot is recorded yet.');
    return;
  }
  await paper.table(
    [
      {
        title: 'Event',
        share: 0.14,
        text: ({ sequenceNumber, action }) => `${sequenceNumber}. ${ACTION_WORD[action]}`,
        font: 'bold',
        wrap: true,
      },
      { title: 'Block', share: 0.08, text: ({ blockNumber }) => String(blockNumber) },
      { title: 'Transaction', share: 0.66, text: ({ transactionId }) => transactionId, font: 'mono', size: 8 },
      { title: 'Valid', share: 0.12, text: (entry) => (entry.verified && entry.consensusValidated ? 'Yes' : 'No') },
    ],
    chain,
  );
  const newest = chain.at(-1);
  for (const { organisation, mspId, certificateFingerprint, signature } of newest?.endorsers ?? []) {
    paper.facts(
      [
        ['Endorsed by', `${organisation} (${mspId})`],
        ['Certificate, SHA-256', certificateFingerprint, { font: 'mono', size: 8 }],
        ['Signature', signature, { font: 'mono', size: 7 }],
      ],
      { together: true },
    );
  }
}
