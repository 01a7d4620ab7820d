import { useCallback, useMemo, useState } from 'react';
import { MOST_SELECTED } from '../../../../server/domain/public/publicRoutes.ts';
import type { LotCardFragment, ProcessStage } from '../../../graphql/generated.ts';
import { offeredActions } from './lotFacts.ts';

/** A selected lot as it was at selection; its page may no longer be loaded. */
export interface SelectedLot {
  id: string;
  lotId: string;
  /** the server's answer at load time; the action itself checks again */
  mayDelete: boolean;
  deforestationStatus: string;
  currentProcess: ProcessStage;
  /** kg */
  available: number;
  /** % */
  moistureContent: number;
}

export interface LotSelection {
  /** in order of selection */
  lots: readonly SelectedLot[];
  ids: ReadonlySet<string>;
  /** the maximum is reached */
  full: boolean;
  choose: (lots: readonly LotCardFragment[], selected: boolean) => void;
  drop: (ids: readonly string[]) => void;
  clear: () => void;
}

/** Selected lots across pages, searches and filters. */
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

/** Adds lots to the selection up to the maximum, or removes them. */
export function withLots(
  before: ReadonlyMap<string, SelectedLot>,
  lots: readonly LotCardFragment[],
  selected: boolean,
): Map<string, SelectedLot> {
  const after = new Map(before);
  for (const lot of lots) {
    if (!selected) after.delete(lot.id);
    else if (after.size < MOST_SELECTED || after.has(lot.id)) {
      const { id, lotId, currentProcess, available, moistureContent, deforestationStatus } = lot;
      const mayDelete = offeredActions(lot).remove;
      after.set(id, { id, lotId, mayDelete, currentProcess, available, moistureContent, deforestationStatus });
    }
  }
  return after;
}
