import { useMediaQuery } from '../../../design/useMediaQuery.ts';

/** Whether the window fits a side panel: from 1024 px. */
export function useIsDesktop(): boolean {
  return useMediaQuery('(min-width: 1024px)');
}
