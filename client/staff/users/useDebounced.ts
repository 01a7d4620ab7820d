import { useEffect, useRef } from 'react';

/** Calls back after the value has not changed for `delayMs`; ignores the initial value. */
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
