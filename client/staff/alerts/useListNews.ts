import { useState } from 'react';

interface Seen {
  /** of what list: its filter and page */
  list: string;
  ids: readonly string[] | undefined;
  /** how many rows came and went with the last change, null when another list is shown */
  change: { came: number; went: number } | null;
  fresh: ReadonlySet<string>;
}

const NONE: ReadonlySet<string> = new Set();

/**
 * What changed in a list while a person looks at it, however many pieces of news it took: told once for each answer of the server.
 * @param list names what is listed; another one begins anew
 * @param ids of the rows, undefined while they are loading
 * @returns the last change (null at first), and the ids that came since the list is looked at
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

/** What came is at the front, before the first row that was there: what slides in at the end of a page is old. */
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
    // A full page that something came to loses a row at its end, which went nowhere.
    change: { came: came.length, went: Math.max(0, went - (after.length === before.length ? came.length : 0)) },
    fresh: new Set([...fresh, ...came]),
  };
}
