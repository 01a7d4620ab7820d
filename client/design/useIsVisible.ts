import { useEffect, useRef, type RefObject } from 'react';

/** Whether what sent something is still what the person sees, for an answer that comes late: whoever opened it may have closed it. */
export function useIsVisible(open: boolean): RefObject<boolean> {
  const inSight = useRef(open);
  useEffect(() => {
    inSight.current = open;
    return () => {
      inSight.current = false;
    };
  }, [open]);
  return inSight;
}
