import { DEFORESTATION_STATUSES } from '../../server/domain/forest/deforestation.ts';
import type { StaffWords } from '../words/staffWords.ts';
import { STATUS_WORDS } from '../words/terms.ts';

/* Labels for the server's English names. A name without a label is shown unchanged. */

export function statusWord({ say }: StaffWords, status: string): string {
  const known = DEFORESTATION_STATUSES.find((name) => name === status);
  return known === undefined ? status : say(STATUS_WORDS[known]);
}

/** Only 'Other' has a translation: variety names are the same in every language. */
export function varietyWord({ say }: StaffWords, variety: string): string {
  return variety === 'Other' ? say('variety.other') : variety;
}
