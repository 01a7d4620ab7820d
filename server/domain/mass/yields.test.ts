import { describe, expect, it } from 'vitest';
import { TRANSFORMATION_STEPS, type TransformationStep, type WeighedPart } from './massBalance.ts';
import { dryBeanGrams, EXPECTED_YIELDS, PLOT_YIELD_LIMIT_KG, plotYieldExceeded, yieldOutsideBand } from './yields.ts';

const beans = (kg: number, percent: number): WeighedPart[] => [
  { grams: kg * 1_000, moistureHundredths: Math.round(percent * 100) },
];

describe('yields', () => {
  it.each<
    [TransformationStep, [kg: number, water: number], [kg: number, water: number], [least: number, most: number] | null]
  >([
    // Fresh beans, fermented and dried
    ['fermentation', [100, 61], [30, 7.5], null],
    ['fermentation', [100, 61], [42, 8], null],
    ['fermentation', [100, 61], [29.99, 7.5], [3_000, 4_200]],
    ['drying', [100, 65], [42.01, 7.5], [3_000, 4_200]],
    ['drying', [100, 65], [25, 7.5], [3_000, 4_200]],
    // Fermented beans have lost water already: 45 / 39 of the band
    ['drying', [100, 55], [48, 7.5], null],
    ['drying', [100, 55], [34, 7.5], [3_462, 4_846]],
    ['drying', [100, 30.01], [70, 7.5], null],
    // Fermented and half dried
    ['fermentation', [100, 61], [45, 20], null],
    ['fermentation', [100, 61], [30, 20], [3_469, 4_856]],
    // Fermented and weighed wet
    ['fermentation', [100, 61], [80, 58], null],
    ['fermentation', [100, 61], [70, 58], null],
    ['fermentation', [100, 61], [96, 60], [7_000, 9_500]],
    ['fermentation', [100, 61], [60, 58], [7_000, 9_500]],
    // Drying that does not lead from wet to dry
    ['drying', [100, 15], [91, 7.5], null],
    ['drying', [100, 15], [80, 7.5], [8_270, 9_189]],
    ['drying', [100, 61], [48, 20], null],
    // Handling
    ['cleaning', [100, 7], [97, 7], null],
    ['grading', [100, 7], [90, 7], null],
    ['blending', [100, 7], [89, 7], [9_000, 10_000]],
    ['packing', [100, 7], [100, 7], null],
  ])('%s of %j to %j', (step, before, after, band) => {
    const found = yieldOutsideBand(step, beans(...before), beans(...after));
    const range = found === null ? null : [found.band.leastHundredths, found.band.mostHundredths];
    expect(range).toEqual(band);
  });

  it('says which yield it found, of all inputs and outputs together', () => {
    const inputs = [...beans(60, 7), ...beans(40, 7)];
    const outputs = [...beans(50, 7), ...beans(35, 7)];
    expect(yieldOutsideBand('cleaning', inputs, outputs)).toEqual({
      yieldHundredths: 8_500,
      band: EXPECTED_YIELDS.handling,
    });
  });

  it('takes the water of inputs by their weight', () => {
    // A little fresh cacao among dry beans does not make them wet.
    expect(yieldOutsideBand('drying', [...beans(2, 61), ...beans(98, 9)], beans(97, 7.5))).toBeNull();
  });

  it('takes the bands of an installation', () => {
    const bands = { ...EXPECTED_YIELDS, handling: { leastHundredths: 9_800, mostHundredths: 10_000, source: 'own' } };
    expect(yieldOutsideBand('cleaning', beans(100, 7), beans(97, 7), bands)?.band).toEqual(bands.handling);
  });

  it.each(TRANSFORMATION_STEPS)('%s of nothing has no yield', (step) =>
    expect(yieldOutsideBand(step, [], [])).toBeNull(),
  );

  it('and each band names its source', () => {
    for (const { source, leastHundredths, mostHundredths } of Object.values(EXPECTED_YIELDS)) {
      expect(source).toMatch(/\S/);
      expect(leastHundredths).toBeLessThan(mostHundredths);
    }
  });
});

describe('yield of a plot', () => {
  it.each<[number, number | undefined, boolean]>([
    [440, undefined, false],
    [PLOT_YIELD_LIMIT_KG, undefined, false],
    [PLOT_YIELD_LIMIT_KG + 0.001, undefined, true],
    [900, 800, true],
  ])('%d kg a hectare with the limit %s: %s', (kg, limit, exceeded) =>
    expect(plotYieldExceeded(kg, limit)).toBe(exceeded),
  );

  it('counts wet beans as what they weigh dry', () => {
    expect(dryBeanGrams({ grams: 100_000, moistureHundredths: 6_300 })).toBe(40_000);
    expect(dryBeanGrams({ grams: 100_000, moistureHundredths: 750 })).toBe(100_000);
  });
});
