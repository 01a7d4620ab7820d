import { useEffect, useRef, type RefObject } from 'react';

/** Whether what sent something is still what the person sees, for an answer that comes late: whoever opened it may have closed it. */
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
