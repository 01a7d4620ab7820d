import { CUT_OFF_YEAR } from '../../../server/domain/deforestation.ts';
import { STAGES, stagePosition, type Stage } from '../../../server/domain/stages.ts';
import type { Tone } from '../../design/ToneIcon.tsx';
import { discrepanciesInWords } from '../../words/recordInWords.ts';
import type { VerifyWords } from '../../words/verifyWords.ts';
import type { LotAnswer, PublicLot, Verification } from './publicAnswers.ts';

/*
 * What the pages say of a lot: only what is known, and by which check.
 */
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
