import { z } from 'zod';
import { LOT_MESSAGES } from '../../domain/lot/lotInput.ts';
import { parsePublicLotId, type LotIdFault, PUBLIC_LOT_ID_PATTERN } from '../../domain/lot/lotId.ts';
import { INPUT } from '../../domain/messages/inputMessages.ts';
import { REFUSED } from '../../domain/messages/refusalMessages.ts';
import type { Message } from '../../domain/messages/message.ts';
import { invalid } from '../../platform/errors/refusal.ts';

/** The public answer for a lot that cannot be shown, and for one that the ledger does not know. */
export const NOT_PUBLIC = REFUSED.notPublic({});
export const NO_CHAIN = REFUSED.noChain({});

/** The lot's id in a public address. It may have any length and form here: a malformed one gets the text of `publicLotId`. */
export const byPublicLotId = z.object({
  lotId: z.string(LOT_MESSAGES.lotIdRequired).meta({ pattern: PUBLIC_LOT_ID_PATTERN }),
});

const FAULTS: Record<LotIdFault, Message> = {
  missing: INPUT.required({ field: 'lotId' }),
  empty: INPUT.lotIdEmpty({}),
  form: INPUT.publicLotIdForm({}),
};

/**
 * The lot id that somebody without login sent. @throws Refused invalid, with the specified text
 * (docs/spec/error-messages.md, 'Search input')
 */
export function publicLotId(text: string): string {
  const parsed = parsePublicLotId(text);
  if ('fault' in parsed) throw invalid({ field: 'lotId', said: FAULTS[parsed.fault] });
  return parsed.lotId;
}
