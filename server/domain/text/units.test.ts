import { describe, expect, it } from 'vitest';
import {
  degreesFromMicro,
  fromHundredths,
  fromTenths,
  gramsFromKg,
  hundredthsFrom,
  kgFromGrams,
  microFromDegrees,
  roundPlace,
  tenthsFrom,
} from './units.ts';

describe('quantities as whole numbers', () => {
  it.each([
    ['grams', gramsFromKg, 50.1234, 50_123],
    ['grams', gramsFromKg, 50.1235, 50_124],
    ['grams', gramsFromKg, 0.29, 290],
    ['0.01', hundredthsFrom, 7.126, 713],
    ['0.01', hundredthsFrom, -12.344, -1234],
    ['0.01', hundredthsFrom, 1.1, 110],
    ['0.1 points', tenthsFrom, 87.34, 873],
    ['0.1 points', tenthsFrom, 87.35, 874],
    ['1e-6 degrees', microFromDegrees, -5.1234564, -5_123_456],
    ['1e-6 degrees', microFromDegrees, 145.6543216, 145_654_322],
  ])('in %s: %o of %d is %d', (_, convert, value, whole) => {
    expect(convert(value)).toBe(whole);
  });

  it.each([
    [gramsFromKg, kgFromGrams, 9_999_999],
    [hundredthsFrom, fromHundredths, -4_999],
    [tenthsFrom, fromTenths, 999],
    [microFromDegrees, degreesFromMicro, -179_999_999],
  ])('come back as they were: %o', (to, from, whole) => {
    expect(to(from(whole))).toBe(whole);
  });

  it('are answered in kilograms, percent, points and degrees', () => {
    expect([kgFromGrams(50_123), fromHundredths(713), fromTenths(873), degreesFromMicro(-5_123_456)]).toEqual([
      50.123, 7.13, 87.3, -5.123456,
    ]);
  });
});

describe('a place that is shown rounded', () => {
  it.each([
    [2, -5_123_456, 145_654_321, -5_120_000, 145_650_000],
    [2, -5_125_001, 145_655_000, -5_130_000, 145_660_000],
    [1, -5_123_456, 145_654_321, -5_100_000, 145_700_000],
    [1, 40_000, -40_000, 0, 0],
  ] as const)('to %d decimals: %d, %d', (decimals, latMicro, lonMicro, lat, lon) => {
    const rounded = roundPlace({ latMicro, lonMicro }, decimals);
    expect(rounded).toStrictEqual({ latMicro: lat, lonMicro: lon });
    // Canonical JSON would have to decide on a minus before zero.
    expect(Object.values(rounded).some((value) => Object.is(value, -0))).toBe(false);
  });
});
