import { expect, it } from 'vitest';
import { found, matchRank } from './match.ts';

const TEXTS = ['Export lots CSV', 'LOT701 José Kila', 'Create a lot', 'Generate a report'];
const find = (query: string): string[] => found(query, TEXTS, (text) => text);

it('finds all while nothing is typed, in their order', () => {
  expect(find(' ')).toEqual(TEXTS);
});

it('wants every word, in any order, without regard to case and accents', () => {
  expect(find('jose LOT7')).toEqual(['LOT701 José Kila']);
  expect(find('lot nobody')).toEqual([]);
});

it('puts the beginning of a text before that of a word, and that before its middle', () => {
  expect(find('lot')).toEqual(['LOT701 José Kila', 'Export lots CSV', 'Create a lot']);
  expect(matchRank('port', 'Export report')).toBeLessThan(matchRank('rep', 'Export report'));
});

it('takes signs as they are', () => {
  expect(find('(')).toEqual([]);
});
