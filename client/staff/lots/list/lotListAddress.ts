import { VARIETIES } from '../../../../server/domain/lot/cacao.ts';
import { DEFORESTATION_STATUSES } from '../../../../server/domain/forest/deforestation.ts';
import { LOT_PRESETS } from '../../../../server/domain/lot/lotPresets.ts';
import { LOT_PAGE_SIZES } from '../../../../server/domain/public/publicRoutes.ts';
import { STAGES } from '../../../../server/domain/lot/stages.ts';
import { INITIAL_LIST, SEARCH_LENGTH, SORTS, type LotListState } from './lotList.ts';

/*
 * State of the list in the address:
 * `?tab=lots&search=quispe&stage=drying&from=2026-01-01&sort=weight&order=asc&page=2&limit=48&layout=grid`. Defaults
 * are omitted; invalid values are ignored.
 */

/** Layouts of the list. */
export const LAYOUTS = ['table', 'grid', 'compact'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const EUDR_CHOICES = ['compliant', 'non-compliant', ...DEFORESTATION_STATUSES] as const;
const ORDERS = ['asc', 'desc'] as const;
const LEDGER_STATES = ['recorded', 'pending'] as const;

/**
 * Reads the list state.
 * @param params parameters of the lots tab only
 */
export function readLotList(params: URLSearchParams): LotListState {
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value | undefined =>
    values.find((value) => value === params.get(name));
  const page = /^[1-9]\d{0,5}$/.exec(params.get('page') ?? '')?.[0];
  return {
    page: page === undefined ? INITIAL_LIST.page : Number(page),
    limit: LOT_PAGE_SIZES.find((size) => String(size) === params.get('limit')) ?? INITIAL_LIST.limit,
    search: (params.get('search') ?? '').replaceAll('\0', '').slice(0, SEARCH_LENGTH),
    preset: oneOf('preset', LOT_PRESETS) ?? '',
    filter: {
      variety: oneOf('variety', VARIETIES) ?? '',
      eudr: oneOf('eudr', EUDR_CHOICES) ?? '',
      blockchain: oneOf('blockchain', LEDGER_STATES) ?? '',
      stage: oneOf('stage', STAGES) ?? '',
      harvestedFrom: dayOf(params.get('from')),
      harvestedTo: dayOf(params.get('to')),
    },
    sort: oneOf('sort', SORTS) ?? INITIAL_LIST.sort,
    order: oneOf('order', ORDERS) ?? INITIAL_LIST.order,
  };
}

/** Reads the layout; null if the address has none. */
export function readLayout(params: URLSearchParams): Layout | null {
  return LAYOUTS.find((layout) => layout === params.get('layout')) ?? null;
}

/**
 * Writes the list state and its layout.
 * @param layout null: the device's stored layout
 */
export function writeLotList(state: LotListState, layout: Layout | null): URLSearchParams {
  const { filter } = state;
  const said = {
    search: state.search,
    preset: state.preset,
    variety: filter.variety,
    eudr: filter.eudr,
    blockchain: filter.blockchain,
    stage: filter.stage,
    from: filter.harvestedFrom,
    to: filter.harvestedTo,
    sort: state.sort === INITIAL_LIST.sort ? '' : state.sort,
    order: state.order === INITIAL_LIST.order ? '' : state.order,
    page: state.page === INITIAL_LIST.page ? '' : String(state.page),
    limit: state.limit === INITIAL_LIST.limit ? '' : String(state.limit),
    layout: layout ?? '',
  };
  return new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''));
}

/** A valid calendar day, YYYY-MM-DD; else ''. */
function dayOf(text: string | null): string {
  if (text === null || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return '';
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : '';
}
