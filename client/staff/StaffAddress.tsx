import { createContext, use, useCallback, useMemo, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  HOME_PATH,
  lotSearch,
  openLotOf,
  ownParams,
  tabOf,
  tabSearch,
  type LedgerPart,
  type OpenLot,
  type TabId,
} from './address.ts';

type RememberedSearches = Readonly<Record<TabId, string>>;
const NOTHING_KEPT: RememberedSearches = { dashboard: '', lots: '', alerts: '', reports: '' };
const Kept = createContext<RememberedSearches>(NOTHING_KEPT);

/** Stores each tab's own query parameters while another tab or page is shown. Mounted once, around the shell. */
export function StaffAddress({ children }: { children: ReactNode }) {
  const location = useLocation();
  const [kept, setKept] = useState(NOTHING_KEPT);
  const tab = tabOf(location);
  const own = ownParams(location.search).toString();
  if (tab !== null && kept[tab] !== own) setKept({ ...kept, [tab]: own });
  return <Kept value={kept}>{children}</Kept>;
}

/** Each tab's own query parameters, as it was left. */
export function useRememberedSearches(): RememberedSearches {
  return use(Kept);
}

/** The active tab (null on a page) and a function that opens another tab with its stored parameters. */
export function useTab(): [tab: TabId | null, open: (tab: TabId) => void] {
  const kept = use(Kept);
  const location = useLocation();
  const navigate = useNavigate();
  const open = useCallback(
    (tab: TabId) => void navigate({ pathname: HOME_PATH, search: tabSearch(tab, new URLSearchParams(kept[tab])) }),
    [kept, navigate],
  );
  return [tabOf(location), open];
}

/** Computes a tab's next query parameters from the current ones. Return the same object to keep them. */
export type TabChange = (now: URLSearchParams) => URLSearchParams;

/**
 * A tab's own query parameters, also while the tab is hidden, and a setter that also opens the tab. The setter pushes a
 * history entry for steps that Back should undo, and replaces the entry for finer changes such as typing.
 */
export function useTabParams(
  tab: TabId,
): [params: URLSearchParams, set: (change: TabChange, how?: { replace?: boolean }) => void] {
  const own = use(Kept)[tab];
  const navigate = useNavigate();
  const isShown = tabOf(useLocation()) === tab;
  const params = useMemo(() => new URLSearchParams(own), [own]);
  const set = useCallback(
    (change: TabChange, { replace = false }: { replace?: boolean } = {}) => {
      // The router renders asynchronously: a second change may arrive before the first is rendered, so read the address
      // itself.
      const now = tabOf(window.location) === tab ? ownParams(window.location.search) : params;
      const next = change(now);
      if (next === now) return;
      // Keep the scroll position for changes within a tab; scroll to the top for another tab.
      void navigate({ pathname: HOME_PATH, search: tabSearch(tab, next) }, { replace, preventScrollReset: isShown });
    },
    [navigate, tab, isShown, params],
  );
  return [params, set];
}

/** The lot opened by the address, and functions that open, link to, switch parts of, and close a lot. */
export function useOpenLot(): {
  openLot: OpenLot | null;
  open: (lot: OpenLot) => void;
  hrefOf: (lot: OpenLot) => string;
  /** part of the blockchain view; replaces the history entry, so that Back leaves the view from any part */
  showPart: (part: LedgerPart) => void;
  close: () => void;
} {
  const { search, state } = useLocation();
  const navigate = useNavigate();
  const openedHere = isOpenedHere(state);
  return useMemo(() => {
    const openLot = openLotOf(search);
    return {
      openLot,
      open: (lot) =>
        void navigate({ search: lotSearch(search, lot) }, { state: OPENED_HERE, preventScrollReset: true }),
      hrefOf: (lot) => lotSearch(search, lot),
      showPart: (part) =>
        void navigate(
          { search: lotSearch(search, openLot && { ...openLot, part }) },
          { replace: true, state: openedHere ? OPENED_HERE : null, preventScrollReset: true },
        ),
      // Go back to where the lot was opened. After a direct link there is no such entry, so only remove the lot from
      // the address.
      close: () =>
        void (openedHere
          ? navigate(-1)
          : navigate({ search: lotSearch(search, null) }, { replace: true, preventScrollReset: true })),
    };
  }, [navigate, openedHere, search]);
}

const OPENED_HERE = { openedHere: true };

function isOpenedHere(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'openedHere' in state;
}
