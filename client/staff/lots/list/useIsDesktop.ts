import { useSyncExternalStore } from 'react';

const QUERY = '(min-width: 1024px)';

function subscribe(listener: () => void): () => void {
  const query = matchMedia(QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Whether the window fits a side panel: from 1024 px. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(QUERY).matches);
}
