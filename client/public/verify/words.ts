import { isSatelliteOutdated, SATELLITE_FRESH_DAYS } from '../../../server/domain/forest/deforestation.ts';
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

/** The verdict on deforestation in two parts, which `text` joins. */
export interface ForestVerdict extends Verdict {
  claim: string;
  /** by whom and when; null where there is nothing to say of that */
  how: string | null;
}

/**
 * The first thing a shopper reads: 'Sample data' where it is, the deforestation status in plain words, and that the check is outdated
 * where it is; then the day of the check. What a person decided is not said to be what a satellite saw; no name, no reason.
 * @param now null: not known yet, so that nothing is said of the check's age
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
    // Sample data says nothing of a real place, good or bad; an outdated check is not shown in green.
    tone: isSample ? 'sky' : isOutdated && known.tone === 'leaf' ? 'pod' : known.tone,
    claim,
    how,
    text: how === null ? claim : say('verdict.sentence', { claim, how }),
  };
}

/** Whether the last conclusive check is older than 30 days, by the rule of the staff's card. */
export function checkIsOld({ satelliteTimestamp }: PublicLot, now: Date | null): boolean {
  return now !== null && satelliteTimestamp !== null && isSatelliteOutdated(new Date(satelliteTimestamp), now);
}

/** Whether what is said of the forest rests on sample data: by the check itself, else by how the server is set up. */
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

/** Whether the status is a conclusion, of a check or of a person. */
function isConclusive({ deforestationStatus }: PublicLot): boolean {
  return deforestationStatus !== null && deforestationStatus !== 'Pending Review';
}

/** The days of the decision and of the check, as far as there were such; of what is not known yet null. */
function howKnown({ say, formatDate }: VerifyWords, lot: PublicLot): string | null {
  if (!isConclusive(lot)) return null;
  const day = lot.satelliteTimestamp === null ? null : formatDate(lot.satelliteTimestamp);
  if (lot.statusDecidedBy !== 'person') return day === null ? null : say('verdict.checked', { day });
  const decided = formatDate(lot.statusDecidedOn);
  return day === null ? say('verdict.decided', { decided }) : say('verdict.decidedAndChecked', { decided, day });
}

/** The day of the last conclusive check, with a word of its age where it is old; null where there was none. */
export function checkDay({ say, formatDate }: VerifyWords, lot: PublicLot, now: Date | null): string | null {
  if (lot.satelliteTimestamp === null) return null;
  const day = formatDate(lot.satelliteTimestamp);
  return checkIsOld(lot, now) ? say('verdict.old', { day, days: SATELLITE_FRESH_DAYS }) : day;
}

/** Why nothing can be said of deforestation yet; null when something can, and where the reason is not told. */
export function pendingReasonInWords({ say }: VerifyWords, { pendingReason }: PublicLot): string | null {
  return pendingReason === null ? null : say(`pending.${pendingReason}`);
}

/** What an outdated check saw; null where none is outdated, or where it found loss. */
function oldInWords({ say }: VerifyWords, lot: PublicLot, now: Date | null): string | null {
  // Where a person decided, the check before it may have found loss.
  const wasClear = lot.deforestationStatus === 'No Deforestation' && lot.statusDecidedBy !== 'person';
  return wasClear && checkIsOld(lot, now) ? say('verdict.oldMeans') : null;
}

/** That a lot is not delivered yet, so that no product can be made of it; null where it is, or where its stage is not known. */
function notLeftInWords({ say }: VerifyWords, { currentProcess }: PublicLot): string | null {
  if (currentProcess === null || currentProcess === 'delivered') return null;
  return say(currentProcess === 'shipped' ? 'notLeft.shipped' : 'notLeft.origin');
}

/** Compliant = 'No Deforestation', everywhere (docs/spec/public-pages.md, 'Verdict'). */
export function complianceWord(status: string | null): 'compliance.yes' | 'compliance.no' {
  return status === 'No Deforestation' ? 'compliance.yes' : 'compliance.no';
}

/**
 * Recorded only when the newest event of the lot stands on the ledger (docs/spec/lots-and-stages.md, 'Blockchain
 * state').
 */
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

/** What is said first of a lot. */
export interface LotVerdict {
  tone: Tone;
  claim: string;
  /** how the claim is known; null where it stands for itself */
  how: string | null;
  /** what is claimed though the record says otherwise; null where it does not */
  unconfirmed: string | null;
  /** why nothing is known of the forest yet, or why what is known is not all green; null where neither is so */
  reason: string | null;
  /** that the lot is not delivered yet; null where it is */
  notLeft: string | null;
  /** what the record says, where that is not the claim itself */
  record: Verdict | null;
}

/** The verdict of a lot. Where it differs from its record, that is said before anything it claims. */
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
 * km; half the diagonal of what the rounded place of a lot stands for (docs/spec/public-pages.md, 'Public locations')
 */
export const withinKm = ({ isAnonymized }: Pick<PublicLot, 'isAnonymized'>): number => (isAnonymized ? 7.9 : 0.8);

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
