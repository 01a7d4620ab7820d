import { useQuery } from '@apollo/client/react';
import type { GeoPoint } from '../../../../server/domain/plot/locationWarnings.ts';
import type { PlaceUse } from '../../../../server/domain/plot/placeUse.ts';
import { PlaceUseDocument } from '../../../graphql/generated.ts';
import { useMay } from '../../session/SessionProvider.tsx';

const NO_USES: readonly PlaceUse[] = [];

/** What other farms have at a place; nothing while it is not known, or for those who do not see all farms. */
export function usePlaceUses(place: GeoPoint | null, farmId: string): readonly PlaceUse[] {
  const seesAll = useMay('view_all_lots');
  const { latitude = 0, longitude = 0 } = place ?? {};
  const { data } = useQuery(PlaceUseDocument, {
    variables: { farmId, latitude, longitude },
    skip: place === null || farmId === '' || !seesAll,
  });
  return data?.placeUse ?? NO_USES;
}
