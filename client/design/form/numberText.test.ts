import { expect, it } from 'vitest';
import { numberFromText, steppedText } from './numberText.ts';

it.each([
  ['', undefined],
  ['  ', undefined],
  ['7', 7],
  [' 7.25 ', 7.25],
  ['7,25', 7.25],
  ['-3.75', -3.75],
  ['\u22123,75', -3.75],
  ['.5', 0.5],
  ['7.', 7],
  ['1,234.5', NaN],
  ['1e3', NaN],
  ['0x10', NaN],
  ['seven', NaN],
  ['7 kg', NaN],
])('%j is read as %s', (text, value) => {
  expect(numberFromText(text)).toBe(value);
});

it.each([
  ['7.2', 1, '7.3'],
  ['7,2', 1, '7,3'],
  ['7.25', -1, '7.15'],
  ['0.3', -3, '0.0'],
  ['', 1, '0.1'],
  ['0', -1, '0.0'],
  ['99.95', 1, '100.00'],
  ['heavy', 1, 'heavy'],
])('%j is %d steps further %j', (text, by, further) => {
  expect(steppedText(text, by, { step: 0.1, min: 0, max: 100 })).toBe(further);
});

it('steps over small decimals stay what they are', () => {
  expect(steppedText('-5.258413', 1, { step: 0.0001 })).toBe('-5.258313');
});
