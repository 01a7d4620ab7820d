import { z } from 'zod';
import type { Pagination } from '../../domain/public/publicRoutes.ts';
import type { Message } from '../../domain/messages/message.ts';
import { MESSAGES } from '../../domain/messages/registry.ts';

/** A number of things. */
export const count = z.int().min(0);

/** A page's position in its list. */
export const paginationSchema = z
  .strictObject({ total: count, page: z.int().min(1), totalPages: count, hasNext: z.boolean(), hasPrev: z.boolean() })
  .meta({
    id: 'Pagination',
    description: 'Totals are exact up to 10,000, and at most 10 s old above',
  }) satisfies z.ZodType<Pagination>;

export const percent = z.number().min(0).max(100);
export const instant = z.iso.datetime();

const messageValue = z.union([z.string(), z.number(), z.array(z.string()), z.array(z.number())]);

/** One message for people (docs/codes.md). */
export const messageSchema = z
  .strictObject({
    code: z.enum(MESSAGES.map(({ code }) => code)).describe('Later versions may have more; none changes its meaning'),
    values: z.record(z.string(), messageValue).describe('Which a code has stands in docs/codes.md'),
    text: z.string().describe('In English'),
  })
  .meta({
    id: 'Said',
    description: 'A code with its values, and the English text that they make',
  }) satisfies z.ZodType<Message>;

/** Sentences of the text beside them. */
export const messageSchemas = z
  .array(messageSchema)
  .describe('Sentence by sentence: joined by spaces, the text beside');
