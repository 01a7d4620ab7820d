import { describe, expect, it } from 'vitest';
import { STEPS } from './flow.ts';
import { addressOf, stepIn } from './stepAddress.ts';

describe('the address of a step', () => {
  it.each([
    ['landing', null, '/verify'],
    ['search', null, '/verify?step=search'],
    ['results', 'LOT701', '/verify/LOT701'],
    ['blockchain', 'LOT701', '/verify/LOT701?step=blockchain'],
  ] as const)('%s of %s: %s', (step, lotId, address) => {
    expect(addressOf(step, lotId, '')).toBe(address);
  });

  it('keeps what else the query says, and names one step alone', () => {
    expect(addressOf('search', null, '?step=blockchain&lang=fr')).toBe('/verify?lang=fr&step=search');
    expect(addressOf('results', 'LOT701', '?lang=fr&step=search')).toBe('/verify/LOT701?lang=fr');
  });

  it('is read as the step that it was written for', () => {
    for (const step of STEPS) {
      const { search } = new URL(addressOf(step, null, ''), 'https://trace.example');
      expect(stepIn(search) ?? 'landing').toBe(step);
    }
  });

  it('names no step where nobody knows it', () => {
    for (const search of ['', '?step=', '?step=admin', '?other=search']) expect(stepIn(search)).toBeNull();
  });
});
