/**
 * The sections in the navigation of the landing page, from top to bottom (docs/spec/public-pages.md, 'Landing page').
 */
export const SECTIONS = ['home', 'features', 'about', 'contact'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** px from the window's top at which a section counts as reached (docs/spec/public-pages.md, 'Landing page'). */
const SPY_OFFSET = 100;

/**
 * The current section.
 * @param tops px from the window's top to each section, in order
 * @param atEnd the page cannot scroll further: selects a last section that is too short to reach the top
 */
export function visibleSection(tops: readonly number[], atEnd: boolean): SectionName {
  if (atEnd) return 'contact';
  const reached = tops.filter((top) => top <= SPY_OFFSET).length;
  return SECTIONS[Math.max(0, reached - 1)] ?? 'home';
}
