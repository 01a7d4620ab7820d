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
