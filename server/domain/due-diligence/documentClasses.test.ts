import { describe, expect, it } from 'vitest';
import { countsOn, DOCUMENT_CLASS_FACTS, DOCUMENT_CLASSES, dayAfter, validityOf } from './documentClasses.ts';

describe('the validity of a document', () => {
  it.each([
    ['2026-01-01', null, '2026-01-01', 'valid'],
    ['2026-01-02', null, '2026-01-01', 'not_yet'],
    ['2026-01-01', '2026-12-31', '2026-12-31', 'expires_soon'],
    ['2026-01-01', '2026-12-31', '2027-01-01', 'expired'],
    // 90 days before the last day it expires soon; 91 days before not yet.
    ['2026-01-01', '2026-12-31', '2026-10-02', 'expires_soon'],
    ['2026-01-01', '2026-12-31', '2026-10-01', 'valid'],
    ['2027-01-01', '2027-02-01', '2026-12-31', 'not_yet'],
  ] as const)('from %s to %s on %s is %s', (validFrom, validUntil, day, validity) => {
    expect(validityOf({ validFrom, validUntil }, day)).toBe(validity);
    expect(countsOn({ validFrom, validUntil }, day)).toBe(validity === 'valid' || validity === 'expires_soon');
  });

  it('counts days over months and leap years', () => {
    expect([dayAfter('2028-02-28', 1), dayAfter('2026-12-31', 1), dayAfter('2026-10-02', 90)]).toEqual([
      '2028-02-29',
      '2027-01-01',
      '2026-12-31',
    ]);
  });
});

it('each class names its article, and may be about what it is expected of', () => {
  for (const documentClass of DOCUMENT_CLASSES) {
    const { article, expectedOf, subjects } = DOCUMENT_CLASS_FACTS[documentClass];
    expect(article).toMatch(/^\d+\(\d+\)/);
    if (expectedOf !== null) expect(subjects).toContain(expectedOf);
  }
});
