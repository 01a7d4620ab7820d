import { z } from 'zod';
import type { Pagination } from '../domain/pages.ts';

/** A number of things. */
export const count = z.int().min(0);

/** Where a page stands in its list. */
export const paginationSchema = z
  .strictObject({ total: count, page: z.int().min(1), totalPages: count, hasNext: z.boolean(), hasPrev: z.boolean() })
  .meta({
    id: 'Pagination',
    description: 'Totals are exact up to 10,000, and at most 10 s old above',
  }) satisfies z.ZodType<Pagination>;

export const percent = z.number().min(0).max(100);
export const instant = z.iso.datetime();
