import { expect, it } from 'vitest';
import { lotListWordsIn } from '../../../words/lotListWords.ts';
import { typed } from './typedFigure.ts';

it.each([
  ['250,50', 'weight', '250.5\u00a0kg'],
  ['1250.5', 'weight', '1,250.5\u00a0kg'],
  ['-5.2584131', 'latitude', '-5.2584131°'],
  ['8.7', 'qualityScore', '8.7/10'],
  [' ', 'moistureContent', '—'],
] as const)('%j is reviewed as %s: %s', (text, field, shown) => {
  expect(typed(lotListWordsIn(), text, field)).toBe(shown);
});

it('follows the locale', () => {
  expect(typed(lotListWordsIn('de-DE'), '250.5', 'weight')).toBe('250,5\u00a0kg');
});
