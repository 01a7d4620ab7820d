import { describe, expect, it } from 'vitest';
import { isStorable, NOT_BLANK_PATTERN, STORABLE_PATTERN } from './validText.ts';

const KEPT = ['', 'Grace Kila', 'Ōkawa 🍫', 'two\nlines\r\n', '\tindented', 'Renée', '\u00a0'];
const REFUSED = ['\u0000', 'Bell\u0007', 'Escape\u001b[2J', 'Del\u007f', 'Next\u0085line', 'Vertical\u000btab'];

describe('a text that can be kept', () => {
  it.each(KEPT)('%j', (text) => {
    expect([isStorable(text), new RegExp(STORABLE_PATTERN, 'u').test(text)]).toEqual([true, true]);
  });

  it.each(REFUSED)('is not %j', (text) => {
    expect([isStorable(text), new RegExp(STORABLE_PATTERN, 'u').test(text)]).toEqual([false, false]);
    expect(new RegExp(NOT_BLANK_PATTERN, 'u').test(`x${text}`)).toBe(false);
  });

  it('holds whole characters only', () => {
    expect(isStorable('Half \ud800')).toBe(false);
    expect(isStorable('Whole \ud83c\udf6b')).toBe(true);
  });

  it('is not blank where one must be given', () => {
    for (const blank of ['', ' ', '\n\t ']) expect(new RegExp(NOT_BLANK_PATTERN, 'u').test(blank)).toBe(false);
    for (const given of ['x', ' x', 'x\ny']) expect(new RegExp(NOT_BLANK_PATTERN, 'u').test(given)).toBe(true);
  });
});
