import { CUT_OFF_YEAR } from '../../../server/domain/deforestation.ts';
import { STAGES, stagePosition, type Stage } from '../../../server/domain/stages.ts';
import { DASH } from '../../words/format.ts';
import { idOf, type VerifyId, type VerifyWords } from '../../words/verifyWords.ts';
import type { SaidCode } from '../../../server/domain/said/table.ts';
import type {
  ComparedValue,
  Discrepancy,
  LotAnswer,
  PublicLot,
  Verification,
  VerificationState,
} from './publicAnswers.ts';

/*
 * What the pages say of a lot: only what is known, and by which check.
 */
export type Tone = 'leaf' | 'pod' | 'alarm';

export interface Verdict {
  tone: Tone;
  text: string;
}

/**
 * The first thing a shopper reads: the deforestation status in plain words, with the day of the last conclusive check. What a
 * person decided is not said to be what a satellite saw; no name, no reason (decisions, 'An outdated check in public').
 */
export function verdictOf(words: VerifyWords, answer: LotAnswer): Verdict {
  const { tone, text } = statusVerdict(words, answer.lot);
  return { tone, text: answer.sampleSatelliteData ? words.say('verdict.sample', { verdict: text }) : text };
}

function statusVerdict(words: VerifyWords, lot: PublicLot): Verdict {
  const { say } = words;
  const dated = (verdict: string): string => withDays(words, verdict, lot);
  switch (lot.deforestationStatus) {
    case 'No Deforestation':
      return { tone: 'leaf', text: dated(say('verdict.none', { year: CUT_OFF_YEAR })) };
    case 'Deforestation Detected':
      return { tone: 'alarm', text: dated(say('verdict.detected', { year: CUT_OFF_YEAR })) };
    case 'Under Investigation':
      return { tone: 'pod', text: dated(say('verdict.investigated')) };
    case 'Pending Review':
      return { tone: 'pod', text: say('verdict.pending', { year: CUT_OFF_YEAR }) };
    default:
      return { tone: 'pod', text: say('verdict.unknown') };
  }
}

/** A verdict with the days of the decision and of the check, as far as there were such. */
function withDays({ say, formatDate }: VerifyWords, verdict: string, lot: PublicLot): string {
  const day = lot.satelliteTimestamp === null ? null : formatDate(lot.satelliteTimestamp);
  if (lot.statusDecidedBy !== 'person') return day === null ? verdict : say('verdict.checked', { verdict, day });
  const decided = formatDate(lot.statusDecidedOn);
  return day === null
    ? say('verdict.decided', { verdict, decided })
    : say('verdict.decidedAndChecked', { verdict, decided, day });
}

/** Why nothing can be said of deforestation yet; null when something can, and where the reason is not told. */
export function pendingReasonInWords({ say }: VerifyWords, { pendingReason }: PublicLot): string | null {
  return pendingReason === null ? null : say(`pending.${pendingReason}`);
}

/** Compliant = 'No Deforestation', everywhere (public specification, section 4). */
export function complianceWord(status: string | null): 'compliance.yes' | 'compliance.no' {
  return status === 'No Deforestation' ? 'compliance.yes' : 'compliance.no';
}

export type JourneyState = 'done' | 'in progress' | 'pending';

/** The six stages in order, each with how far it is. Without a known stage all are pending. */
export function journeyOf(current: Stage | null): { stage: Stage; state: JourneyState }[] {
  const reached = current === null ? -1 : stagePosition(current);
  return STAGES.map((stage, position) => ({
    stage,
    state: position < reached ? 'done' : position === reached ? 'in progress' : 'pending',
  }));
}

/** Recorded only when the newest event of the lot stands on the ledger (decisions, 'Blockchain state of a lot'). */
export function isRecorded(lot: PublicLot): boolean {
  return lot.blockchainHash?.status === 'recorded';
}

/** A field in plain words: 'currentProcess' -> 'stage'; one that has no words is taken apart: 'dryingDays' -> 'drying days'. */
export function fieldName({ say }: VerifyWords, field: string): string {
  const id = idOf('field.', field);
  return id === null ? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase() : say(id);
}

/** What happened, in words, with the stage that was reached; an action that is not known is shown as it came, with a capital. */
export function actionName({ say }: VerifyWords, action: string, stage: Stage | null = null): string {
  const name = action.toLowerCase();
  if (name === 'stage' && stage !== null) return say('action.stageTo', { stage: say(`stage.${stage}`) });
  const id = idOf('action.', name);
  return id === null ? action.charAt(0).toUpperCase() + action.slice(1) : say(id);
}

/** When it happened. Of a step of an alert the ledger tells the day alone, in UTC. */
export function actionMoment(
  { formatDate, formatDateTime }: VerifyWords,
  action: string,
  timestamp: string | null,
): string {
  return action.startsWith('alert ') ? formatDate(timestamp) : formatDateTime(timestamp);
}

