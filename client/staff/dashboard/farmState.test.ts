import { expect, it } from 'vitest';
import { farmState } from './farmState.ts';

it.each([
  [{ lots: 3, compliantLots: 3, detectedLots: 0 }, 'compliant'],
  [{ lots: 3, compliantLots: 2, detectedLots: 0 }, 'open'],
  [{ lots: 3, compliantLots: 2, detectedLots: 1 }, 'loss'],
  [{ lots: 0, compliantLots: 0, detectedLots: 0 }, 'open'],
])('%j is %s', (farm, state) => {
  expect(farmState(farm)).toBe(state);
});
