import { isMessage, type Message } from './message.ts';

/*
 * Zod rules report a fault only as a text. `encodeMessage` encodes a message in that text, and `decodeMessage` decodes it: where
 * messages become answers (`lotInput.ts`) and where a form shows them (client/words/localizedTexts.ts). The encoded text is
 * never shown.
 */
const MARK = 'said:';

/** The encoded message of a rule: z.string().min(1, encodeMessage(INPUT.required({ field: 'farmId' }))) */
export function encodeMessage(said: Message): string {
  return MARK + JSON.stringify(said);
}

/** Decodes a message; null for a plain text. */
export function decodeMessage(message: string): Message | null {
  if (!message.startsWith(MARK)) return null;
  const said: unknown = JSON.parse(message.slice(MARK.length));
  return isMessage(said) ? said : null;
}
