import { describe, expect, it } from 'vitest';
import { preferredLocale } from './pageLocale.ts';

describe('the language that a browser prefers', () => {
  it.each([undefined, '', 'de-DE,de;q=0.9', 'xx, fr;q=0', ';;,,;q=x'])(
    'is English where it asks for none that we have: %j',
    (accepted) => {
      expect(preferredLocale(accepted)).toBe('en-US');
    },
  );

  it.each([
    ['fr-CA', 'fr'],
    ['es-EC,es;q=0.9,en;q=0.8', 'es-419'],
    ['en;q=0.5, tpi', 'tpi'],
    ['de, en-AU;q=0.7, fr;q=0.8', 'fr'],
  ] as const)('is found by its name, whatever its region, the most wanted first: %j', (accepted, locale) => {
    expect(preferredLocale(accepted)).toBe(locale);
  });
});
