import { CONSIGNMENT_STATES, type ConsignmentState } from '../../../server/domain/consignment/states.ts';

/** Path of the list of consignments; the page of one is below it. */
export const CONSIGNMENTS_PATH = '/admin/consignments';

/** Path of a consignment's page. */
export const consignmentPath = (id: string): string => `${CONSIGNMENTS_PATH}/${encodeURIComponent(id)}`;

/** UUID of the consignment in a path; null for the list. */
export function consignmentAt(pathname: string): string | null {
  const named = pathname.startsWith(`${CONSIGNMENTS_PATH}/`) ? pathname.slice(CONSIGNMENTS_PATH.length + 1) : '';
  return named.replace(/\/$/, '') || null;
}

/** Filters and page of the list of consignments. */
export interface ConsignmentList {
  search: string;
  state: ConsignmentState | null;
  /** from 1 */
  page: number;
}

/** Reads the filters from the address; invalid values are ignored. */
export function consignmentListOf(params: URLSearchParams): ConsignmentList {
  const page = Number(params.get('page'));
  return {
    search: (params.get('search') ?? '').slice(0, 100),
    state: CONSIGNMENT_STATES.find((state) => state === params.get('state')) ?? null,
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

/** Writes the filters into the address, and keeps other parameters. */
export function withConsignmentList(
  before: URLSearchParams,
  { search, state, page }: ConsignmentList,
): URLSearchParams {
  const params = new URLSearchParams(before);
  const own = { search, state: state ?? '', page: page === 1 ? '' : String(page) };
  for (const [name, value] of Object.entries(own)) {
    if (value === '') params.delete(name);
    else params.set(name, value);
  }
  return params;
}
