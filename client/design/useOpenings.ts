import { useState } from 'react';

/**
 * Counts how often a dialog was opened. As a `key` it gives each opening a fresh state, while closing keeps the same
 * component, so that its way out is shown and focus returns.
 */
export function useOpenings(open: boolean): number {
  const [seen, setSeen] = useState({ open, count: 0 });
  if (seen.open === open) return seen.count;
  const next = { open, count: open ? seen.count + 1 : seen.count };
  setSeen(next);
  return next.count;
}
