import { CUT_OFF_YEAR } from '../../../server/domain/deforestation.ts';
import type { LotAction } from '../../../server/domain/ledger/content.ts';
import { STAGES, stagePosition, type Stage } from '../../../server/domain/stages.ts';
import type { PendingReason } from '../../../server/domain/statusCodes.ts';
import {
  DASH,
  formatCelsius,
  formatDate,
  formatDateTime,
  formatKg,
  formatPercent,
  formatQuality,
  inWords,
} from '../../words/format.ts';
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
export function verdictOf({ lot, sampleSatelliteData }: LotAnswer): Verdict {
  const checked = lot.satelliteTimestamp === null ? null : formatDate(lot.satelliteTimestamp);
  const decided = lot.statusDecidedBy === 'person' ? `; decided by a person on ${formatDate(lot.statusDecidedOn)}` : '';
  const check = decided === '' ? 'checked' : 'last satellite check';
  const sample = sampleSatelliteData ? ' (sample data)' : '';
  const say = (tone: Tone, text: string): Verdict => ({
    tone,
    text: `${text}${decided}${checked === null ? '' : `; ${check} on ${checked}`}${sample}`,
  });
  switch (lot.deforestationStatus) {
    case 'No Deforestation':
      return say('leaf', `Grown without deforestation since ${CUT_OFF_YEAR}`);
    case 'Deforestation Detected':
      return say('alarm', `Deforestation after ${CUT_OFF_YEAR} was detected where this cacao was grown`);
    case 'Under Investigation':
      return say('pod', 'Possible deforestation where this cacao was grown is under investigation');
    case 'Pending Review':
      return {
        tone: 'pod',
        text: `Not yet known whether this cacao was grown without deforestation since ${CUT_OFF_YEAR}${sample}`,
      };
    default:
      return { tone: 'pod', text: 'Nothing is known about deforestation where this cacao was grown' };
  }
}

const PENDING_REASON_WORDS: Record<PendingReason, string> = {
  first_check_queued: 'The first satellite check of this place has not ended yet.',
  new_place_check_queued:
    'The place on record was changed, and the satellite check of the new place has not ended yet.',
  unreadable: 'The last satellite check could not read any data for this place.',
  incomplete: 'The satellite data for this place is incomplete.',
  no_data: 'The satellite data does not cover this place.',
  gaps: 'The satellite data has gaps at this place.',
  no_land: 'The place on record lies at sea or on open water, where there is no land to check.',
  alert_open: 'The last satellite check found nothing, but an earlier alert for this lot is still being looked into.',
  inconclusive: 'The last satellite check came to no conclusion.',
};

/** Why nothing can be said of deforestation yet; null when something can, and where the reason is not told. */
export function pendingReasonInWords({ pendingReason }: PublicLot): string | null {
  return pendingReason === null ? null : PENDING_REASON_WORDS[pendingReason];
}

