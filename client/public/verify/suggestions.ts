import type { FailureKind } from './publicApi.ts';
import type { SearchType } from './searchInput.ts';

const FIND_NUMBER = 'Look for a number that starts with LOT on the label, near the QR code.';
const READ_AGAIN = 'Check letters and digits that look alike, such as O and 0.';

const EXAMPLES: Record<SearchType, string> = {
  lot: 'A lot number looks like LOT701.',
  date: 'A date looks like 03/14/2026 or 2026-03-14.',
  batch: 'A batch code has at least 3 characters.',
};

/** What a shopper may try next, by what went wrong. */
export function suggestionsFor(searchType: SearchType, kind: FailureKind | 'input' | 'unsupported'): string[] {
  switch (kind) {
    case 'input':
      return [EXAMPLES[searchType], ...(searchType === 'lot' ? [FIND_NUMBER] : [])];
    case 'unsupported':
      return ['Choose Lot number above.', FIND_NUMBER];
    case 'notFound':
      return [READ_AGAIN, 'Scan the QR code on the pack with the camera of your phone.'];
    case 'network':
    case 'timeout':
      return ['Check that mobile data or Wi-Fi is on.', 'Move to a place with a better signal and try again.'];
    case 'limited':
    case 'unavailable':
      return ['Wait a minute and try again.'];
    case 'denied':
      return ['Open this page in the browser of your phone, not inside another app.'];
    case 'other':
      return ['Try again in a few minutes.', 'If it happens again, ask the cooperative named on the pack.'];
  }
}
