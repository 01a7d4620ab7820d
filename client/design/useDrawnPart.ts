import { startTransition, useEffect, useState } from 'react';

/** About one window of rows, and few enough to style, lay out and paint in one task of 50 ms. */
export const DRAWN_AT_ONCE = 16;

/**
 * The part of a long list to render now. New items come in batches of 16, the first one immediately and each further
 * one in its own frame, so that input is handled between them; finally all are rendered. Items already rendered stay,
 * so a small change renders at once.
 * @param idOf unique id of an item
 */
export function useDrawnPart<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly Item[] {
  const ids = items.map(idOf);
  const [seen, setSeen] = useState(ids);
  const [count, setCount] = useState(DRAWN_AT_ONCE);
  let drawn = count;
  // Compare ids, not arrays: a caller that sorts during render passes a new array each time.
  if (ids.length !== seen.length || ids.some((id, index) => id !== seen[index])) {
    drawn = drawnOf(ids, seen.slice(0, count));
    setSeen(ids);
    setCount(drawn);
  }
  const isWhole = drawn >= items.length;
  useEffect(() => {
    if (isWhole) return;
    const frame = requestAnimationFrame(() => startTransition(() => setCount(drawn + DRAWN_AT_ONCE)));
    return () => cancelAnimationFrame(frame);
  }, [isWhole, drawn]);
  return isWhole ? items : items.slice(0, drawn);
}

/** How many items to render at once, given the ids rendered before: all, unless too many are new. */
export function drawnOf(ids: readonly string[], before: readonly string[]): number {
  const known = new Set(before);
  const isMuch = ids.filter((id) => !known.has(id)).length > DRAWN_AT_ONCE;
  return isMuch ? DRAWN_AT_ONCE : Math.max(ids.length, DRAWN_AT_ONCE);
}
