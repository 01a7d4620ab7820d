import { localStore } from '../../deviceStorage.ts';

const KEY = 'manam.recentSearches';
export const RECENT_SEARCHES = 5;

/** Newest first, without duplicates, at most five. */
export function withSearch(recent: readonly string[], lotId: string): string[] {
  return [lotId, ...recent.filter((other) => other !== lotId)].slice(0, RECENT_SEARCHES);
}

/** Parses the stored searches; anything but a list of texts is an empty list. */
export function parseRecent(kept: string | null): string[] {
  if (kept === null) return [];
  try {
    const list: unknown = JSON.parse(kept);
    return Array.isArray(list)
      ? list.filter((entry): entry is string => typeof entry === 'string').slice(0, RECENT_SEARCHES)
      : [];
  } catch {
    return [];
  }
}

export function loadRecent(): string[] {
  return parseRecent(localStore.getItem(KEY));
}

export function keepRecent(recent: readonly string[]): void {
  localStore.setItem(KEY, JSON.stringify(recent));
}
