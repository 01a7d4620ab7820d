import { expect, it } from 'vitest';
import { staffWordsIn } from '../../words/staffWords.ts';
import { typed } from './typedFigure.ts';

it.each([
  ['250,50', 'typed.kg', '250.5 kg'],
  ['1250.5', 'typed.kg', '1250.5 kg'],
  ['-5.2584131', 'typed.degrees', '-5.2584131°'],
  ['8.7', 'typed.ofTen', '8.7/10'],
  [' ', 'typed.percent', '—'],
] as const)('%j is reviewed as it will be sent: %s %s', (text, unit, shown) => {
  expect(typed(staffWordsIn(), text, unit)).toBe(shown);
});

it('follows the locale', () => {
  expect(typed(staffWordsIn('de-DE'), '250.5', 'typed.kg')).toBe('250,5 kg');
});
