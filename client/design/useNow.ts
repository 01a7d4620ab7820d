import { useEffect, useState } from 'react';

/** The time, told anew at a steady pace: for ages that are shown. @param everyMs between two tellings @returns ms since 1970 */
export function useNow(everyMs: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now;
}
