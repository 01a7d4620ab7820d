import { choicesOf, choicesText, type ColumnChoices } from '../../../design/table/columns.ts';
import { HOME_PATH, tabSearch } from '../../address.ts';
import { isUuid } from '../../../../server/domain/lot/lotId.ts';
import { VARIETIES } from '../../../../server/domain/lot/cacao.ts';
import { DEFORESTATION_STATUSES } from '../../../../server/domain/forest/deforestation.ts';
import { LOT_PRESETS } from '../../../../server/domain/lot/lotPresets.ts';
import { LOT_PAGE_SIZES } from '../../../../server/domain/public/publicRoutes.ts';
import { plotFarmId } from '../../../../server/domain/plot/plotInput.ts';
import { STAGES } from '../../../../server/domain/lot/stages.ts';
import {
  INITIAL_LIST,
  NO_FILTER,
  QUALITY_BANDS,
  SEARCH_LENGTH,
  SORTS,
  type LotListFilter,
  type LotListState,
} from './lotList.ts';

/*
 * State of the list in the address:
 * `?tab=lots&search=quispe&stage=drying&from=2026-01-01&sort=weight&order=asc&page=2&limit=48&layout=grid&columns=-grade`. Defaults
 * are omitted; invalid values are ignored.
 */

/** Layouts of the list. */
export const LAYOUTS = ['table', 'grid', 'compact'] as const;
export type Layout = (typeof LAYOUTS)[number];

export const EUDR_CHOICES = ['compliant', 'non-compliant', ...DEFORESTATION_STATUSES] as const;
export const LOT_ALERT_CHOICES = ['open', 'any', 'noneOpen'] as const;
export const LOT_CHECK_CHOICES = ['never', 'outdated', 'fresh'] as const;
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
      kind: oneOf('kind', ['origin', 'derived'] as const) ?? '',
      farmId: plotFarmId.safeParse(params.get('farm')).data ?? '',
      importId: isUuid(params.get('import') ?? '') ? (params.get('import') ?? '') : '',
      harvestedFrom: dayOf(params.get('from')),
      harvestedTo: dayOf(params.get('to')),
      alert: oneOf('alert', LOT_ALERT_CHOICES) ?? '',
      check: oneOf('check', LOT_CHECK_CHOICES) ?? '',
      quality: oneOf('quality', QUALITY_BANDS) ?? '',
    },
    sort: oneOf('sort', SORTS) ?? INITIAL_LIST.sort,
    order: oneOf('order', ORDERS) ?? INITIAL_LIST.order,
  };
}

/** Reads the layout; null if the address has none. */
export function readLayout(params: URLSearchParams): Layout | null {
  return LAYOUTS.find((layout) => layout === params.get('layout')) ?? null;
}

/** Reads the choice of columns; null if the address has none. */
export function readColumns(params: URLSearchParams): ColumnChoices | null {
  return choicesOf(params.get('columns'));
}

/**
 * Writes the list state with layout and columns.
 * @param layout null: the device's stored layout
 * @param columns null: the device's stored choice
 */
export function writeLotList(
  state: LotListState,
  layout: Layout | null,
  columns: ColumnChoices | null = null,
): URLSearchParams {
  const { filter } = state;
  const said = {
    search: state.search,
    preset: state.preset,
    variety: filter.variety,
    eudr: filter.eudr,
    blockchain: filter.blockchain,
    stage: filter.stage,
    kind: filter.kind,
    farm: filter.farmId,
    import: filter.importId,
    from: filter.harvestedFrom,
    to: filter.harvestedTo,
    alert: filter.alert,
    check: filter.check,
    quality: filter.quality,
    sort: state.sort === INITIAL_LIST.sort ? '' : state.sort,
    order: state.order === INITIAL_LIST.order ? '' : state.order,
    page: state.page === INITIAL_LIST.page ? '' : String(state.page),
    limit: state.limit === INITIAL_LIST.limit ? '' : String(state.limit),
    layout: layout ?? '',
    columns: columns === null ? '' : choicesText(columns),
  };
  return new URLSearchParams(Object.entries(said).filter(([, value]) => value !== ''));
}

/** A valid calendar day, YYYY-MM-DD; else ''. */
function dayOf(text: string | null): string {
  if (text === null || !/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return '';
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text) ? text : '';
}

/** Address of the lots list with these filters; links of figures and charts lead there. */
export function lotListPath(filter: Partial<LotListFilter>, rest: Partial<Omit<LotListState, 'filter'>> = {}): string {
  const state = { ...INITIAL_LIST, ...rest, filter: { ...NO_FILTER, ...filter } };
  return HOME_PATH + tabSearch('lots', writeLotList(state, null));
}
