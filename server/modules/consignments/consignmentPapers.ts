import type { ConsignmentRow } from './consignmentView.ts';

/** The papers of a consignment as its events commit to them, in one fixed form. The number and weight stand beside them. */
export type CommittedPapers = Pick<
  ConsignmentRow,
  | 'buyerId'
  | 'bags'
  | 'containers'
  | 'billOfLading'
  | 'incoterm'
  | 'loadingDate'
  | 'departureDate'
  | 'arrivalDate'
  | 'countryOfEntry'
>;

/** The papers in a row. */
export function papersOf(row: CommittedPapers): CommittedPapers {
  return {
    buyerId: row.buyerId,
    bags: row.bags,
    containers: row.containers.map(({ number, seals }) => ({ number, seals: [...seals] })),
    billOfLading: row.billOfLading,
    incoterm: row.incoterm,
    loadingDate: row.loadingDate,
    departureDate: row.departureDate,
    arrivalDate: row.arrivalDate,
    countryOfEntry: row.countryOfEntry,
  };
}
