import { csvLine } from '../../../platform/rest/csv.ts';
import type { RecallBuyerView, RecallConsignmentView } from './recallReader.ts';

export const RECALL_CSV_HEAD = csvLine(['buyer', 'email', 'country', 'consignment', 'state', 'weightKg', 'lots']);

/** Whom to inform of a recall, one line for each consignment. @param buyers by their ids */
export function recallCsvLines(
  consignments: readonly RecallConsignmentView[],
  buyers: ReadonlyMap<string, RecallBuyerView>,
): string {
  return consignments
    .map(({ number, state, buyerId, weight, lotIds }) => {
      const { name = null, email = null, country = null } = buyers.get(buyerId) ?? {};
      return csvLine([name, email, country, number, state, weight, lotIds.join(' ')]);
    })
    .join('');
}
