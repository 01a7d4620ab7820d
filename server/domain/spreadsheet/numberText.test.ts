import { describe, expect, it } from 'vitest';
import { decimalOf, parseNumber } from './numberText.ts';

describe('the decimal mark of a file', () => {
  it.each([
    [['62,5', '7,25'], '.', ','],
    [['62.5'], ',', '.'],
    [['1.250,50'], '.', ','],
    [['1,250.5'], ',', '.'],
    [['0,125'], '.', ','],
    // These may be thousands or decimals.
    [['1.250', '7.500'], ',', ','],
    [['1,250'], '.', '.'],
    [['1.234.567'], '.', '.'],
    [['Maria', '', '2026-03-03', '03.03.2026'], ',', ','],
    // A position from a map among decimal commas.
    [['62,5', '7,25', '-5.258413'], '.', ','],
  ] as const)('%j, usually %s, has %s', (texts, usual, decimal) => {
    expect(decimalOf(texts, usual)).toBe(decimal);
  });
});

describe('a number', () => {
  it.each([
    ['62,5', ',', 62.5],
    ['1.250', ',', 1250],
    ['1,250', '.', 1250],
    ['1.250', '.', 1.25],
    ['1.250,50', ',', 1250.5],
    ['1.234.567', ',', 1_234_567],
    ['1.234.567', '.', 1_234_567],
    ['1\u202f250,5', ',', 1250.5],
    ["1'250.50", '.', 1250.5],
    ['−5,258413', ',', -5.258413],
    ['-5.258413', ',', -5.258413],
    ['+5.2', '.', 5.2],
    ['62,5 kg', ',', 62.5],
    ['7,2 %', ',', 7.2],
    ['28 °C', '.', 28],
    ['.5', '.', 0.5],
    ['1.5e3', '.', 1500],
    ['1.25.5', ',', null],
    ['12,34,567', '.', null],
    ['1,2,3', '.', null],
    ['12.5.2026', '.', null],
    ['', '.', null],
    ['-', '.', null],
    ['heavy', '.', null],
    ['5 or 6', '.', null],
  ] as const)('%j with %s is %s', (text, decimal, number) => {
    expect(parseNumber(text, decimal)).toBe(number);
  });
});
