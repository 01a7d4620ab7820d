/*
 * Standalone links are large enough to tap (WCAG 2.2, 2.5.8): <TextLink {...LINE_LINK} href="...">. Links within a
 * sentence are exempt. A separate file, so that public pages do not load it.
 */

/** Alone on its line. */
export const LINE_LINK = { display: 'inline-flex', alignItems: 'center', minH: { base: '11', md: '6' } } as const;

/** In a column of links, as in a table: no taller than its line. */
export const ROW_LINK = {
  display: 'inline-block',
  minH: '6',
  minW: '6',
  maxW: 'full',
  overflowWrap: 'anywhere',
  lineHeight: '1.5rem',
} as const;
