import { useState } from 'react';

interface Seen {
  /** identifies the list: its filter and page */
  list: string;
  ids: readonly string[] | undefined;
  /** number of rows that arrived and left with the last change; null when another list is shown */
  change: { came: number; went: number } | null;
  fresh: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * Tracks the changes of a list while the user views it, once per server response, however many live updates caused it.
 * @param list identifies the list; a different value resets the tracking
 * @param ids ids of the rows; undefined while they load
 * @returns the last change (null at first), and the ids that arrived since the list was opened
 */
export function useListChanges(
  list: string,
  ids: readonly string[] | undefined,
): { change: { came: number; went: number } | null; fresh: ReadonlySet<string> } {
  const [seen, setSeen] = useState<Seen>({ list, ids, change: null, fresh: NONE });
  if (seen.list !== list) {
    setSeen({ list, ids: undefined, change: null, fresh: NONE });
  } else if (ids !== undefined && seen.ids !== ids && !sameIds(seen.ids, ids)) {
    setSeen(seen.ids === undefined ? { ...seen, ids } : { list, ids, ...changeOf(seen.ids, ids, seen.fresh) });
  }
  return { change: seen.change, fresh: seen.fresh };
}

function sameIds(before: readonly string[] | undefined, after: readonly string[]): boolean {
  return before !== undefined && before.length === after.length && before.every((id, at) => id === after[at]);
}

/** New rows are those before the first known row: rows that enter at the end of a page are older. */
export function changeOf(
  before: readonly string[],
  after: readonly string[],
  fresh: ReadonlySet<string>,
): Pick<Seen, 'change' | 'fresh'> {
  const known = new Set(before);
  const firstKnown = after.findIndex((id) => known.has(id));
  const came = firstKnown < 0 ? after.filter((id) => !known.has(id)) : after.slice(0, firstKnown);
  const now = new Set(after);
  const went = before.filter((id) => !now.has(id)).length;
  return {
    // New rows push old rows off the end of a full page; do not count those as removed.
    change: { came: came.length, went: Math.max(0, went - (after.length === before.length ? came.length : 0)) },
    fresh: new Set([...fresh, ...came]),
  };
}
