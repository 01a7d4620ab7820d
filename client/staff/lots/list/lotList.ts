import type { LotPreset } from '../../../../server/domain/lot/lotPresets.ts';
import { LOT_PAGE_SIZES, type LotPageSize } from '../../../../server/domain/public/publicRoutes.ts';
import type {
  LedgerState,
  LotAlertFilter,
  LotCheckFilter,
  LotKind,
  LotSort,
  LotsTabQueryVariables,
  ProcessStage,
  SortOrder,
} from '../../../graphql/generated.ts';

/** Sort keys in the order of the control. */
export const SORTS = [
  'harvestDate',
  'lotId',
  'farmerName',
  'weight',
  'qualityScore',
  'currentProcess',
  'createdAt',
  'risk',
  'eudr',
  'blockchain',
  'satellite',
] as const satisfies readonly LotSort[];

/** Maximum search length on the server. */
export const SEARCH_LENGTH = 100;

/** Steps of the quality filter, as of the chart 'Quality spread'. */
export const QUALITY_BANDS = ['90', '80', '70', '60', '50', '40', '30', '20', '10', '0'] as const;
export type QualityBand = (typeof QUALITY_BANDS)[number];

/** Values of the filter panel; an empty text is 'all'. Days are YYYY-MM-DD and inclusive. */
export interface LotListFilter {
  variety: string;
  eudr: string;
  blockchain: LedgerState | '';
  stage: ProcessStage | '';
  kind: LotKind | '';
  /** a whole farm id, upper-case */
  farmId: string;
  /** UUID of an import */
  importId: string;
  harvestedFrom: string;
  harvestedTo: string;
  alert: LotAlertFilter | '';
  check: LotCheckFilter | '';
  /** a step of ten points, by its first; the step from 90 includes 100 */
  quality: QualityBand | '';
}

export interface LotListState {
  page: number;
  limit: LotPageSize;
  search: string;
  preset: LotPreset | '';
  filter: LotListFilter;
  sort: LotSort;
  order: SortOrder;
}

export const NO_FILTER: LotListFilter = {
  variety: '',
  eudr: '',
  blockchain: '',
  stage: '',
  kind: '',
  farmId: '',
  importId: '',
  harvestedFrom: '',
  harvestedTo: '',
  alert: '',
  check: '',
  quality: '',
};

export const INITIAL_LIST: LotListState = {
  page: 1,
  limit: LOT_PAGE_SIZES[0],
  search: '',
  preset: '',
  filter: NO_FILTER,
  sort: 'harvestDate',
  order: 'desc',
};

export type LotListAction =
  | { type: 'search'; text: string }
  | { type: 'preset'; preset: LotPreset | '' }
  | { type: 'filter'; change: Partial<LotListFilter> }
  | { type: 'clear' }
  | { type: 'search all' }
  | { type: 'limit'; limit: LotPageSize }
  | { type: 'sort'; field: LotSort }
  | { type: 'order'; sort: LotSort; order: SortOrder }
  | { type: 'page'; page: number };

/**
 * Reducer of the list. Every action except a page change returns to page 1; sorting by the same field reverses the
 * order, another field starts ascending (docs/spec/staff-screens.md, 'Lots tab').
 */
export function lotListReducer(state: LotListState, action: LotListAction): LotListState {
  switch (action.type) {
    case 'search':
      return { ...state, search: action.text, page: 1 };
    case 'preset':
      return { ...state, preset: action.preset, page: 1 };
    case 'filter':
      return { ...state, filter: { ...state.filter, ...action.change }, page: 1 };
    case 'clear':
      return { ...state, search: '', preset: '', filter: NO_FILTER, page: 1 };
    case 'search all':
      return { ...state, preset: '', filter: NO_FILTER, page: 1 };
    case 'limit':
      return { ...state, limit: action.limit, page: 1 };
    case 'sort':
      return {
        ...state,
        sort: action.field,
        order: action.field === state.sort && state.order === 'asc' ? 'desc' : 'asc',
        page: 1,
      };
    case 'order':
      return { ...state, sort: action.sort, order: action.order, page: 1 };
    case 'page':
      return { ...state, page: action.page };
  }
}

/**
 * Whether the date range is reversed and excludes every lot. The list then ignores it, and the panel shows an error.
 */
export function isRangeReversed(filter: LotListFilter): boolean {
  return filter.harvestedFrom !== '' && filter.harvestedTo !== '' && filter.harvestedFrom > filter.harvestedTo;
}

/** Number of active filters; a date range counts once. */
export function activeFilterCount(filter: LotListFilter): number {
  const { harvestedFrom, harvestedTo, ...others } = filter;
  const dates = harvestedFrom !== '' || harvestedTo !== '';
  return Object.values(others).filter((value) => value !== '').length + (dates ? 1 : 0);
}

/** Reason for an empty list, apart from having no lots: a single preset, a limited search, or anything else. */
export function narrowedBy({ search, preset, filter }: LotListState): LotPreset | 'choices' | 'part' | null {
  const filtered = activeFilterCount(filter) > 0;
  if (search.trim() !== '') return preset !== '' || filtered ? 'part' : 'choices';
  if (preset !== '') return filtered ? 'choices' : preset;
  return filtered ? 'choices' : null;
}

function qualityRange(step: QualityBand | ''): { qualityFrom?: number; qualityBelow?: number } {
  if (step === '') return {};
  const from = Number(step);
  return { qualityFrom: from, ...(from < 90 && { qualityBelow: from + 10 }) };
}

/** The query's variables; 'all' is omitted. */
export function listVariables(state: LotListState): LotsTabQueryVariables {
  const { filter } = state;
  const dates = isRangeReversed(filter)
    ? {}
    : {
        ...(filter.harvestedFrom !== '' && { harvestedFrom: filter.harvestedFrom }),
        ...(filter.harvestedTo !== '' && { harvestedTo: filter.harvestedTo }),
      };
  const search = state.search.trim();
  return {
    page: state.page,
    limit: state.limit,
    sort: state.sort,
    order: state.order,
    filter: {
      ...(search !== '' && { search }),
      ...(filter.variety !== '' && { variety: filter.variety }),
      ...(filter.eudr !== '' && { eudr: filter.eudr }),
      ...(filter.blockchain !== '' && { blockchain: filter.blockchain }),
      ...(filter.stage !== '' && { stage: filter.stage }),
      ...(filter.kind !== '' && { kind: filter.kind }),
      ...(filter.farmId !== '' && { farmId: filter.farmId }),
      ...(filter.importId !== '' && { importId: filter.importId }),
      ...(state.preset !== '' && { preset: state.preset }),
      ...(filter.alert !== '' && { alert: filter.alert }),
      ...(filter.check !== '' && { check: filter.check }),
      ...qualityRange(filter.quality),
      ...dates,
    },
  };
}
