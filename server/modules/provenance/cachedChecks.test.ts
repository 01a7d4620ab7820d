import { expect, it } from 'vitest';
import { CachedChecks } from './cachedChecks.ts';

it('of 2,000 lots are kept; above that the one that was checked longest ago makes room', () => {
  const checks = new CachedChecks<string>();
  for (let lot = 1; lot <= 2_000; lot += 1) checks.keep(`lot ${lot}`, 'as it is', `check ${lot}`, 0);
  checks.keep('lot 1', 'as it is', 'checked again', 1);
  checks.keep('lot 2001', 'as it is', 'check 2001', 1);
  const known = (lot: string) => checks.find(lot, 'as it is', 1);
  expect([known('lot 1'), known('lot 2'), known('lot 3'), known('lot 2001')]).toEqual([
    'checked again',
    null,
    'check 3',
    'check 2001',
  ]);
});
