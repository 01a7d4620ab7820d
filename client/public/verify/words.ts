import { isSatelliteOutdated, SATELLITE_FRESH_DAYS } from '../../../server/domain/forest/deforestation.ts';
import type { Tone } from '../../design/ToneIcon.tsx';
import { discrepanciesInWords } from '../../words/recordInWords.ts';
import type { VerifyWords } from '../../words/verifyWords.ts';
import type { LotAnswer, PublicLot, VerificationAnswer } from './publicAnswers.ts';

/* What the pages say about a lot: only what is known, and from which check. */
export interface Verdict {
  tone: Tone;
  text: string;
}

/** The verdict on deforestation in two parts, which `text` joins. */
export interface ForestVerdict extends Verdict {
  claim: string;
  /** who determined it, and when; null if unknown */
  how: string | null;
}

/**
 * The first line for shoppers: 'Sample data' where it applies, the deforestation status in plain words, whether the
 * check is outdated, and the date of the check. A manual decision is not presented as a satellite result; it includes
 * no name and no reason.
 * @param now null: unknown, so the age of the check is omitted
 */
export function verdictOf(words: VerifyWords, answer: LotAnswer, now: Date | null): ForestVerdict {
  const { say } = words;
  const { lot } = answer;
  const known = claimOf(words, lot);
  const isOutdated = isConclusive(lot) && checkIsOld(lot, now);
  const dated = isOutdated ? say('verdict.outdated', { claim: known.text, days: SATELLITE_FRESH_DAYS }) : known.text;
  const isSample = restsOnSample(answer);
  const claim = isSample ? say('verdict.sample', { claim: dated }) : dated;
  const how = howKnown(words, lot);
  return {
    // Sample data is neutral about a real place; an outdated check is never green.
    tone: isSample ? 'sky' : isOutdated && known.tone === 'leaf' ? 'pod' : known.tone,
    claim,
    how,
    text: how === null ? claim : say('verdict.sentence', { claim, how }),
  };
}

/** Whether the last conclusive check is older than 30 days; the same rule as in the staff area. */
export function checkIsOld({ satelliteTimestamp }: PublicLot, now: Date | null): boolean {
  return now !== null && satelliteTimestamp !== null && isSatelliteOutdated(new Date(satelliteTimestamp), now);
}

/** Whether the forest verdict uses sample data: according to the check itself, else to the server's configuration. */
export function restsOnSample({ satelliteCheck, sampleSatelliteData }: LotAnswer): boolean {
  return satelliteCheck?.sample ?? sampleSatelliteData;
}

function claimOf({ say }: VerifyWords, { deforestationStatus, statusDecidedBy }: PublicLot): Verdict {
  switch (deforestationStatus) {
    case 'No Deforestation':
      return { tone: 'leaf', text: say(statusDecidedBy === 'person' ? 'verdict.decidedNone' : 'verdict.none') };
    case 'Deforestation Detected':
      return { tone: 'alarm', text: say('verdict.detected') };
    case 'Under Investigation':
      return { tone: 'pod', text: say('verdict.investigated') };
    case 'Pending Review':
      return { tone: 'pod', text: say('verdict.pending') };
    default:
      return { tone: 'pod', text: say('verdict.unknown') };
  }
}

/** Whether the status is conclusive, from a check or a person. */
function isConclusive({ deforestationStatus }: PublicLot): boolean {
  return deforestationStatus !== null && deforestationStatus !== 'Pending Review';
}

/** The dates of the decision and of the check, if any; null while there is no conclusion. */
function howKnown({ say, formatDate }: VerifyWords, lot: PublicLot): string | null {
  if (!isConclusive(lot)) return null;
  const day = lot.satelliteTimestamp === null ? null : formatDate(lot.satelliteTimestamp);
  if (lot.statusDecidedBy !== 'person') return day === null ? null : say('verdict.checked', { day });
  const decided = formatDate(lot.statusDecidedOn);
  return day === null ? say('verdict.decided', { decided }) : say('verdict.decidedAndChecked', { decided, day });
}

