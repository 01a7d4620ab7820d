import { describe, expect, it } from 'vitest';
import { LOT_ACTIONS } from '../../../server/domain/ledger/content.ts';
import { PENDING_REASONS } from '../../../server/domain/forest/statusCodes.ts';
import { readLotAnswer, type LotAnswer, type VerificationAnswer } from './publicAnswers.ts';
import { verifyWordsIn } from '../../words/verifyWords.ts';
import { actionMoment, actionName, fieldList, fieldName, valueInWords } from '../../words/recordInWords.ts';
import { complianceWord, isRecorded, pendingReasonInWords, placeInWords, recordVerdict, verdictOf } from './words.ts';

const words = verifyWordsIn();

function answer(lot: Record<string, unknown>): LotAnswer {
  const read = readLotAnswer({ lot: { lotId: 'LOT1', ...lot } });
  if (read === null) throw new Error('not a lot');
  return read;
}

describe('verdictOf', () => {
  const satelliteTimestamp = '2026-03-14T23:30:00Z';
  const soon = new Date('2026-04-13T23:30:00Z');
  const later = new Date('2026-04-13T23:31:00Z');
  const verdict = (lot: Record<string, unknown>, now: Date | null = soon, beside: Record<string, unknown> = {}) =>
    verdictOf(words, { ...answer(lot), ...beside }, now);

  it('says that no tree loss was found only when that is the status', () => {
    expect(verdict({ deforestationStatus: 'No Deforestation', satelliteTimestamp })).toEqual({
      tone: 'leaf',
      claim: 'No tree loss found by satellite after 31 December 2020',
      how: 'checked on Mar 14, 2026',
      text: 'No tree loss found by satellite after 31 December 2020; checked on Mar 14, 2026',
    });
    for (const status of ['Deforestation Detected', 'Pending Review', 'Under Investigation', 'Fine', null]) {
      const other = verdict({ deforestationStatus: status, satelliteTimestamp });
      expect(other.tone).not.toBe('leaf');
      expect(other.text).not.toContain('No tree loss');
    }
  });

  it('says of a check older than 30 days that it is, and is not all green then', () => {
    expect(verdict({ deforestationStatus: 'No Deforestation', satelliteTimestamp }, later)).toMatchObject({
      tone: 'pod',
      claim:
        'No tree loss found by satellite after 31 December 2020. The last satellite check is more than 30 days old',
      how: 'checked on Mar 14, 2026',
    });
    expect(verdict({ deforestationStatus: 'Deforestation Detected', satelliteTimestamp }, later)).toMatchObject({
      tone: 'alarm',
      claim:
        'Deforestation after 31 December 2020 was detected where this cacao was grown. The last satellite check is more than 30 days old',
    });
    const decided = { statusDecidedBy: 'person', statusDecidedOn: '2026-04-02', satelliteTimestamp };
    expect(verdict({ deforestationStatus: 'No Deforestation', ...decided }, later)).toMatchObject({
      tone: 'pod',
      claim: 'Status: no deforestation after 31 December 2020. The last satellite check is more than 30 days old',
      how: 'decided by a person on Apr 2, 2026; last satellite check on Mar 14, 2026',
    });
    expect(verdict({ deforestationStatus: 'No Deforestation', satelliteTimestamp }, null).tone).toBe('leaf');
  });

  it('names sample data as sample data, by the check itself before how the server is set up', () => {
    const checked = { deforestationStatus: 'No Deforestation', satelliteTimestamp };
    const check = { dataset: 'Forest', datasetVersion: '1', hectares: 4, pixelMeters: 30 };
    const told = 'No tree loss found by satellite after 31 December 2020; checked on Mar 14, 2026';
    expect(verdict(checked, soon, { sampleSatelliteData: true }).text).toBe(`Sample data: ${told}`);
    const made = { sampleSatelliteData: false, satelliteCheck: { ...check, sample: true } };
    expect(verdict(checked, soon, made).text).toBe(`Sample data: ${told}`);
    const seen = { sampleSatelliteData: true, satelliteCheck: { ...check, sample: false } };
    expect(verdict(checked, soon, seen).text).toBe(told);
    expect(verdict({ deforestationStatus: 'Pending Review' }, soon, { sampleSatelliteData: true }).text).toBe(
      'Sample data: Not yet known whether trees were lost after 31 December 2020 where this cacao was grown',
    );
  });

  it("says of a person's decision that it is one, with its day, and of the check only when it was", () => {
    const decided = { statusDecidedBy: 'person', statusDecidedOn: '2026-04-02', satelliteTimestamp };
    expect(verdict({ deforestationStatus: 'No Deforestation', ...decided }).text).toBe(
      'Status: no deforestation after 31 December 2020; decided by a person on Apr 2, 2026; last satellite check on Mar 14, 2026',
    );
    expect(verdict({ deforestationStatus: 'No Deforestation', ...decided, satelliteTimestamp: null }).how).toBe(
      'decided by a person on Apr 2, 2026',
    );
    const checked = { statusDecidedBy: 'check', statusDecidedOn: '2026-03-14', satelliteTimestamp };
    expect(verdict({ deforestationStatus: 'No Deforestation', ...checked }).how).toBe('checked on Mar 14, 2026');
  });

  it('names no day when there was no conclusive check', () => {
    expect(verdict({ deforestationStatus: 'No Deforestation' }).text).toBe(
      'No tree loss found by satellite after 31 December 2020',
    );
  });

  it('claims no check of what is pending', () => {
    expect(verdict({ deforestationStatus: 'Pending Review', satelliteTimestamp }, later)).toMatchObject({ how: null });
  });
});