/** 'weight', 'weight and place', 'weight, stage and place'; each name once. */
export function fieldList(words: VerifyWords, fields: readonly string[]): string {
  const names = [...new Set(fields.map((field) => fieldName(words, field)))];
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0 ? last : words.say('verify.and', { names: words.formatList(names), last });
}

/** Whether a discrepancy is of the ledger itself (`block 12`, `event 3`), not of a field of the lot. */
export function isLedgerPart({ code }: Pick<Discrepancy, 'code'>): boolean {
  return LEDGER_PARTS.has(code);
}

export const BLOCK_DIFFERS = 'difference.block' satisfies SaidCode;
const LEDGER_PARTS: ReadonlySet<string | null> = new Set([
  BLOCK_DIFFERS,
  'difference.event_missing',
  'difference.event_foreign',
  'difference.event_invalid',
  'difference.event_changed',
  'difference.event_receipt',
  'difference.event_not_recorded',
  'difference.event_unreadable',
  'difference.event_unsealed',
  'difference.event_early_receipt',
  'difference.event_values',
] satisfies SaidCode[]);

/** Names the fields that differ, and the blocks and events that do not check out. */
export function discrepanciesInWords(words: VerifyWords, discrepancies: readonly Discrepancy[]): string {
  const fields = discrepancies.filter((one) => !isLedgerPart(one)).map(({ field }) => field);
  const parts = discrepancies.filter(isLedgerPart).map(({ field }) => field);
  return [
    ...(fields.length > 0 ? [words.say('record.differsIn', { fields: fieldList(words, fields) })] : []),
    ...(parts.length > 0 ? [words.say('record.brokenIn', { parts: fieldList(words, parts) })] : []),
  ].join(' ');
}

/** A compared value with its unit. */
export function valueInWords(words: VerifyWords, field: string, value: ComparedValue): string {
  if (value === null) return DASH;
  if (typeof value === 'number') return figureInWords(words, field, value);
  if (typeof value === 'boolean') return words.say(value ? 'verify.yes' : 'verify.no');
  if (typeof value === 'string') return value;
  return value.length === 0 ? words.say('verify.none') : words.formatList(value);
}

function figureInWords(words: VerifyWords, field: string, value: number): string {
  switch (field) {
    case 'weight':
      return words.formatKg(value);
    case 'moistureContent':
      return words.formatPercent(value);
    case 'temperature':
      return words.formatCelsius(value);
    case 'qualityScore':
      return words.formatQuality(value);
    default:
      return String(value);
  }
}

/** What the page's own figures have to do with the ledger, in one sentence; null when the server did not compare them. */
export function recordVerdict(words: VerifyWords, verification: Verification | null): Verdict | null {
  if (verification === null) return null;
  const { state, dataMatches, discrepancies } = verification;
  if (discrepancies.length > 0) return { tone: 'alarm', text: discrepanciesInWords(words, discrepancies) };
  // Before `dataMatches`: that is false as well where nothing could be compared.
  if (state === 'pending') return { tone: 'pod', text: words.say('record.pending') };
  if (state === 'unavailable') return { tone: 'pod', text: words.say('record.unavailable') };
  if (state === 'differs' || dataMatches === false) {
    return { tone: 'alarm', text: words.say('record.differs') };
  }
  if (state === 'verified' || dataMatches === true) {
    return { tone: 'leaf', text: words.say('record.matches') };
  }
  return null;
}

/** Heading and explanation of an integrity check's result. The server's own sentence, where there is one, explains better. */
export const INTEGRITY_WORDS: Record<VerificationState, { tone: Tone; title: VerifyId; explanation: VerifyId }> = {
  verified: { tone: 'leaf', title: 'integrity.verified', explanation: 'integrity.verifiedText' },
  pending: { tone: 'pod', title: 'integrity.pending', explanation: 'integrity.pendingText' },
  differs: { tone: 'alarm', title: 'integrity.differs', explanation: 'integrity.differsText' },
  unavailable: { tone: 'pod', title: 'integrity.unavailable', explanation: 'integrity.unavailableText' },
};

/** '6.31° S, 143.96° E', with as many decimals as the server kept. */
export function placeInWords(
  { say, formatDecimals }: VerifyWords,
  latitude: number,
  longitude: number,
  decimals: 1 | 2,
): string {
  return say('origin.degrees', {
    latitude: formatDecimals(Math.abs(latitude), decimals),
    northOrSouth: say(latitude < 0 ? 'origin.south' : 'origin.north'),
    longitude: formatDecimals(Math.abs(longitude), decimals),
    eastOrWest: say(longitude < 0 ? 'origin.west' : 'origin.east'),
  });
}
