import { expect, it } from 'vitest';
import { hslOf } from './theme.ts';

it.each([
  ['#faf7f2', '37.5, 44.4%, 96.5%'],
  ['#5b3a29', '20.4, 37.9%, 25.9%'],
  ['#1d5a83', '204.1, 63.7%, 31.4%'],
  ['#2a6236', '132.9, 40%, 27.5%'],
  ['#a4231c', '3.1, 70.8%, 37.6%'],
  ['#ffffff', '0, 0%, 100%'],
])('%s is %s', (hex, hsl) => {
  expect(hslOf(hex)).toBe(hsl);
});
