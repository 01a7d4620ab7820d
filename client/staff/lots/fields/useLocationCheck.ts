import { useQuery } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import {
  type GeoPoint,
  type LocationWarning,
  locationWarnings,
} from '../../../../server/domain/plot/locationWarnings.ts';
import type { PlaceUse } from '../../../../server/domain/plot/placeUse.ts';
import { countryOf } from '../../../design/map/placeOnMap.ts';
import { loadSheet } from '../../../design/map/loadSheet.ts';
import type { Sheet } from '../../../design/map/sheet.ts';
import { FarmPlacesDocument } from '../../../graphql/generated.ts';
import { typedPlace } from './typedPlace.ts';
import { usePlaceUses } from './usePlaceUses.ts';

/** Delay after the last key before the map is drawn. */
const REST_MS = 400;

/** Result of checking a typed place. */
export interface LocationCheck {
  /** null without a valid place */
  place: GeoPoint | null;
  /** ISO 3166-1 code; null at sea; undefined while the country outlines load, or if they fail to load */
  country: string | null | undefined;
  farmId: string;
  doubts: readonly LocationWarning[];
  /** other farms that have a plot or lots there */
  uses: readonly PlaceUse[];
}

/**
 * Checks a typed place against the country outlines and the farm's other lots.
 * @param exceptLotId the lot itself, whose stored place does not count
 */
export function useLocationCheck(
  typed: { latitude: string; longitude: string; farmId: string },
  options: { isAsked: boolean; exceptLotId?: string },
): LocationCheck {
  const { latitude, longitude } = useRested(typed, REST_MS);
  const place = options.isAsked ? typedPlace({ latitude, longitude }) : null;
  const farmId = typed.farmId.trim().toUpperCase();
  const { data } = useQuery(FarmPlacesDocument, { variables: { farmId }, skip: place === null || farmId === '' });
  const uses = usePlaceUses(place, farmId);
  const country = useCountry(place);
  if (place === null) return { place, country: undefined, farmId, doubts: [], uses };
  const others = (data?.farmPlaces ?? []).filter(({ lotId }) => lotId !== options.exceptLotId);
  const isAtSea = country === undefined ? null : country === null;
  return { place, country, farmId, doubts: locationWarnings(place, isAtSea, others), uses };
}

function useRested<Value extends { latitude: string; longitude: string }>(value: Value, restMs: number): Value {
  const [rested, setRested] = useState(value);
  const { latitude, longitude } = value;
  useEffect(() => {
    const timer = setTimeout(() => setRested((before) => ({ ...before, latitude, longitude })), restMs);
    return () => clearTimeout(timer);
  }, [latitude, longitude, restMs]);
  return rested;
}

function useCountry(place: GeoPoint | null): string | null | undefined {
  const [found, setFound] = useState<{ of: string; country: string | null } | null>(null);
  const { latitude, longitude } = place ?? { latitude: null, longitude: null };
  const of = `${latitude} ${longitude}`;
  useEffect(() => {
    if (latitude === null || longitude === null) return undefined;
    let isWanted = true;
    const show = (sheet: Sheet): void => {
      if (isWanted) setFound({ of, country: countryOf(sheet, { latitude, longitude }) });
    };
    // Without outlines, skip the country check.
    loadSheet({ latitude, longitude }).then(show, () => undefined);
    return () => {
      isWanted = false;
    };
  }, [latitude, longitude, of]);
  return found?.of === of ? found.country : undefined;
}
