/** Page sizes that the lot list offers; the first is the default (docs/spec/staff-screens.md, 'Lots tab'). */
export const LOT_PAGE_SIZES = [12, 24, 48, 96] as const;
export type LotPageSize = (typeof LOT_PAGE_SIZES)[number];

/** Lots on a page of GET /lots unless asked otherwise (docs/spec/rest-api.md, 'Lot calls'). */
export const LOT_LIST_LIMIT = 10;

/** Entries on one page of any list, at most (docs/spec/rest-api.md, 'Lists'). */
export const MOST_ON_PAGE = 100;

/** Lots that one export or one sheet of QR codes takes by name: a person's selection, not a whole database. */
export const MOST_SELECTED = 500;

/** A page's position in its list (docs/spec/rest-api.md, 'Lists'). */
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
