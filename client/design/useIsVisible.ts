import { useEffect, useRef, type RefObject } from 'react';

/**
 * Whether the opening that started a request is still the visible one; false after it was closed or reopened. For late
 * responses.
 */
export function useIsVisible(open: boolean): RefObject<boolean> {
  const isVisible = useRef(open);
  useEffect(() => {
    isVisible.current = open;
    return () => {
      isVisible.current = false;
    };
  }, [open]);
  return isVisible;
}
