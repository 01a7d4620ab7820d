import { useEffect, useState } from 'react';
import { localDay } from '../lots/list/lotFacts.ts';

const LOOK_MS = 60_000;

/** The local calendar day, YYYY-MM-DD, also on a page that stays open for days. */
export function useToday(): string {
  const [today, setToday] = useState(() => localDay(new Date()));
  useEffect(() => {
    const look = () => setToday(localDay(new Date()));
    const timer = setInterval(look, LOOK_MS);
    // A device that slept shows the page before its timers run.
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return today;
}
