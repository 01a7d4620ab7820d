import { describe, expect, it } from 'vitest';
import { checkedMessages } from '../../../tests/support/forms.ts';
import { reportsWordsIn } from '../../words/reportsWords.ts';
import { periodForm, periodOf, presets } from './period.ts';

const messages = (from: string, to: string) =>
  checkedMessages(periodForm(reportsWordsIn()), { from, to }, ['from', 'to']);

describe('the period of a report', () => {
  it.each([
    ['2026-03-01', '2026-03-31', {}],
    ['2026-03-31', '2026-03-31', {}],
    ['', '2026-03-31', { from: 'Choose the first day' }],
    ['2026-03-01', '', { to: 'Choose the last day' }],
    ['2026-02-30', '2026-03-31', { from: 'Enter a valid date' }],
    ['0000-01-01', '2026-03-31', { from: 'Enter a valid date' }],
    ['2026-04-01', '2026-03-31', { from: 'The first day must be before the last day' }],
  ])('from %j to %j: %j', async (from, to, said) => expect(await messages(from, to)).toEqual(said));

  it.each([
    ['', { from: '2026-10-23', to: '2026-11-22' }],
    ['from=2026-01-01&to=2026-02-01', { from: '2026-01-01', to: '2026-02-01' }],
    ['to=2026-03-31', { from: '2026-03-01', to: '2026-03-31' }],
    ['from=2026-02-30', { from: '2026-10-23', to: '2026-11-22' }],
    ['from=2026-12-01&to=2026-11-01', { from: '2026-10-02', to: '2026-11-01' }],
  ])('is read from the address %j', (search, period) => {
    expect(periodOf(new URLSearchParams(search), '2026-11-22')).toEqual(period);
  });

  it('has presets', () => {
    expect(presets('2026-11-22')).toEqual({
      last30: { from: '2026-10-23', to: '2026-11-22' },
      thisYear: { from: '2026-01-01', to: '2026-11-22' },
      lastYear: { from: '2025-01-01', to: '2025-12-31' },
    });
  });
});
