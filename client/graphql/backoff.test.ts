import { expect, it } from 'vitest';
import { backoffMs } from './backoff.ts';

it.each([
  [0, 0, 500],
  [0, 1, 1000],
  [1, 1, 2000],
  [3, 0, 4000],
  [5, 1, 30_000],
  [1_000_000, 1, 30_000],
])('after %i tries, with chance %d, waits %d ms', (tries, random, expected) => {
  expect(backoffMs(tries, random)).toBe(expected);
});
