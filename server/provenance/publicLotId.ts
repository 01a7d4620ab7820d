import { z } from 'zod';
import { LOT_ID_REQUIRED, parsePublicLotId, PUBLIC_LOT_ID_PATTERN } from '../domain/lotId.ts';
import { REFUSED } from '../domain/said/refusedSaid.ts';
import { invalid } from '../refusal.ts';

/** What the public is told of a lot that it cannot be shown, and of one that the ledger does not know. */
export const NOT_PUBLIC = REFUSED.notPublic({});
export const NO_CHAIN = REFUSED.noChain({});

/** The lot's id in a public address. It may have any length and form here: a malformed one gets the text of `publicLotId`. */
export const byPublicLotId = z.object({ lotId: z.string(LOT_ID_REQUIRED).meta({ pattern: PUBLIC_LOT_ID_PATTERN }) });

/** The lot id that somebody without login sent. @throws Refused invalid, with the specified text (public specification, section 5) */
export function publicLotId(text: string): string {
  const parsed = parsePublicLotId(text);
  if ('message' in parsed) throw invalid({ field: 'lotId', message: parsed.message });
  return parsed.lotId;
}
