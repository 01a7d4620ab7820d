import { useLayoutEffect, useState, type RefObject } from 'react';

/**
 * Width of an element as a step: resizing renders only when it crosses a step.
 * @param steps widths in px, ascending
 * @returns the widest step that fits; 0 if none fits or before the first measurement
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
