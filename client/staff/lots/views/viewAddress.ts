import type { ColumnChoices } from '../../../design/table/columns.ts';
import { HOME_PATH, ownParams, tabSearch } from '../../address.ts';
import type { LotListState } from '../list/lotList.ts';
import { writeLotList } from '../list/lotListAddress.ts';

/** What is saved of the list: search, filters, order and columns; neither the page nor the layout. */
export function viewQuery(state: LotListState, choices: ColumnChoices): string {
  return writeLotList({ ...state, page: 1 }, null, choices).toString();
}

/** Address of the list with what was saved. */
export function viewPath(query: string): string {
  return HOME_PATH + tabSearch('lots', ownParams(`?${query}`));
}