/** The date of the last conclusive check, with a note if it is old; null without one. */
export function checkDay({ say, formatDate }: VerifyWords, lot: PublicLot, now: Date | null): string | null {
  if (lot.satelliteTimestamp === null) return null;
  const day = formatDate(lot.satelliteTimestamp);
  return checkIsOld(lot, now) ? say('verdict.old', { day, days: SATELLITE_FRESH_DAYS }) : day;
}

/** Why there is no deforestation result yet; null if there is one, or if the reason is not public. */
export function pendingReasonInWords({ say }: VerifyWords, { pendingReason }: PublicLot): string | null {
  return pendingReason === null ? null : say(`pending.${pendingReason}`);
}

/** The result of an outdated check; null if it is not outdated, or if it found loss. */
function oldInWords({ say }: VerifyWords, lot: PublicLot, now: Date | null): string | null {
  // If a person decided, the earlier check may have found loss.
  const wasClear = lot.deforestationStatus === 'No Deforestation' && lot.statusDecidedBy !== 'person';
  return wasClear && checkIsOld(lot, now) ? say('verdict.oldMeans') : null;
}

/**
 * Says that a lot is not delivered yet, so no product can be made of it; null if it is delivered, or the stage is
 * unknown.
 */
function notLeftInWords({ say }: VerifyWords, { currentProcess }: PublicLot): string | null {
  if (currentProcess === null || currentProcess === 'delivered') return null;
  return say(currentProcess === 'shipped' ? 'notLeft.shipped' : 'notLeft.origin');
}

/** Compliant means 'No Deforestation' on all pages (docs/spec/public-pages.md, 'Verdict'). */
export function complianceWord(status: string | null): 'compliance.yes' | 'compliance.no' {
  return status === 'No Deforestation' ? 'compliance.yes' : 'compliance.no';
}

/**
 * Recorded only when the newest event of the lot is on the ledger (docs/spec/lots-and-stages.md, 'Blockchain state').
 */
export function isRecorded(lot: PublicLot): boolean {
  return lot.blockchainHash?.status === 'recorded';
}

/** How the lot's data compares with the ledger, in one sentence; null if the server did not compare them. */
export function recordVerdict(words: VerifyWords, verification: VerificationAnswer | null): Verdict | null {
  if (verification === null) return null;
  const { state, dataMatches, discrepancies } = verification;
  if (discrepancies.length > 0) return { tone: 'alarm', text: discrepanciesInWords(words, discrepancies) };
  // Check this before `dataMatches`, which is also false if nothing could be compared.
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

/** The main statement about a lot. */
export interface LotVerdict {
  tone: Tone;
  claim: string;
  /** evidence for the claim; null if it needs none */
  how: string | null;
  /** the claim that the record contradicts; null if it does not */
  unconfirmed: string | null;
  /** why there is no forest result yet, or why it is not fully green; null if neither applies */
  reason: string | null;
  /** says that the lot is not delivered yet; null if it is */
  notLeft: string | null;
  /** the verdict of the record, if it differs from the claim */
  record: Verdict | null;
}

/** The verdict of a lot. A mismatch with its record comes before any claim. */
export function lotVerdict(words: VerifyWords, answer: LotAnswer, now: Date | null): LotVerdict {
  const forest = verdictOf(words, answer, now);
  const record = recordVerdict(words, answer.verification);
  const reason = pendingReasonInWords(words, answer.lot) ?? oldInWords(words, answer.lot, now);
  const notLeft = notLeftInWords(words, answer.lot);
  if (record?.tone !== 'alarm') {
    const { tone, claim, how } = forest;
    return { tone, claim, how, unconfirmed: null, reason, notLeft, record };
  }
  const unconfirmed = words.say('result.unconfirmed', { text: forest.text });
  return { tone: 'alarm', claim: record.text, how: null, unconfirmed, reason, notLeft, record: null };
}

/**
 * km; half the diagonal of the area that a lot's rounded location represents (docs/spec/public-pages.md, 'Public
 * locations')
 */
export const withinKm = ({ isAnonymized }: Pick<PublicLot, 'isAnonymized'>): number => (isAnonymized ? 7.9 : 0.8);

/** '6.31° S, 143.96° E', with the decimals that the server sent. */
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
