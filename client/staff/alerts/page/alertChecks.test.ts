import { describe, expect, it } from 'vitest';
import type { LotCheckRowFragment } from '../../../graphql/generated.ts';
import { alertWordsIn } from '../../../words/alertWords.ts';
import { pixelsInWords } from './AlertChecks.tsx';

const words = alertWordsIn();
const check = (changes: Partial<LotCheckRowFragment>): LotCheckRowFragment => ({
  id: 'a',
  checkedAt: '2026-03-02T08:00:00.000Z',
  conclusion: 'loss',
  sample: false,
  dataset: 'Hansen',
  datasetVersion: '1.12',
  lossPixelsAfterCutoff: 3,
  lossYears: [2022, 2023],
  reason: null,
  sameLand: true,
  ...changes,
});

describe('the result of a check, then and now', () => {
  const newest = check({ id: 'b', lossPixelsAfterCutoff: 1_205, lossYears: [2022] });

  it('marks the newest check', () => {
    expect(pixelsInWords(words, newest, newest)).toBe('newest: 1,205 loss pixels, lost in 2022');
  });

  it('compares an earlier check of the same land with it', () => {
    expect(pixelsInWords(words, check({}), newest)).toBe('now 1,205, then 3 loss pixels, lost in 2022, 2023');
    const clear = check({ lossPixelsAfterCutoff: 0, lossYears: [] });
    expect(pixelsInWords(words, clear, newest)).toBe('now 1,205, then no loss pixels');
  });

  it('does not compare checks of other land, nor where the land was erased', () => {
    const elsewhere = '3 loss pixels, on a different plot, lost in 2022, 2023';
    expect(pixelsInWords(words, check({ sameLand: false }), newest)).toBe(elsewhere);
    expect(pixelsInWords(words, check({ sameLand: null }), newest)).toBe(elsewhere);
  });
});
