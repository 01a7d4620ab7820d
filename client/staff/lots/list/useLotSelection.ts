import { useCallback, useMemo, useState } from 'react';
import { MOST_SELECTED } from '../../../../server/domain/public/publicRoutes.ts';
import type { LotCardFragment } from '../../../graphql/generated.ts';
import { offeredActions } from './lotFacts.ts';

/** A lot that was selected, as it was then: the page that showed it may be gone. */
export interface SelectedLot {
  id: string;
  lotId: string;
  /** as the server said when it was shown; it is asked again by whatever is done */
  mayDelete: boolean;
}

export interface LotSelection {
  /** in the order in which they were selected */
  lots: readonly SelectedLot[];
  ids: ReadonlySet<string>;
  /** no more can be selected */
  full: boolean;
  choose: (lots: readonly LotCardFragment[], selected: boolean) => void;
  drop: (ids: readonly string[]) => void;
  clear: () => void;
}

/** Lots that a person selected, over pages, searches and filters. */
export function useLotSelection(): LotSelection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, SelectedLot>>(new Map());
  const choose = useCallback(
    (lots: readonly LotCardFragment[], selected: boolean) => setChosen((before) => withLots(before, lots, selected)),
    [],
  );
  const drop = useCallback((ids: readonly string[]) => {
    setChosen((before) => new Map([...before].filter(([id]) => !ids.includes(id))));
  }, []);
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(() => {
    const ids = new Set(chosen.keys());
    return { lots: [...chosen.values()], ids, full: chosen.size >= MOST_SELECTED, choose, drop, clear };
  }, [chosen, choose, drop, clear]);
}

/** The selection with lots added, as far as there is room, or taken away. */
export function withLots(
  before: ReadonlyMap<string, SelectedLot>,
  lots: readonly LotCardFragment[],
  selected: boolean,
): Map<string, SelectedLot> {
  const after = new Map(before);
  for (const lot of lots) {
    if (!selected) after.delete(lot.id);
    else if (after.size < MOST_SELECTED || after.has(lot.id)) {
      after.set(lot.id, { id: lot.id, lotId: lot.lotId, mayDelete: offeredActions(lot).remove });
    }
  }
  return after;
}
