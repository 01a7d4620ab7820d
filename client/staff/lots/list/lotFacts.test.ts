import { describe, expect, it } from 'vitest';
import { lotListWordsIn } from '../../../words/lotListWords.ts';
import {
  ageInDays,
  ledgerLabel,
  localDay,
  localMinute,
  offeredActions,
  qualityColor,
  shownCertifications,
} from './lotFacts.ts';

describe('the facts on a lot card', () => {
  it.each([
    [100, 'leaf'],
    [90, 'leaf'],
    [89.9, 'sky'],
    [80, 'sky'],
    [79.9, 'stage.drying'],
    [70, 'stage.drying'],
    [69.9, 'stage.fermented'],
    [60, 'stage.fermented'],
    [59.9, 'alarm'],
    [0, 'alarm'],
  ])('quality %d is %s', (score, tone) => {
    expect(qualityColor(score)).toBe(tone);
  });

  it.each([
    [null, 'Pending Record'],
    [{ status: 'pending' as const }, 'Pending Record'],
    [{ status: 'failed' as const }, 'Pending Record'],
    [{ status: 'recorded' as const }, 'On Blockchain'],
  ])('a ledger state of %j is %s', (hash, label) => {
    expect(lotListWordsIn().say(ledgerLabel(hash))).toBe(label);
  });

  it('counts age in calendar days, independent of the time', () => {
    expect(ageInDays('2026-03-14', new Date(2026, 2, 14, 23, 59))).toBe(0);
    expect(ageInDays('2026-03-14', new Date(2026, 2, 15, 0, 1))).toBe(1);
    expect(ageInDays('2026-02-27', new Date(2026, 2, 1, 12))).toBe(2);
    expect(ageInDays('2026-03-15', new Date(2026, 2, 14, 12))).toBe(0);
  });

  it('formats days and minutes in local time', () => {
    expect(localDay(new Date(2026, 0, 5, 0, 30))).toBe('2026-01-05');
    expect(localMinute(new Date(2026, 0, 5, 23, 7))).toBe('2026-01-05T23:07');
  });

  it('shows two certifications and the number of others', () => {
    expect(shownCertifications(['A', 'B', 'C', 'D'])).toEqual({ shown: ['A', 'B'], more: 2 });
    expect(shownCertifications(['A'])).toEqual({ shown: ['A'], more: 0 });
  });
});

describe('the actions offered on a lot', () => {
  const none = { advance: false, edit: false, refreshSatellite: false, remove: false };

  it.each([
    [
      'all that the server allows',
      ['edit_lot', 'delete_lot', 'refresh_satellite'],
      'drying',
      { advance: true, edit: true, refreshSatellite: true, remove: true },
    ],
    ['nothing without a right', [], 'harvested', none],
    ['nothing while the rights are not known', null, 'harvested', none],
    [
      'no stage after the last',
      ['edit_lot', 'refresh_satellite'],
      'delivered',
      { ...none, edit: true, refreshSatellite: true },
    ],
  ] as const)('are %s', (_, mayDo, currentProcess, offered) => {
    expect(offeredActions({ mayDo: mayDo && [...mayDo], currentProcess })).toEqual(offered);
  });
});
