import { useQuery } from '@apollo/client/react';
import { REFUSED } from '../../../server/domain/messages/refusalMessages.ts';
import {
  FarmFarmersDocument,
  FarmPlacesDocument,
  NewestLotOfFarmDocument,
  PlotChoiceDocument,
  type FarmFarmersQuery,
  type NewestLotOfFarmQuery,
  type PlotChoiceQuery,
} from '../../graphql/generated.ts';
import { errorCode } from '../../graphql/messages.ts';

export type FarmPlotChoice = PlotChoiceQuery['farmPlots']['plots'][number];

/** What is proposed for a farm's delivery or lot. */
export interface FarmDefaults {
  /** undefined while loading */
  plots: readonly FarmPlotChoice[] | undefined;
  /** the newest lot of the farm; null if it has none, undefined while loading */
  newest: NewestLotOfFarmQuery['lot'] | undefined;
  /** its first farmer in the register, else the farmer of its newest lot; empty: none is known, undefined while loading */
  farmer: string | undefined;
  /** error of the plots or of the newest lot */
  error: Error | undefined;
  retry: () => Promise<unknown>;
}

/** The farm's plots, and its newest lot with a place. A farm without lots and plots is no error. */
export function useFarmDefaults(farmId: string): FarmDefaults {
  const plots = useQuery(PlotChoiceDocument, { variables: { farmId } });
  const places = useQuery(FarmPlacesDocument, { variables: { farmId } });
  const entry = useQuery(FarmFarmersDocument, { variables: { farmId } });
  const lotId = places.data?.farmPlaces[0]?.lotId;
  const newest = useQuery(NewestLotOfFarmDocument, { variables: { id: lotId ?? '' }, skip: lotId === undefined });
  const isUnknown = plots.error !== undefined && errorCode(plots.error) === REFUSED.farmNotFound.code;
  const error = [isUnknown ? undefined : plots.error, places.error, newest.error].find((one) => one !== undefined);
  const newestLot = places.data !== undefined && lotId === undefined ? null : newest.data?.lot;
  // An entry that cannot be read proposes nobody.
  const isAnswered = entry.data !== undefined || entry.error !== undefined;
  return {
    farmer: isAnswered && newestLot !== undefined ? (farmerOf(entry.data) ?? newestLot?.farmerName ?? '') : undefined,
    plots: isUnknown ? [] : plots.data?.farmPlots.plots,
    newest: newestLot,
    error,
    retry: () => Promise.all([plots, places, ...(lotId === undefined ? [] : [newest])].map(({ refetch }) => refetch())),
  };
}

function farmerOf(data: FarmFarmersQuery | undefined): string | undefined {
  return data?.farm?.farmers[0]?.name;
}
