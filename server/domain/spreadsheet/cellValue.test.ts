import { describe, expect, it } from 'vitest';
import { cellValue, qualityScaleOf, type ValueFormat } from './cellValue.ts';

const GERMAN: ValueFormat = { decimal: ',', dates: 'dmy', quality: 10 };

describe('a value', () => {
  it.each([
    ['weight', '1.250,5', 1250.5],
    ['weight', 62.5, 62.5],
    ['weight', 'viel', 'viel'],
    ['weight', ' ', undefined],
    ['qualityScore', '8,5', 85],
    ['qualityScore', 8.2, 82],
    ['harvestDate', '03.04.2026', '2026-04-03'],
    ['harvestDate', 'gestern', 'gestern'],
    ['cacaoVariety', 'trinitario', 'Trinitario'],
    ['cacaoVariety', 'CCN 51', 'CCN-51'],
    ['cacaoVariety', 'Arabica', 'Arabica'],
    ['certifications', 'Bio; fair trade', ['Organic', 'Fair Trade']],
    ['certifications', 'Fairtrade', ['Fairtrade']],
    ['plots', 'Ridge garden| River', ['Ridge garden', 'River']],
    ['isAnonymized', 'ja', true],
    ['isAnonymized', false, false],
    ['isAnonymized', 'vielleicht', 'vielleicht'],
    ['grade', 'grade 1', 'Grade 1'],
    ['lotId', 701, 'LOT701'],
    ['lotId', 'LOT-7', 'LOT-7'],
    ['farmId', 12, '12'],
    ['bags', '12', 12],
  ] as const)('of %s: %j is %j', (field, cell, value) => {
    expect(cellValue(field, cell, GERMAN)).toEqual(value);
  });
});

it.each([
  [[8.5, 9], 10],
  [[10, 7], 10],
  [[82, 9], 100],
  [[], 100],
  [[0, 1], 100],
])('quality scores %j are of %s', (scores, scale) => {
  expect(qualityScaleOf(scores)).toBe(scale);
});
