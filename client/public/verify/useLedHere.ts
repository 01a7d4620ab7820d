import { useEffect, useSyncExternalStore } from 'react';

/** The step that said so was left: who comes back to it within the page was not led there. */
let isLeft = false;

/**
 * Whether the browser was sent to this page from another address of the site. The server sends those here at which no page stands (public
 * specification, section 2, 'any other path'). False until the page is alive: on the server nothing is known of it.
 */
export function useLedHere(): boolean {
  useEffect(
    () => () => {
      isLeft = true;
    },
    [],
  );
  return useSyncExternalStore(never, wasLed, () => false);
}

/** How a page was reached does not change. */
const never = () => () => undefined;

/** What led to another site's address is not told to pages; loading the page anew is not being led here. */
function wasLed(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return (
    !isLeft &&
    navigation instanceof PerformanceNavigationTiming &&
    navigation.type === 'navigate' &&
    navigation.redirectCount > 0
  );
}
