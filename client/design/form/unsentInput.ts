import { useEffect } from 'react';

/** One entry for each form that holds what a person typed and did not send. */
const holders = new Set<symbol>();

/** Counts a form, or a chosen file, while it holds what would be lost with the page. */
export function useUnsentInput(holds: boolean): void {
  useEffect(() => {
    if (!holds) return undefined;
    const holder = Symbol('unsent input');
    holders.add(holder);
    return () => void holders.delete(holder);
  }, [holds]);
}

/** Whether anything on the page was typed and not sent. */
export function hasUnsentInput(): boolean {
  return holders.size > 0;
}
