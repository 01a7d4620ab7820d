import { z } from 'zod';
import { readTrailCursor } from '../../domain/lot/lotTrail.ts';
import { CALL } from '../../domain/messages/callMessages.ts';
import { encodeMessage } from '../../domain/messages/encodeMessage.ts';

export const TRAIL_ENTRIES = 50;
export const MOST_TRAIL_ENTRIES = 100;

const CURSOR = encodeMessage(CALL.cannotBeTaken({ field: 'before' }));
const LIMIT = encodeMessage(CALL.range({ field: 'limit', min: 1, max: MOST_TRAIL_ENTRIES }));

/** A page of a trail: where it begins, and how many entries it has. */
export const trailListing = z.strictObject({
  before: z
    .string(CURSOR)
    .nullish()
    .transform((text, context) => {
      if (text === null || text === undefined) return null;
      const cursor = readTrailCursor(text);
      if (cursor !== undefined) return cursor;
      context.addIssue({ code: 'custom', message: CURSOR });
      return z.NEVER;
    }),
  limit: z.int(LIMIT).min(1, LIMIT).max(MOST_TRAIL_ENTRIES, LIMIT),
});
