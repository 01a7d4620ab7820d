import { isSaid, type Said } from './said.ts';

/*
 * Rules of zod say what is wrong by a text alone. `carried` puts into that text what is said, whole, and `saidIn` takes it out
 * again: where messages become answers (`lotInput.ts`) and where a form shows them (client/words/saidWords.ts). Nobody reads it between.
 */
const MARK = 'said:';

/** The message of a rule: z.string().min(1, carried(INPUT.required({ field: 'farmId' }))) */
export function carried(said: Said): string {
  return MARK + JSON.stringify(said);
}

/** What a message carries; null for one that is a text itself. */
export function saidIn(message: string): Said | null {
  if (!message.startsWith(MARK)) return null;
  const said: unknown = JSON.parse(message.slice(MARK.length));
  return isSaid(said) ? said : null;
}
