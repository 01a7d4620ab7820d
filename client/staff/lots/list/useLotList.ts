import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { localStore } from '../../../deviceStorage.ts';
import type { ColumnChoices } from '../../../design/table/columns.ts';
import { useTabParams } from '../../StaffAddress.tsx';
import { lotListReducer, type LotListAction, type LotListState } from './lotList.ts';
import { LAYOUTS, readColumns, readLayout, readLotList, writeLotList, type Layout } from './lotListAddress.ts';
import { useIsDesktop } from './useIsDesktop.ts';

const LAYOUT_KEY = 'manam.lots.layout';

export interface LotList {
  state: LotListState;
  /** applies a user action and pushes a history entry; typing and `replace` replace the entry instead */
  dispatch: (action: LotListAction, how?: { replace?: boolean }) => void;
  /** the last action was a search: the user may type on while it loads */
  searching: boolean;
  layout: Layout;
  setLayout: (layout: Layout) => void;
  /** of the address; null: the device's choice */
  columns: ColumnChoices | null;
  setColumns: (columns: ColumnChoices) => void;
}

/**
 * State of the list, stored in the address. The layout comes from the address, else from this device's last choice,
 * else from the width.
 */
export function useLotList(): LotList {
  const [params, setParams] = useTabParams('lots');
  const wide = useIsDesktop();
  const [chosen, choose] = useState(storedLayout);
  const [searching, setSearching] = useState(false);
  const state = useMemo(() => readLotList(params), [params]);
  const latest = useRef(setParams);
  useLayoutEffect(() => {
    latest.current = setParams;
  });
  const dispatch = useCallback((action: LotListAction, { replace = false }: { replace?: boolean } = {}) => {
    setSearching(action.type === 'search');
    latest.current(
      (now) => {
        const next = writeLotList(lotListReducer(readLotList(now), action), readLayout(now), readColumns(now));
        return next.toString() === now.toString() ? now : next;
      },
      { replace: replace || action.type === 'search' },
    );
  }, []);
  const setLayout = useCallback((layout: Layout) => {
    choose(layout);
    localStore.setItem(LAYOUT_KEY, layout);
    latest.current((now) => writeLotList(readLotList(now), layout, readColumns(now)));
  }, []);
  const setColumns = useCallback((columns: ColumnChoices) => {
    latest.current((now) => writeLotList(readLotList(now), readLayout(now), columns), { replace: true });
  }, []);
  const columns = useMemo(() => readColumns(params), [params]);
  const layout = readLayout(params) ?? chosen ?? (wide ? 'table' : 'grid');
  return useMemo(
    () => ({ state, dispatch, searching, layout, setLayout, columns, setColumns }),
    [state, dispatch, searching, layout, setLayout, columns, setColumns],
  );
}

function storedLayout(): Layout | null {
  const kept = localStore.getItem(LAYOUT_KEY);
  return LAYOUTS.find((layout) => layout === kept) ?? null;
}
