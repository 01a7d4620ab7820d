import { useEffect } from 'react';

/** One entry per form with unsent input. */
const holders = new Set<symbol>();

/** Registers a form or a chosen file while it holds data that leaving the page would lose. */
export function useUnsentInput(holds: boolean): void {
  useEffect(() => {
    if (!holds) return undefined;
    const holder = Symbol('unsent input');
    holders.add(holder);
    return () => void holders.delete(holder);
  }, [holds]);
}

/** Whether any form on the page has unsent input. */
export function hasUnsentInput(): boolean {
  return holders.size > 0;
}
