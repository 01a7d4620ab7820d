import { useState } from 'react';

/**
 * Counts the openings of a dialog. As a `key` it gives each opening fresh state; closing keeps the component, so the
 * animation runs and focus returns.
 */
export function useOpenings(open: boolean): number {
  const [seen, setSeen] = useState({ open, count: 0 });
  if (seen.open === open) return seen.count;
  const next = { open, count: open ? seen.count + 1 : seen.count };
  setSeen(next);
  return next.count;
}
