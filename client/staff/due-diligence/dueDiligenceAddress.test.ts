import { describe, expect, it } from 'vitest';
import { dueDiligenceAddressOf, dueDiligenceParams } from './dueDiligenceAddress.ts';

describe('the address of due diligence', () => {
  it('is written as it is read', () => {
    for (const query of [
      '',
      'section=countries',
      'documentClass=land_use&subjectKind=farm&subject=FARM001&page=2',
      'expiring=true',
      'section=assessments&assessment=7b1e',
    ]) {
      expect(dueDiligenceParams(dueDiligenceAddressOf(new URLSearchParams(query))).toString()).toBe(query);
    }
  });

  it('ignores what is not valid', () => {
    const address = dueDiligenceAddressOf(new URLSearchParams('section=x&documentClass=y&subjectKind=z&page=-1'));
    expect(dueDiligenceParams(address).toString()).toBe('');
  });
});
