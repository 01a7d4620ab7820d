import { normaliseLotId, parsePublicLotId } from '../../server/domain/lot/lotId.ts';

/*
 * What the address of the staff area says. Tabs switch in place (docs/spec/staff-screens.md, 'Shell'), so they stand in
 * the query of one path: `/admin/dashboard?tab=lots&stage=drying&lot=LOT701&view=detail`. `tab` chooses the tab, `lot`,
 * `view` and `part` open a lot over whatever is there, all else belongs to the tab or the page that is shown. What the
 * address says wrongly is as if it were not there.
 */
export const HOME_PATH = '/admin/dashboard';

export const TAB_IDS = ['dashboard', 'lots', 'alerts', 'reports'] as const;
export type TabId = (typeof TAB_IDS)[number];

export const LOT_VIEWS = ['detail', 'blockchain'] as const;
export type LotView = (typeof LOT_VIEWS)[number];

/** Parts of the blockchain view. */
export const LEDGER_PARTS = ['overview', 'chain', 'audit', 'verification'] as const;
export type LedgerPart = (typeof LEDGER_PARTS)[number];

/** A lot that is open over what is shown. */
export interface OpenLot {
  lotId: string;
  view: LotView;
  /** of the blockchain view; its first one unless told */
  part?: LedgerPart;
}

/** What of an address says of an open lot. */
const LOT_NAMES = ['lot', 'view', 'part'] as const;

/** The tab that is shown; null on a page that is none. */
export function tabOf({ pathname, search }: { pathname: string; search: string }): TabId | null {
  if (pathname !== HOME_PATH) return null;
  const said = new URLSearchParams(search).get('tab');
  return TAB_IDS.find((id) => id === said) ?? 'dashboard';
}

/** The lot that the address opens, its id upper-case; a view that is not known is the detail. */
export function openLotOf(search: string): OpenLot | null {
  const params = new URLSearchParams(search);
  const parsed = parsePublicLotId(params.get('lot'));
  if (!('lotId' in parsed)) return null;
  const view = LOT_VIEWS.find((one) => one === params.get('view')) ?? 'detail';
  const part = LEDGER_PARTS.find((one) => one === params.get('part'));
  return { lotId: parsed.lotId, view, ...(view === 'blockchain' && part !== undefined && { part }) };
}

/** What the address says beside the tab and an open lot, in a steady order: the state of the tab or the page itself. */
export function ownParams(search: string): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of ['tab', ...LOT_NAMES]) params.delete(name);
  return params;
}

/** The query of a tab with its own state: '' for the dashboard without any. */
export function tabSearch(tab: TabId, own: URLSearchParams): string {
  const said = new URLSearchParams(tab === 'dashboard' ? [] : [['tab', tab]]);
  own.forEach((value, name) => said.append(name, value));
  return said.size === 0 ? '' : `?${said}`;
}

/** The query that opens a lot over what `search` shows; null closes it. */
export function lotSearch(search: string, lot: OpenLot | null): string {
  const params = new URLSearchParams(search);
  for (const name of LOT_NAMES) params.delete(name);
  if (lot !== null) {
    params.set('lot', normaliseLotId(lot.lotId));
    params.set('view', lot.view);
    if (lot.part !== undefined && lot.part !== LEDGER_PARTS[0]) params.set('part', lot.part);
  }
  return params.size === 0 ? '' : `?${params}`;
}
