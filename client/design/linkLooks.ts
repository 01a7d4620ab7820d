/*
 * A link that stands for itself is as high as a pointer or a finger needs (WCAG 2.2, 2.5.8): <TextLink {...LINE_LINK} href="...">. Links within
 * a sentence need nothing of it, and public pages pay nothing for it.
 */

/** Alone in its line. */
export const LINE_LINK = { display: 'inline-flex', alignItems: 'center', minH: { base: '11', md: '6' } } as const;

/** One under the other with others, as in a table: no higher than its line may be. */
export const ROW_LINK = {
  display: 'inline-block',
  minH: '6',
  minW: '6',
  maxW: 'full',
  overflowWrap: 'anywhere',
  lineHeight: '1.5rem',
} as const;
