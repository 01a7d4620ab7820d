import { describe, expect, it } from 'vitest';
import { dateOrderOf, parseDate } from './dateText.ts';

describe('the order of dates', () => {
  it.each([
    [['3/4/2026', '3/14/2026'], 'mdy'],
    [['3/4/2026', '14/3/2026'], 'dmy'],
    [['3/4/2026'], 'dmy'],
    [['03.04.2026'], 'dmy'],
    [['2026-03-14'], 'dmy'],
    [[], 'dmy'],
  ] as const)('%j is %s', (texts, order) => {
    expect(dateOrderOf(texts)).toBe(order);
  });
});

describe('a date', () => {
  it.each([
    ['2026-03-04', 'mdy', '2026-03-04'],
    ['2026-03-04T10:00:00', 'dmy', '2026-03-04'],
    ['2026/3/4', 'dmy', '2026-03-04'],
    ['20260304', 'dmy', '2026-03-04'],
    ['04.03.2026', 'dmy', '2026-03-04'],
    ['4.3.26', 'dmy', '2026-03-04'],
    ['3/4/2026', 'mdy', '2026-03-04'],
    ['3/4/2026 10:30', 'mdy', '2026-03-04'],
    ['4. März 2026', 'dmy', '2026-03-04'],
    ['4 août 2026', 'dmy', '2026-08-04'],
    ['4 juillet 2026', 'dmy', '2026-07-04'],
    ['4 de enero de 2026', 'dmy', '2026-01-04'],
    ['04-Mar-26', 'dmy', '2026-03-04'],
    ['March 4, 2026', 'dmy', '2026-03-04'],
    ['29.02.2026', 'dmy', null],
    ['31/13/2026', 'dmy', null],
    ['4 xyz 2026', 'dmy', null],
    ['today', 'dmy', null],
    ['46085', 'dmy', null],
  ] as const)('%j as %s is %s', (text, order, day) => {
    expect(parseDate(text, order)).toBe(day);
  });
});
