import { useEffect, useState } from 'react';

/** Time for the first screen. */
export const LATER_MS = 1_000;

/** False until the first screen is shown, so that what is not needed before takes nothing from its start. */
export function useLater(): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), LATER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isLater;
}