/** Compliant = 'No Deforestation', everywhere (public specification, section 4). */
export function complianceWord(status: string | null): 'Compliant' | 'Non-Compliant' {
  return status === 'No Deforestation' ? 'Compliant' : 'Non-Compliant';
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
export function ledgerWord(lot: PublicLot): 'Recorded' | 'Pending' {
  return lot.blockchainHash?.status === 'recorded' ? 'Recorded' : 'Pending';
}

const FIELD_NAMES: Record<string, string> = {
  lotId: 'lot number',
  farmId: 'farm',
  farmerName: 'farmer',
  latitude: 'place',
  longitude: 'place',
  currentProcess: 'stage',
  isAnonymized: 'anonymity',
  satelliteTimestamp: 'date of the satellite check',
  deleted: 'withdrawal of the lot',
  satelliteMessage: 'remark on the satellite check',
  blockchainHash: 'state of the record',
  createdAt: 'time of registration',
  updatedAt: 'time of the last change',
};

/** A field in plain words: 'currentProcess' -> 'stage'; others are taken apart: 'harvestDate' -> 'harvest date'. */
export function fieldName(field: string): string {
  return FIELD_NAMES[field] ?? field.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase();
}

// All that this version's ledger tells, by the compiler; what a later one tells is not known here.
const ACTION_NAMES: Record<string, string> = {
  created: 'Lot registered',
  stage: 'Stage changed',
  edited: 'Record corrected',
  satellite: 'Satellite check',
  reviewed: 'Review concluded',
  deleted: 'Lot withdrawn',
  erased: 'Personal data erased',
  'alert raised': 'Alert raised',
  'alert acknowledged': 'Alert acknowledged',
  'alert resolved': 'Alert resolved',
  'alert dismissed': 'Alert dismissed',
  'alert taken over': 'Earlier alert recorded',
  unreadable: 'Unreadable record',
} satisfies Record<LotAction, string>;

/** What happened, in words, with the stage that was reached; an action that is not known is shown as it came, with a capital. */
export function actionName(action: string, stage: Stage | null = null): string {
  if (action.toLowerCase() === 'stage' && stage !== null) return `${ACTION_NAMES['stage']} to ${inWords(stage)}`;
  return ACTION_NAMES[action.toLowerCase()] ?? action.charAt(0).toUpperCase() + action.slice(1);
}

/** When it happened. Of a step of an alert the ledger tells the day alone, in UTC. */
export function actionMoment(action: string, timestamp: string | null): string {
  return action.startsWith('alert ') ? formatDate(timestamp) : formatDateTime(timestamp);
}

/** 'weight', 'weight and place', 'weight, stage and place'; each name once. */
export function fieldList(fields: readonly string[]): string {
  const names = [...new Set(fields.map(fieldName))];
  const last = names.pop();
  if (last === undefined) return '';
  return names.length === 0 ? last : `${names.join(', ')} and ${last}`;
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
export function discrepanciesInWords(discrepancies: readonly Discrepancy[]): string {
  const fields = discrepancies.filter((one) => !isLedgerPart(one)).map(({ field }) => field);
  const parts = discrepancies.filter(isLedgerPart).map(({ field }) => field);
  return [
    ...(fields.length > 0 ? [`What is shown here differs from the ledger record: ${fieldList(fields)}.`] : []),
    ...(parts.length > 0 ? [`A part of the ledger does not check out: ${fieldList(parts)}.`] : []),
  ].join(' ');
}

const VALUE_WORDS: Record<string, (value: number) => string> = {
  weight: formatKg,
  moistureContent: formatPercent,
  temperature: formatCelsius,
  qualityScore: formatQuality,
};

/** A compared value with its unit. */
export function valueInWords(field: string, value: ComparedValue): string {
  if (value === null) return DASH;
  if (typeof value === 'number') return VALUE_WORDS[field]?.(value) ?? String(value);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return value;
  return value.length === 0 ? 'None' : value.join(', ');
}

/** What the page's own figures have to do with the ledger, in one sentence; null when the server did not compare them. */
export function recordVerdict(verification: Verification | null): Verdict | null {
  if (verification === null) return null;
  const { state, dataMatches, discrepancies } = verification;
  if (discrepancies.length > 0) return { tone: 'alarm', text: discrepanciesInWords(discrepancies) };
  // Before `dataMatches`: that is false as well where nothing could be compared.
  if (state === 'pending')
    return { tone: 'pod', text: 'A part of this lot is still waiting to be recorded on the ledger.' };
  if (state === 'unavailable') return { tone: 'pod', text: 'The ledger could not be compared with this page.' };
  if (state === 'differs' || dataMatches === false) {
    return { tone: 'alarm', text: 'What is shown here differs from the ledger record.' };
  }
  if (state === 'verified' || dataMatches === true) {
    return { tone: 'leaf', text: 'What is shown here matches the ledger record.' };
  }
  return null;
}

/** Heading and explanation of an integrity check's result. The server's own sentence, where there is one, explains better. */
export const INTEGRITY_WORDS: Record<VerificationState, { tone: Tone; title: string; explanation: string }> = {
  verified: {
    tone: 'leaf',
    title: 'Verified: the lot matches its ledger record',
    explanation: 'All events are recorded, every hash and signature is valid, and no field differs.',
  },
  pending: {
    tone: 'pod',
    title: 'Pending: not everything is recorded yet',
    explanation: 'Nothing differs so far. Try again in a minute.',
  },
  differs: {
    tone: 'alarm',
    title: 'Not verified: the lot differs from its ledger record',
    explanation: 'What is shown for this lot is not what was recorded.',
  },
  unavailable: {
    tone: 'pod',
    title: 'Not checked: the ledger could not be read',
    explanation: 'Nothing can be said about this lot until the ledger answers again.',
  },
};

/** '6.31° S, 143.96° E', with as many decimals as the server kept. */
export function placeInWords(latitude: number, longitude: number, decimals: 1 | 2): string {
  const part = (degrees: number, positive: string, negative: string): string =>
    `${Math.abs(degrees).toFixed(decimals)}° ${degrees < 0 ? negative : positive}`;
  return `${part(latitude, 'N', 'S')}, ${part(longitude, 'E', 'W')}`;
}
