import { describe, expect, it } from 'vitest';
import { visibleSection } from './sections.ts';

describe('the section that is read', () => {
  it.each([
    ['at the top', [0, 900, 1800, 2700], 'home'],
    ['while the next one is 101 px below the top', [-799, 101, 1001, 1901], 'home'],
    ['from 100 px below the top on', [-800, 100, 1000, 1900], 'features'],
    ['between two', [-1700, -800, 100, 1000], 'about'],
    ['behind the last', [-2700, -1800, -900, 0], 'contact'],
    ['pulled down beyond its top, as on a phone', [140, 1040, 1940, 2840], 'home'],
  ])('%s', (_when, tops, section) => {
    expect(visibleSection(tops, false)).toBe(section);
  });

  it('is the last one at the end of the page, however short it is', () => {
    expect(visibleSection([-2000, -1100, -200, 400], true)).toBe('contact');
  });
});
