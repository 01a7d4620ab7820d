import { z } from 'zod';
import { CALL } from '../../domain/messages/callMessages.ts';
import { MOST_ON_PAGE } from '../../domain/public/publicRoutes.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';
import { parseInput } from '../validation/parseInput.ts';

const LIMIT = encodeMessage(CALL.range({ field: 'limit', min: 1, max: MOST_ON_PAGE }));
const pageInput = z.object({
  page: z
    .int()
    .min(1, encodeMessage(CALL.fromOne({ field: 'page' })))
    .max(1_000_000, encodeMessage(CALL.atMost({ field: 'page', max: 1_000_000 }))),
  limit: z.int().min(1, LIMIT).max(MOST_ON_PAGE, LIMIT),
});

/** A page's number and size (docs/spec/rest-api.md, 'Lists'). @throws Refused invalid */
export function parsePage(page: number, limit: number): { page: number; limit: number } {
  return parseInput(pageInput, { page, limit });
}
