import { describe, expect, it } from 'vitest';
import {
  availableGrams,
  dryMass,
  dryMassGain,
  massDifference,
  TRANSFORMATION_LIMITS,
  type WeighedPart,
} from './massBalance.ts';

const part = (grams: number, moistureHundredths: number): WeighedPart => ({ grams, moistureHundredths });

describe('dry mass', () => {
  it.each<[WeighedPart, bigint]>([
    [part(1_000, 0), 10_000_000n],
    [part(1_000, 10_000), 0n],
    [part(100_000, 6_000), 400_000_000n],
    [part(1, 750), 9_250n],
    // A number would round this: it is above 2^53.
    [part(999_999_999_999, 1), 9_998_999_999_990_001n],
  ])('of %o is %s ten-thousandths of a gram', (one, expected) => expect(dryMass(one)).toBe(expected));
});

describe('outputs with more dry mass than inputs', () => {
  const wet = [part(60_000, 6_000), part(40_000, 6_000)];
  it.each<[string, WeighedPart[], WeighedPart[], number, ReturnType<typeof dryMassGain>]>([
    ['the same', wet, [part(100_000, 6_000)], 0, null],
    ['less', wet, [part(40_000, 750)], 0, null],
    ['the tolerance exactly', wet, [part(40_400, 0)], 100, null],
    ['a gram more than the tolerance', wet, [part(40_401, 0)], 100, { inputDryGrams: 40_000, outputDryGrams: 40_401 }],
    ['a gram more without a tolerance', wet, [part(40_001, 0)], 0, { inputDryGrams: 40_000, outputDryGrams: 40_001 }],
    [
      'dried without a loss of weight',
      wet,
      [part(100_000, 750)],
      500,
      { inputDryGrams: 40_000, outputDryGrams: 92_500 },
    ],
    ['out of nothing', [], [part(1, 5_000)], 100, { inputDryGrams: 0, outputDryGrams: 1 }],
    ['rounded below half a gram', [], [part(1, 5_001)], 100, { inputDryGrams: 0, outputDryGrams: 0 }],
  ])('%s', (_which, inputs, outputs, tolerance, expected) =>
    expect(dryMassGain(inputs, outputs, tolerance)).toEqual(expected),
  );

  it('is exact with the most and heaviest inputs', () => {
    const grams = TRANSFORMATION_LIMITS.derivedKg * 1_000;
    const inputs = Array.from({ length: TRANSFORMATION_LIMITS.inputs }, () => part(grams, 1));
    expect(dryMassGain(inputs, inputs, 0)).toBeNull();
    expect(dryMassGain(inputs, [...inputs, part(1, 9_999)], 0)).not.toBeNull();
  });
});

describe('grams', () => {
  it.each<[number[], number[], number, number]>([
    [[100_000, 50_000], [60_000, 89_000], 1_000, 0],
    [[100_000], [60_000], 39_999, 1],
    [[100_000], [60_000], 40_001, -1],
    [[], [], 0, 0],
  ])('inputs %j, outputs %j, loss %d: difference %d', (inputs, outputs, loss, difference) =>
    expect(massDifference(inputs, outputs, loss)).toBe(difference),
  );

  it('that are available are those not used', () => {
    expect(availableGrams({ weightGrams: 120_500, usedGrams: 60_250 })).toBe(60_250);
    expect(availableGrams({ weightGrams: 120_500, usedGrams: 120_500 })).toBe(0);
  });
});
