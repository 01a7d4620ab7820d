import { describe, expect, it } from 'vitest';
import { CERTIFICATIONS, qualityGrade, VARIETIES, VARIETY_EMOJI } from './cacao.ts';

describe('the quality grade', () => {
  it.each([
    [100, 'Premium'],
    [90, 'Premium'],
    [89.9, 'Excellent'],
    [80, 'Excellent'],
    [79.9, 'Good'],
    [70, 'Good'],
    [69.9, 'Standard'],
    [0, 'Standard'],
  ])('%d points are %s', (score, grade) => {
    expect(qualityGrade(score)).toBe(grade);
  });
});

describe('what the lot forms offer', () => {
  it('eight varieties, each with a sign of its own', () => {
    expect(VARIETIES).toEqual([
      'Trinitario',
      'Forastero',
      'Criollo',
      'Nacional',
      'CCN-51',
      'TSH-565',
      'ICS-1',
      'Other',
    ]);
    expect(new Set(VARIETIES.map((variety) => VARIETY_EMOJI[variety])).size).toBe(VARIETIES.length);
  });

  it('eight certifications', () => {
    expect(CERTIFICATIONS).toEqual([
      'Organic',
      'Fair Trade',
      'Rainforest Alliance',
      'UTZ',
      'Fairtrade',
      'Direct Trade',
      'Bird Friendly',
      'Carbon Neutral',
    ]);
  });
});
