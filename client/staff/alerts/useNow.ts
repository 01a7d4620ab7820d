import { useEffect, useState } from 'react';

/** Ages are told in days: so often is near enough. */
const EVERY_MS = 10 * 60_000;

/** The time that ages are told by, in ms since 1970. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), EVERY_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
