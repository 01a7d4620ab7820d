/** Page sizes that the lot list offers; the first is the default (staff specification, section 9). */
export const LOT_PAGE_SIZES = [12, 24, 48, 96] as const;
export type LotPageSize = (typeof LOT_PAGE_SIZES)[number];

/** Lots on a page of GET /lots unless asked otherwise (interfaces, 'REST: calls'). */
export const LOT_LIST_LIMIT = 10;

/** Entries on one page of any list, at most (interfaces, 'REST: rules'). */
export const MOST_ON_PAGE = 100;

/** Lots that one export or one sheet of QR codes takes by name: what a person selects, not a whole database. */
export const MOST_SELECTED = 500;

/** Where a page stands in its list (interfaces, 'REST: rules'). */
export interface Pagination {
  total: number;
  page: number;
  totalPages: number;
  hasNext: boolean;
  hasPrev: boolean;
}

/** Pagination of a list of `total` items cut into pages of `limit`; pages count from 1. */
export function pageOf(total: number, page: number, limit: number): Pagination {
  const totalPages = Math.ceil(total / limit);
  return { total, page, totalPages, hasNext: page < totalPages, hasPrev: page > 1 };
}
