import { describe, expect, it } from 'vitest';
import { pageLocale } from './pageLocale.ts';

describe('the language of a page', () => {
  it.each([
    [undefined, undefined],
    ['', ''],
    [undefined, 'de-DE,de;q=0.9'],
    ['xx', 'fr;q=0.9, en;q=0'],
    [['en', 'fr'], ';;,,;q=x'],
  ])('is ours where it is not asked for in one that we have: %j, %j', (asked, accepted) => {
    expect(pageLocale(asked, accepted)).toBe('en-US');
  });

  it('is found by its language, whatever its region', () => {
    expect(pageLocale('EN', undefined)).toBe('en-US');
    expect(pageLocale(undefined, 'en-AU')).toBe('en-US');
  });
});
