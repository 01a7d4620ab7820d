import { expect, it } from 'vitest';
import { GAP, paginationWindow } from './paginationWindow.ts';

it.each([
  [1, 1, [1]],
  [2, 5, [1, 2, 3, 4, 5]],
  [1, 6, [1, 2, 3, 4, 5, 6]],
  [1, 12, [1, 2, 3, 4, 5, GAP, 12]],
  [4, 12, [1, 2, 3, 4, 5, 6, GAP, 12]],
  [6, 12, [1, GAP, 4, 5, 6, 7, 8, GAP, 12]],
  [12, 12, [1, GAP, 8, 9, 10, 11, 12]],
  [1, 0, []],
])('page %i of %i', (page, totalPages, expected) => {
  expect(paginationWindow(page, totalPages)).toEqual(expected);
});

it.each([
  [1, 12, [1, 2, 3, GAP, 12]],
  [6, 12, [1, GAP, 5, 6, 7, GAP, 12]],
  [12, 12, [1, GAP, 10, 11, 12]],
  [2, 3, [1, 2, 3]],
])('with three neighbours, page %i of %i', (page, totalPages, expected) => {
  expect(paginationWindow(page, totalPages, 3)).toEqual(expected);
});
