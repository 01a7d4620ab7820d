import { useSyncExternalStore } from 'react';

/**
 * Whether the browser was redirected here from another address of the site. The server redirects addresses without a
 * page (docs/spec/public-pages.md, 'Routes'); browsers do not reveal redirects by other sites. False until hydration,
 * because the server does not know it.
 */
export const useReferrer = (): boolean => useSyncExternalStore(never, wasLed, () => false);

/** The referrer does not change. */
const never = () => () => undefined;

const wasLed = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'redirectCount' in entry && entry.redirectCount !== 0);