describe('pendingReasonInWords', () => {
  it('says in a sentence why a lot is pending, and nothing where it is not told', () => {
    const said = PENDING_REASONS.map((pendingReason) => pendingReasonInWords(words, answer({ pendingReason }).lot));
    expect(said.every((sentence) => sentence !== null && /^(The|Satellites) .+\.$/.test(sentence))).toBe(true);
    expect(new Set(said).size).toBe(PENDING_REASONS.length);
    expect(pendingReasonInWords(words, answer({ pendingReason: 'of_a_later_version' }).lot)).toBeNull();
    expect(pendingReasonInWords(words, answer({}).lot)).toBeNull();
  });
});

describe('complianceWord', () => {
  it('is Compliant for No Deforestation alone', () => {
    expect(complianceWord('No Deforestation')).toBe('compliance.yes');
    for (const status of ['Deforestation Detected', 'Pending Review', 'Under Investigation', null]) {
      expect(complianceWord(status)).toBe('compliance.no');
    }
  });
});

describe('isRecorded', () => {
  it('is so for status recorded alone', () => {
    const hash = (status: string) => answer({ blockchainHash: { transactionId: 'tx', status } }).lot;
    expect(isRecorded(hash('recorded'))).toBe(true);
    expect(isRecorded(hash('pending'))).toBe(false);
    expect(isRecorded(hash('failed'))).toBe(false);
    expect(isRecorded(answer({}).lot)).toBe(false);
  });
});

describe('recordVerdict', () => {
  const verification = (fields: Partial<VerificationAnswer>): VerificationAnswer => ({
    state: null,
    dataMatches: null,
    matchPercentage: null,
    discrepancies: [],
    lastVerified: null,
    blockchainTimestamp: null,
    ...fields,
  });
  const discrepancy = (field: string, code = 'difference.value') => ({
    field,
    databaseValue: null,
    blockchainValue: null,
    code,
  });

  it('names the fields that differ, before anything else', () => {
    const discrepancies = [discrepancy('weight'), discrepancy('currentProcess')];
    expect(recordVerdict(words, verification({ state: 'verified', dataMatches: true, discrepancies }))).toEqual({
      tone: 'alarm',
      text: 'This page differs from the ledger record: weight and stage.',
    });
  });

  it('keeps what is wrong with the ledger apart from what is wrong with the lot', () => {
    expect(
      recordVerdict(words, verification({ discrepancies: [discrepancy('block 12', 'difference.block')] }))?.text,
    ).toBe('Part of the ledger is not valid: block 12.');
    expect(
      recordVerdict(
        words,
        verification({ discrepancies: [discrepancy('event 3', 'difference.event_values'), discrepancy('weight')] }),
      )?.text,
    ).toBe('This page differs from the ledger record: weight. Part of the ledger is not valid: event 3.');
  });

  it.each([
    [{ state: 'differs' }, 'alarm'],
    [{ dataMatches: false }, 'alarm'],
    [{ state: 'pending', dataMatches: true }, 'pod'],
    [{ state: 'pending', dataMatches: false }, 'pod'],
    [{ state: 'unavailable', dataMatches: true }, 'pod'],
    [{ state: 'unavailable', dataMatches: false }, 'pod'],
    [{ state: 'verified', dataMatches: true }, 'leaf'],
    [{ dataMatches: true }, 'leaf'],
  ] as const)('%j: %s', (fields, tone) => {
    expect(recordVerdict(words, verification(fields))?.tone).toBe(tone);
  });

  it('says nothing when nothing was compared', () => {
    expect(recordVerdict(words, null)).toBeNull();
    expect(recordVerdict(words, verification({}))).toBeNull();
  });
});

