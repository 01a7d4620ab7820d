import { createContext, use, useSyncExternalStore } from 'react';

/*
 * Where in the public pages somebody is, and the way to other steps. Each public page is a document, and only the steps of /verify
 * change the address without one: a whole router would weigh as much as all of these pages together (docs/decisions/0032).
 */
export interface Navigation {
  /** as the address bar has it, not decoded */
  pathname: string;
  /** with its '?'; '' without a query */
  search: string;
  /** tells entries of the browser's history apart; 'first' where the document began */
  key: string;
  /** what led here: the document itself, a step forward on this page, or the browser's own Back and Forward */
  by: 'document' | 'step' | 'history';
  /** this page made the entry, so the step before lies right behind it */
  isStep: boolean;
}

export interface Places {
  now: () => Navigation;
  watch: (changed: () => void) => () => void;
  /** another step. @param address path and query @param replace the present entry gives way to it */
  go: (address: string, options?: { replace?: boolean }) => void;
  back: () => void;
}

const FIRST = 'first';

/** Of a server, which draws one address and stays there. @param address path and query */
export function fixedPlaces(address: string): Places {
  const [pathname = '/', query] = address.split('?');
  const search = query === undefined ? '' : `?${query}`;
  const place: Navigation = { pathname, search, key: FIRST, by: 'document', isStep: false };
  const stay = (): void => undefined;
  return { now: () => place, watch: () => stay, go: stay, back: stay };
}

/** What this page wrote into an entry of the history; entries that others made are none of its steps. */
function entryOf(state: unknown): Pick<Navigation, 'key' | 'isStep'> {
  const entry: unknown = typeof state === 'object' && state !== null && 'step' in state ? state.step : null;
  if (typeof entry !== 'object' || entry === null || !('key' in entry) || !('isStep' in entry)) {
    return { key: FIRST, isStep: false };
  }
  return { key: String(entry.key), isStep: entry.isStep === true };
}

/** Of a browser: its address bar and history. */
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

/** Given once around a page. */
export const PlacesHere = createContext(fixedPlaces('/'));

export function usePlace(): Navigation {
  const { now, watch } = use(PlacesHere);
  return useSyncExternalStore(watch, now, now);
}
