import { z } from 'zod';
import { parseInput } from '../parseInput.ts';

const pageInput = z.object({
  page: z.int().min(1, 'page counts from 1').max(1_000_000, 'page is at most 1,000,000'),
  limit: z.int().min(1, 'limit takes 1 to 100').max(100, 'limit takes 1 to 100'),
});

/** A page's number and size (interfaces, 'REST: rules'). @throws Refused invalid */
export function parsePage(page: number, limit: number): { page: number; limit: number } {
  return parseInput(pageInput, { page, limit });
}
