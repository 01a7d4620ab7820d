import { useEffect, useState } from 'react';

/**
 * The current time, updated at an interval; for displayed ages.
 * @param everyMs interval
 * @returns ms since 1970
 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
