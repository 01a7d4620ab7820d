import { z } from 'zod';

/** Tokens and keys stay out of caches (RFC 6749, 5.1). */
export const NOT_CACHED = { 'Cache-Control': 'no-store' };

/** Where a page stands in its list, as REST answers it. */
export const pagination = z.object({
  total: z.int(),
  page: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
});
