import { describe, expect, it } from 'vitest';
import { pageOf } from './publicRoutes.ts';

describe('where a page stands', () => {
  it.each([
    [0, 1, 12, 0, false, false],
    [12, 1, 12, 1, false, false],
    [13, 1, 12, 2, true, false],
    [13, 2, 12, 2, false, true],
    [36, 2, 12, 3, true, true],
    [36, 9, 12, 3, false, true],
  ])(
    '%d items, page %d of %d each: %d pages, next %s, previous %s',
    (total, page, limit, totalPages, hasNext, hasPrev) => {
      expect(pageOf(total, page, limit)).toEqual({ total, page, totalPages, hasNext, hasPrev });
    },
  );
});
