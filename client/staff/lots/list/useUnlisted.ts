import { useQuery } from '@apollo/client/react';
import { useMemo } from 'react';
import { SelectedLotsDocument, type LotFilter } from '../../../graphql/generated.ts';
import type { LotSelection, SelectedLot } from './useLotSelection.ts';

/**
 * Selected lots that the list does not have under its filters. The server decides: they may be on another page, or may
 * have changed since they were selected.
 * @param filter filters of the list
 * @param shown lots of the page; only other ones are asked for
 */
export function useUnlisted(
  { lots }: LotSelection,
  filter: LotFilter,
  shown: readonly { id: string }[] | undefined,
): readonly SelectedLot[] {
  const elsewhere = useMemo(() => {
    const onPage = new Set(shown?.map(({ id }) => id));
    return lots.filter(({ id }) => !onPage.has(id));
  }, [lots, shown]);
  const { data, previousData } = useQuery(SelectedLotsDocument, {
    variables: { ids: elsewhere.map(({ id }) => id), filter },
    skip: elsewhere.length === 0,
    fetchPolicy: 'cache-and-network',
  });
  const known = (data ?? previousData)?.selectedLots;
  const isCurrent = data !== undefined;
  return useMemo(() => {
    if (known === undefined) return [];
    const listed = new Map(known.map((lot) => [lot.id, lot.listed]));
    // An older answer knows nothing of lots selected since; a new one lacks deleted lots.
    return elsewhere.filter(({ id }) => !(listed.get(id) ?? !isCurrent));
  }, [elsewhere, known, isCurrent]);
}
