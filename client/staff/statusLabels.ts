import { DEFORESTATION_STATUSES } from '../../server/domain/forest/deforestation.ts';
import type { StaffWords } from '../words/staffWords.ts';
import { STATUS_WORDS } from '../words/terms.ts';

/* The words for what the server names by the trade's English name. A name that has none stands as it came. */

export function statusWord({ say }: StaffWords, status: string): string {
  const known = DEFORESTATION_STATUSES.find((name) => name === status);
  return known === undefined ? status : say(STATUS_WORDS[known]);
}

/** Varieties have names of their own in every language; that there is none does not. */
export function varietyWord({ say }: StaffWords, variety: string): string {
  return variety === 'Other' ? say('variety.other') : variety;
}
