import { expect, it } from 'vitest';
import { numberFromText } from './numberText.ts';

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
