import { describe, expect, it } from 'vitest';
import { verifyWordsIn } from '../../words/verifyWords.ts';
import { checkInput, sanitise, type SearchType } from './searchInput.ts';

/** The check's result for an input, with its text. */
function said(type: SearchType, typed: string) {
  const checked = checkInput(type, typed);
  return checked.kind === 'lot' ? checked : { ...checked, message: verifyWordsIn().say(checked.message) };
}

describe('sanitise', () => {
  it('trims, removes the nine characters and keeps the rest', () => {
    expect(sanitise(`  <L>O'T"7&0;1|\`$_-  `)).toBe('LOT701_-');
  });

  it('cuts to 50 characters unless told otherwise', () => {
    expect(sanitise('A'.repeat(60))).toHaveLength(50);
    expect(sanitise('ABCDEF', 3)).toBe('ABC');
  });
});

describe('checkInput', () => {
  it('asks for a value when nothing was typed, whatever the type', () => {
    for (const type of ['lot', 'date', 'batch'] as const) {
      expect(said(type, '   ')).toEqual({ kind: 'invalid', message: 'Please enter a search value' });
    }
  });

  it('accepts a lot number in any case and normalises it', () => {
    expect(said('lot', ' lot701 ')).toEqual({ kind: 'lot', lotId: 'LOT701' });
    expect(said('lot', 'LOT-2026_a')).toEqual({ kind: 'lot', lotId: 'LOT-2026_A' });
  });

  it('says what a lot number looks like', () => {
    const message =
      'Invalid lot ID format. Expected format: LOT followed by letters, numbers, underscore, or dash (e.g., LOT701)';
    expect(said('lot', '701')).toEqual({ kind: 'invalid', message });
    expect(said('lot', 'LOT')).toEqual({ kind: 'invalid', message });
    expect(said('lot', `LOT${'1'.repeat(21)}`)).toEqual({ kind: 'invalid', message });
  });

  it('says so when nothing is left after cleaning', () => {
    expect(said('lot', '<>')).toEqual({ kind: 'invalid', message: 'Lot ID cannot be empty' });
  });

  it.each(['03/14/2026', '2026-03-14'])('takes %s for a date, which cannot be searched yet', (typed) => {
    expect(said('date', typed)).toEqual({
      kind: 'unsupported',
      value: typed,
      message: 'Search by date is not currently supported. Please use lot number search.',
    });
  });

  it.each(['14/03/2026', '2026-13-01', '3/14/26', 'March'])('refuses %s as a date', (typed) => {
    expect(said('date', typed)).toEqual({
      kind: 'invalid',
      message: 'Invalid date format. Use MM/DD/YYYY or YYYY-MM-DD',
    });
  });

  it('wants three characters of a batch code, which cannot be searched yet', () => {
    expect(said('batch', 'B1')).toEqual({
      kind: 'invalid',
      message: 'Batch code must be at least 3 characters',
    });
    expect(said('batch', 'B12')).toEqual({
      kind: 'unsupported',
      value: 'B12',
      message: 'Search by batch code is not currently supported. Please use lot number search.',
    });
  });
});
