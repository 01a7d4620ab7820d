import { useQuery } from '@apollo/client/react';
import { LotNumbersDocument } from '../../graphql/generated.ts';

/** Whether the cooperative has its own form of lot ids; not while that is unknown. */
export function useNumbersOwn(): boolean {
  const { data } = useQuery(LotNumbersDocument, { fetchPolicy: 'cache-and-network' });
  return data !== undefined && data.cooperative.lotNumbers !== '';
}
