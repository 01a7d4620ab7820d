import { createContext, use, useSyncExternalStore } from 'react';

/*
 * Current location and navigation of the public pages. Each public page is a document, and only the steps of /verify
 * change the address without a page load: a router would be as large as all these pages together (docs/decisions/0032).
 */
export interface Navigation {
  /** as in the address bar, not decoded */
  pathname: string;
  /** includes the '?'; '' without a query */
  search: string;
  /** unique per history entry; 'first' for the first entry of the document */
  key: string;
  /** cause of the current location: document load, a navigation on this page, or the browser's Back and Forward */
  by: 'document' | 'step' | 'history';
  /** this page created the entry, so Back returns to the previous step */
  isStep: boolean;
}

export interface Places {
  now: () => Navigation;
  watch: (changed: () => void) => () => void;
  /**
   * Navigates to another step.
   * @param address path and query
   * @param replace replaces the current history entry
   */
  go: (address: string, options?: { replace?: boolean }) => void;
  back: () => void;
}

const FIRST = 'first';

/**
 * For a server, which renders one fixed address.
 * @param address path and query
 */
export function fixedPlaces(address: string): Places {
  const [pathname = '/', query] = address.split('?');
  const search = query === undefined ? '' : `?${query}`;
  const place: Navigation = { pathname, search, key: FIRST, by: 'document', isStep: false };
  const stay = (): void => undefined;
  return { now: () => place, watch: () => stay, go: stay, back: stay };
}

/** The state that this page wrote into a history entry; entries of others are not steps. */
function entryOf(state: unknown): Pick<Navigation, 'key' | 'isStep'> {
  const entry: unknown = typeof state === 'object' && state !== null && 'step' in state ? state.step : null;
  if (typeof entry !== 'object' || entry === null || !('key' in entry) || !('isStep' in entry)) {
    return { key: FIRST, isStep: false };
  }
  return { key: String(entry.key), isStep: entry.isStep === true };
}

/** For a browser: its address bar and history. */
export function browserPlaces(): Places {
  const read = (by: Navigation['by']): Navigation => {
    const { pathname, search } = location;
    return { pathname, search, ...entryOf(history.state), by };
  };
  let place = read('document');
  const watching = new Set<() => void>();
  const moved = (by: Navigation['by']): void => {
    place = read(by);
    for (const changed of watching) changed();
  };
  addEventListener('popstate', () => moved('history'));
  return {
    now: () => place,
    watch: (changed) => {
      watching.add(changed);
      return () => watching.delete(changed);
    },
    go: (address, { replace = false } = {}) => {
      const step = { key: String(Math.random()), isStep: !replace };
      if (replace) history.replaceState({ step }, '', address);
      else history.pushState({ step }, '', address);
      moved(replace ? 'history' : 'step');
    },
    back: () => history.back(),
  };
}

/** Provided once per page. */
export const PlacesHere = createContext(fixedPlaces('/'));

export function usePlace(): Navigation {
  const { now, watch } = use(PlacesHere);
  return useSyncExternalStore(watch, now, now);
}
