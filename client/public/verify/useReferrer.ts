import { useSyncExternalStore } from 'react';

/**
 * Whether the browser was sent to this page from another address of the site. The server sends those here at which no
 * page stands (docs/spec/public-pages.md, 'Routes'); what led to another site's address is not told to pages. False
 * until the page is alive: on the server nothing is known of it.
 */
export const useReferrer = (): boolean => useSyncExternalStore(never, wasLed, () => false);

/** How a page was reached does not change. */
const never = () => () => undefined;

const wasLed = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'redirectCount' in entry && entry.redirectCount !== 0);
