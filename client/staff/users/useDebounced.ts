import { useEffect, useRef } from 'react';

/** Calls back with a value that has rested for `delayMs`; not for the first one. */
export function useDebounced(value: string, delayMs: number, onRest: (value: string) => void): void {
  const latest = useRef(onRest);
  useEffect(() => {
    latest.current = onRest;
  });
  const first = useRef(value);
  useEffect(() => {
    if (first.current === value) return;
    const timer = setTimeout(() => {
      first.current = value;
      latest.current(value);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [value, delayMs]);
}
