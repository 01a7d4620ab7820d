import { expect, it } from 'vitest';
import { jsonPortions } from './jsonPortions.ts';

it('writes what JSON.stringify writes, in pieces', () => {
  const value = {
    exportedAt: '2026-03-14T08:30:00.000Z',
    account: { name: 'Grace\n"Kila"', nothing: null, deep: [[], {}, [1, { a: 2 }]] },
    none: [],
    left: undefined,
    empty: {},
    rows: Array.from({ length: 450 }, (_, n) => ({ n, text: `row\n  ${n}`, list: [n, null] })),
    mixed: [null, undefined, 'text', 1.5, false],
  };
  const pieces = [...jsonPortions(value)];
  expect(pieces.join('')).toBe(`${JSON.stringify(value, null, 2)}\n`);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(30_000);
  expect([...jsonPortions({})].join('')).toBe('{}\n');
});
