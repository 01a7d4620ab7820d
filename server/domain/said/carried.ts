import { isSaid, type Said } from './said.ts';

/*
 * Zod rules report a fault only as a text. `carried` encodes a message in that text, and `saidIn` decodes it: where
 * messages become answers (`lotInput.ts`) and where a form shows them (client/words/saidWords.ts). The encoded text is
 * never shown.
 */
const MARK = 'said:';

/** The encoded message of a rule: z.string().min(1, carried(INPUT.required({ field: 'farmId' }))) */
export function carried(said: Said): string {
  return MARK + JSON.stringify(said);
}

/** Decodes a message; null for a plain text. */
export function saidIn(message: string): Said | null {
  if (!message.startsWith(MARK)) return null;
  const said: unknown = JSON.parse(message.slice(MARK.length));
  return isSaid(said) ? said : null;
}
