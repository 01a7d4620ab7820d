export const GAP = '…';

/**
 * The buttons of a pagination control: at most five neighboring pages, the first and the last page, and a gap for
 * omitted pages (docs/spec/staff-screens.md, 'Lots tab').
 *
 * @param page from 1
 *
 * @param neighbours number of neighboring pages; three on phones
 */
export function paginationWindow(page: number, totalPages: number, neighbours = 5): (number | typeof GAP)[] {
  const size = Math.min(neighbours, totalPages);
  const first = Math.max(1, Math.min(page - Math.floor(neighbours / 2), totalPages - size + 1));
  const pages: (number | typeof GAP)[] = Array.from({ length: size }, (_, index) => first + index);
  const last = first + size - 1;
  if (first > 1) pages.unshift(...(first > 2 ? ([1, GAP] as const) : [1]));
  if (last < totalPages) pages.push(...(last < totalPages - 1 ? ([GAP, totalPages] as const) : [totalPages]));
  return pages;
}