describe('names of fields', () => {
  it('writes each once, in a sentence', () => {
    expect(fieldList(words, ['weight'])).toBe('weight');
    expect(fieldList(words, ['weight', 'latitude', 'longitude', 'farmerName'])).toBe('weight, location and farmer');
    expect(fieldList(words, [])).toBe('');
  });

  it('takes an unknown name apart', () => {
    expect(fieldName(words, 'dryingDays')).toBe('drying days');
  });
});

describe('actionName', () => {
  it('says what happened, and shows what it does not know as it came', () => {
    expect(actionName(words, 'erased')).toBe('Personal data erased');
    expect(actionName(words, 'Moved to stage drying')).toBe('Moved to stage drying');
    expect(actionName(words, 'weighed')).toBe('Weighed');
  });

  it('has words for every step of an alert', () => {
    expect(
      LOT_ACTIONS.filter((action) => action.startsWith('alert ')).map((action) => actionName(words, action)),
    ).toEqual(['Alert raised', 'Alert acknowledged', 'Alert resolved', 'Alert dismissed']);
  });

  it('names the day alone of a step of an alert, the same one everywhere', () => {
    expect(actionMoment(words, 'alert raised', '2026-11-21T00:00:00.000Z')).toBe('Nov 21, 2026');
    expect(actionMoment(words, 'stage', '2026-11-21T00:00:00.000Z')).toMatch(/\s[AP]M$/);
    expect(actionMoment(words, 'alert raised', null)).toBe('—');
  });

  it('names the stage that was reached, but of no other event', () => {
    expect(actionName(words, 'stage', 'fermented')).toBe('Stage changed to Fermented');
    expect(actionName(words, 'stage', null)).toBe('Stage changed');
    expect(actionName(words, 'created', 'harvested')).toBe('Lot registered');
  });
});

describe('valueInWords', () => {
  it('gives units, and words for what is no figure', () => {
    expect(valueInWords(words, 'weight', 1250.5)).toBe('1,250.5\u00a0kg');
    expect(valueInWords(words, 'moistureContent', 6.8)).toBe('6.8%');
    expect(valueInWords(words, 'temperature', 28)).toBe('28.0°C');
    expect(valueInWords(words, 'qualityScore', 87)).toBe('87/100');
    expect(valueInWords(words, 'isAnonymized', false)).toBe('No');
    expect(valueInWords(words, 'certifications', ['Organic', 'UTZ'])).toBe('Organic, UTZ');
    expect(valueInWords(words, 'certifications', [])).toBe('None');
    expect(valueInWords(words, 'currentProcess', 'drying')).toBe('drying');
    expect(valueInWords(words, 'farmerName', null)).toBe('—');
  });
});

describe('placeInWords', () => {
  it('names the hemispheres and keeps the decimals', () => {
    expect(placeInWords(words, -6.31, 143.9, 2)).toBe('6.31° S, 143.90° E');
    expect(placeInWords(words, 6.7, -1.6, 1)).toBe('6.7° N, 1.6° W');
  });
});
