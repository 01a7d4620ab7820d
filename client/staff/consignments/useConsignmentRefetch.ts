import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { ConsignmentOfDocument, LotsOfConsignmentDocument } from '../../graphql/generated.ts';

/** Reads the shown consignment, what keeps it open and its lots again, after a change of them. */
export function useConsignmentRefetch(): () => void {
  const client = useApolloClient();
  return useCallback(
    // What fails stays as it was; the next visit reads it.
    () => void client.refetchQueries({ include: [ConsignmentOfDocument, LotsOfConsignmentDocument] }).catch(() => {}),
    [client],
  );
}
