import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DASH, formatsOf, hashPreview, transactionPreview } from './format.ts';
import { DEFAULT_LOCALE } from './language.ts';

const {
  formatCelsius,
  formatCoordinates,
  formatCount,
  formatDate,
  formatDateTime,
  formatGramChange,
  formatGrams,
  formatKg,
  formatPercent,
  formatPercentTick,
  formatQuality,
  formatScore,
} = formatsOf(DEFAULT_LOCALE);

describe('figures', () => {
  it.each([
    ['a count', formatCount(10_000), '10,000'],
    ['kilograms', formatKg(1250.5), '1,250.5\u00a0kg'],
    ['grams', formatGrams(12_400), '12,400\u00a0g'],
    ['a change of grams', formatGramChange(7_300), '+7,300\u00a0g'],
    ['a percentage', formatPercent(79.6875), '79.7%'],
    ['a whole percentage', formatPercent(100), '100.0%'],
    ['a percentage beside an axis', formatPercentTick(100), '100%'],
    ['a temperature', formatCelsius(-3.25), '-3.3°C'],
    ['a quality score', formatQuality(87), '87/100'],
    ['an average', formatScore(84), '84.0'],
    ['a place', formatCoordinates(-6.314993, 143.95558), '-6.3150, 143.9556'],
    ['a place on the equator', formatCoordinates(0, 0), '0.0000, 0.0000'],
  ])('writes %s', (_what, written, expected) => {
    expect(written).toBe(expected);
  });

  it('writes a dash for what is not known, and not for zero', () => {
    expect([formatCount(null), formatKg(undefined), formatDate(null), formatCoordinates(1, null)]).toEqual([
      DASH,
      DASH,
      DASH,
      DASH,
    ]);
    expect(formatCount(0)).toBe('0');
  });
});

describe('dates', () => {
  it('writes a calendar day as the same day in every time zone', () => {
    expect(formatDate('2026-03-14')).toBe('Mar 14, 2026');
  });

  it('writes an instant in short form with its time', () => {
    // ICU uses a narrow no-break space before AM/PM in some versions, and a breaking one in Chromium's.
    expect(formatDateTime(new Date(2026, 2, 14, 8, 30).toISOString()).replace('\u202f', '\u00a0')).toBe(
      'Mar 14, 2026, 8:30\u00a0AM',
    );
  });
});

describe('previews', () => {
  const id = '0123456789abcdef0123456789abcdef';
  it('shows 16 characters of a hash and 20 of a transaction id', () => {
    expect(hashPreview(id)).toBe('0123456789abcdef…');
    expect(transactionPreview(id)).toBe('0123456789abcdef0123…');
  });
  it('leaves short ones whole', () => {
    expect(hashPreview('0123456789abcdef')).toBe('0123456789abcdef');
  });
});

it('dates are written here alone, so that all of them look alike', () => {
  const client = join(import.meta.dirname, '..');
  const writing = readdirSync(client, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .filter((file) => /new Intl\.DateTimeFormat|\.toLocale\w*String\(/.test(readFileSync(join(client, file), 'utf8')));
  expect(writing).toEqual([join('words', 'format.ts')]);
});
