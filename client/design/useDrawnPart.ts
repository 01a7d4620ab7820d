import { startTransition, useEffect, useState } from 'react';

/** About what fits a window, and few enough that their styles, their layout and their painting are done within one task of 50 ms. */
export const DRAWN_AT_ONCE = 16;

/**
 * The part of a long list that is drawn now. What nobody has seen yet comes 16 at a time, the first of the list at once and each further part in a
 * frame of its own, so that keys and presses come between; in the end all of it is there. What is there already stays, so that a change of a few is drawn whole.
 * @param idOf what tells an item from the others of its list
 */
export function useDrawnPart<Item>(items: readonly Item[], idOf: (item: Item) => string): readonly Item[] {
  const ids = items.map(idOf);
  const [seen, setSeen] = useState(ids);
  const [count, setCount] = useState(DRAWN_AT_ONCE);
  let drawn = count;
  // Not by the list itself: who sorts it as it is drawn has another one each time.
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

/** How many of a list are drawn at once, where these others were drawn before: all of it, unless too many are new. */
export function drawnOf(ids: readonly string[], before: readonly string[]): number {
  const known = new Set(before);
  const isMuch = ids.filter((id) => !known.has(id)).length > DRAWN_AT_ONCE;
  return isMuch ? DRAWN_AT_ONCE : Math.max(ids.length, DRAWN_AT_ONCE);
}
