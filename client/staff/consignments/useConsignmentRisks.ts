import { useQuery } from '@apollo/client/react';
import { useEffect } from 'react';
import { coversWarnings } from '../../../server/domain/lot/shippingGuard.ts';
import { ConsignmentRisksOfDocument, type ConsignmentRisksOfQuery } from '../../graphql/generated.ts';

/** What speaks against the next step of a consignment. */
export type ShownRisks = NonNullable<ConsignmentRisksOfQuery['consignment']>['risks'];

/** How often requests are read while somebody waits for the second person. */
const REQUEST_POLL_MS = 4_000;

export interface ConsignmentRisksCheck {
  /** null while unknown */
  risks: ShownRisks | null;
  /** reads them again */
  reload: () => void;
  /** Reads them anew: all of them were shown, some were not yet, or no answer came. */
  recheck: () => Promise<'shown' | 'more' | 'unknown'>;
}

/** What speaks against the next step of a consignment, read again while a second person is waited for. */
export function useConsignmentRisks(id: string, open: boolean): ConsignmentRisksCheck {
  const { data, refetch, startPolling, stopPolling } = useQuery(ConsignmentRisksOfDocument, {
    variables: { id },
    skip: !open,
    fetchPolicy: 'network-only',
  });
  const risks = data?.consignment?.risks ?? null;
  const waits = open && risks !== null && risks.unconfirmedLots > 0;
  useEffect(() => {
    if (waits) startPolling(REQUEST_POLL_MS);
    return stopPolling;
  }, [waits, startPolling, stopPolling]);
  return {
    risks,
    reload: () => void refetch().catch(() => undefined),
    recheck: async () => {
      const answer = await refetch().catch(() => undefined);
      const found = answer?.data?.consignment?.risks;
      if (found === undefined) return 'unknown';
      return wereShown(risks, found) ? 'shown' : 'more';
    },
  };
}

/**
 * Whether each lot that should not leave now was shown with all that speaks against it, and no confirmation is missing
 * that was there.
 * @param shown null: nothing was shown yet
 */
export function wereShown(shown: ShownRisks | null, now: ShownRisks): boolean {
  if (now.lotCount === 0) return true;
  if (shown === null || now.lotCount > shown.lotCount || now.unconfirmedLots > shown.unconfirmedLots) return false;
  const before = new Map(shown.lots.map(({ id, warnings }) => [id, warnings]));
  return now.lots.every(({ id, warnings }) => coversWarnings(before.get(id) ?? [], warnings));
}
