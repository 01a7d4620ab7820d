import { describe, expect, it } from 'vitest';
import {
  complianceRate,
  CUT_OFF_YEAR,
  DEFORESTATION_STATUSES,
  isCompliant,
  isSatelliteOutdated,
} from './deforestation.ts';

describe('the deforestation status', () => {
  it.each([
    ['No Deforestation', true],
    ['Deforestation Detected', false],
    ['Pending Review', false],
    ['Under Investigation', false],
  ] as const)('%s is compliant: %s', (status, compliant) => {
    expect(isCompliant(status)).toBe(compliant);
    expect(DEFORESTATION_STATUSES).toContain(status);
  });

  it('has four values, and counts loss after 2020 (EUDR Article 2(13))', () => {
    expect(DEFORESTATION_STATUSES).toHaveLength(4);
    expect(CUT_OFF_YEAR).toBe(2020);
  });
});

describe('the compliance rate', () => {
  it.each([
    [0, 0, null],
    [0, 7, 0],
    [2, 3, 66.7],
    [7, 7, 100],
    // A half must not get lost between two binary fractions: 50.25 %.
    [201, 400, 50.3],
    [199, 400, 49.8],
    [203, 400, 50.8],
  ])('of %i in %i lots is %j', (compliant, lots, rate) => {
    expect(complianceRate(compliant, lots)).toBe(rate);
  });
});

describe('satellite data', () => {
  const now = new Date('2026-03-31T12:00:00.000Z');

  it.each([
    ['missing', null, true],
    ['of this moment', '2026-03-31T12:00:00.000Z', false],
    ['29 days old', '2026-03-02T12:00:00.000Z', false],
    ['exactly 30 days old', '2026-03-01T12:00:00.000Z', false],
    ['a moment older than 30 days', '2026-03-01T11:59:59.999Z', true],
    ['31 days old', '2026-02-28T12:00:00.000Z', true],
  ])('%s (%s) is outdated: %s', (_, at, outdated) => {
    expect(isSatelliteOutdated(at === null ? null : new Date(at), now)).toBe(outdated);
  });
});
