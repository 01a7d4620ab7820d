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

/** Remembers each tab's own part of the address while another tab or a page is shown. Stands once, around the shell. */
export function StaffAddress({ children }: { children: ReactNode }) {
  const location = useLocation();
  const [kept, setKept] = useState(NOTHING_KEPT);
  const tab = tabOf(location);
  const own = ownParams(location.search).toString();
  if (tab !== null && kept[tab] !== own) setKept({ ...kept, [tab]: own });
  return <Kept value={kept}>{children}</Kept>;
}

/** The tab that is shown (null on a page), and the way to another one, as it was left. */
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

/** What a tab's own part of the address is to be, from what it is now; the same object leaves it as it is. */
export type TabChange = (now: URLSearchParams) => URLSearchParams;

/**
 * A tab's own part of the address, also while it is out of sight, and the way to change it (and to show the tab). A step that a person
 * would take back with the browser's Back is a new entry, anything finer (typing) replaces.
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
      // The router draws a new address in the background: a second step may come before the first is drawn, and adds to it.
      const now = tabOf(window.location) === tab ? ownParams(window.location.search) : params;
      const next = change(now);
      if (next === now) return;
      // What is shown changes within itself, and stays where it was scrolled to; another tab begins at its top.
      void navigate({ pathname: HOME_PATH, search: tabSearch(tab, next) }, { replace, preventScrollReset: isShown });
    },
    [navigate, tab, isShown, params],
  );
  return [params, set];
}

/** The lot that the address opens over what is shown, and the ways to open another, to link to one, to turn to a part of it, and to close it. */
export function useOpenLot(): {
  openLot: OpenLot | null;
  open: (lot: OpenLot) => void;
  hrefOf: (lot: OpenLot) => string;
  /** of its blockchain view; Back leads out of the view from any of them */
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
      // Back to where it was opened; who came by a link stays, without the lot.
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
