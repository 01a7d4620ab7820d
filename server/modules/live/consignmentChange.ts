import type { Change } from '../../platform/change-feed/changeFeed.ts';
import type { ConsignmentView } from '../consignments/consignmentView.ts';

/** What happened to a consignment, which comes as it is now. */
export interface ConsignmentChanges {
  kind: Extract<Change, { topic: 'consignment' }>['kind'];
  consignment: ConsignmentView;
}

/** A kind as GraphQL can name it. */
export type ConsignmentChangeName =
  | Exclude<ConsignmentChanges['kind'], 'ledger-failed' | 'ledger-retry'>
  | 'ledger_failed'
  | 'ledger_retry';

/** The name of a kind. */
export function changeName(kind: ConsignmentChanges['kind']): ConsignmentChangeName {
  switch (kind) {
    case 'ledger-failed':
      return 'ledger_failed';
    case 'ledger-retry':
      return 'ledger_retry';
    default:
      return kind;
  }
}
