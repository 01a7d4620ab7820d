import { normaliseLotId, parsePublicLotId } from '../../server/domain/lot/lotId.ts';

/*
 * Address format of the staff area. Tabs switch in place (docs/spec/staff-screens.md, 'Shell'), so they are query
 * parameters of one path: `/admin/dashboard?tab=lots&stage=drying&lot=LOT701&view=detail`. `tab` selects the tab;
 * `lot`, `view` and `part` open a lot over the current view; all other parameters belong to the active tab or page.
 * Invalid values are ignored.
 */
export const HOME_PATH = '/admin/dashboard';

export const TAB_IDS = ['dashboard', 'lots', 'alerts', 'reports'] as const;
export type TabId = (typeof TAB_IDS)[number];

export const LOT_VIEWS = ['detail', 'blockchain'] as const;
export type LotViewName = (typeof LOT_VIEWS)[number];

export const LEDGER_PARTS = ['overview', 'chain', 'audit', 'verification'] as const;
export type LedgerPart = (typeof LEDGER_PARTS)[number];

/** A lot opened over the current view. */
export interface OpenLot {
  lotId: string;
  view: LotViewName;
  /** of the blockchain view; defaults to the first part */
  part?: LedgerPart;
}

/** Query parameters of an open lot. */
const LOT_NAMES = ['lot', 'view', 'part'] as const;

/** The active tab; null on a page. */
export function tabOf({ pathname, search }: { pathname: string; search: string }): TabId | null {
  if (pathname !== HOME_PATH) return null;
  const said = new URLSearchParams(search).get('tab');
  return TAB_IDS.find((id) => id === said) ?? 'dashboard';
}

/** The lot opened by the address, with an upper-case id. An unknown view falls back to the detail. */
export function openLotOf(search: string): OpenLot | null {
  const params = new URLSearchParams(search);
  const parsed = parsePublicLotId(params.get('lot'));
  if (!('lotId' in parsed)) return null;
  const view = LOT_VIEWS.find((one) => one === params.get('view')) ?? 'detail';
  const part = LEDGER_PARTS.find((one) => one === params.get('part'));
  return { lotId: parsed.lotId, view, ...(view === 'blockchain' && part !== undefined && { part }) };
}

/** The query parameters of the tab or page itself, in a stable order: all except the tab and the open lot. */
export function ownParams(search: string): URLSearchParams {
  const params = new URLSearchParams(search);
  for (const name of ['tab', ...LOT_NAMES]) params.delete(name);
  return params;
}

/** The query string of a tab with its own parameters; '' for the dashboard without parameters. */
export function tabSearch(tab: TabId, own: URLSearchParams): string {
  const said = new URLSearchParams(tab === 'dashboard' ? [] : [['tab', tab]]);
  own.forEach((value, name) => said.append(name, value));
  return said.size === 0 ? '' : `?${said}`;
}

/** The query string that opens a lot over `search`; null closes it. */
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
