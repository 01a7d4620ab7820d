import type { VerifyId } from '../../words/verifyWords.ts';
import type { FailureKind } from './publicApi.ts';
import type { SearchType } from './searchInput.ts';

/** Suggestions for the shopper, by kind of failure. */
export function suggestionsFor(searchType: SearchType, kind: FailureKind | 'input' | 'unsupported'): VerifyId[] {
  switch (kind) {
    case 'input':
      return [`hint.${searchType}`, ...(searchType === 'lot' ? (['hint.findNumber'] as const) : [])];
    case 'unsupported':
      return ['hint.chooseLot', 'hint.findNumber'];
    case 'notFound':
      return ['hint.readAgain', 'hint.scan'];
    case 'network':
    case 'timeout':
      return ['hint.connection', 'hint.signal'];
    case 'limited':
    case 'unavailable':
      return ['hint.minute'];
    case 'denied':
      return ['hint.browser'];
    case 'server':
    case 'refused':
    case 'other':
      return ['hint.later', 'hint.ask'];
  }
}
