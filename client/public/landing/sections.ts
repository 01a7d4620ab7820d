/**
 * The sections of the first page that its navigation leads to, from top to bottom (docs/spec/public-pages.md, 'Landing
 * page').
 */
export const SECTIONS = ['home', 'features', 'about', 'contact'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** px below the window's top: a section counts as reached there (docs/spec/public-pages.md, 'Landing page'). */
const SPY_OFFSET = 100;

/**
 * The section that a reader is in.
 * @param tops px from the window's top to each section, in their order
 * @param atEnd the page can be scrolled no further: a last section that is too short to reach the top is the one that is read
 */
export function visibleSection(tops: readonly number[], atEnd: boolean): SectionName {
  if (atEnd) return 'contact';
  const reached = tops.filter((top) => top <= SPY_OFFSET).length;
  return SECTIONS[Math.max(0, reached - 1)] ?? 'home';
}
