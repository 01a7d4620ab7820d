import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * How wide an element is, told in steps: a drag of the window's edge draws nothing until it passes one.
 * @param steps widths in px, ascending
 * @returns the widest step that fits into it; 0 when none does, and as long as nothing is measured
 */
export function useContainerBreakpoint(element: RefObject<HTMLElement | null>, steps: readonly number[]): number {
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const measured = element.current;
    if (measured === null) return;
    const measure = (): void => setRoom(steps.findLast((step) => step <= measured.clientWidth) ?? 0);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(measured);
    return () => observer.disconnect();
  }, [element, steps]);
  return room;
}
