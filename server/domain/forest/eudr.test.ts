import { expect, it } from 'vitest';
import { sixDecimals } from './eudr.ts';

it('writes degrees with six decimals, zeros included', () => {
  expect([sixDecimals(-5_200_000), sixDecimals(145_743_927), sixDecimals(-1)]).toEqual([
    '-5.200000',
    '145.743927',
    '-0.000001',
  ]);
});
