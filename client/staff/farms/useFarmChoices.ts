import { useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { FarmChoicesDocument, LastFarmsDocument } from '../../graphql/generated.ts';
import { createReceiveMemory } from '../receive/receiveMemory.ts';
import { useUser } from '../session/SessionProvider.tsx';
import { useDebounced } from '../users/useDebounced.ts';

/** Characters from which farms are searched. */
const LEAST = 2;
const REST_MS = 150;
/** Farms that are listed before a search. */
const MOST_LAST = 12;

const memory = createReceiveMemory(localStore);

/** A farm to choose, with what people know it by. */
export interface FarmChoice {
  farmId: string;
  /** name, village and farmers; empty: not known */
  detail: string;
}

export interface FarmChoices {
  /** whether the text is long enough to be searched; else these are the last farms */
  isSearch: boolean;
  /** undefined while loading; empty after an error; those of an earlier text until this one is answered */
  farms: readonly FarmChoice[] | undefined;
  /** whether `farms` are those of the text as it is typed now */
  isAnswered: boolean;
  error: Error | undefined;
  retry: () => Promise<unknown>;
}

/** Farms found by two characters of id, name, village or farmer; before that the last farms of this device and of new lots. */
export function useFarmChoices(typed: string): FarmChoices {
  const text = typed.trim();
  const last = useLastFarms();
  const [rested, setRested] = useState(text);
  useDebounced(text, REST_MS, setRested);
  const isSearch = text.length >= LEAST;
  const skip = !isSearch || rested.length < LEAST;
  const { data, previousData, error, refetch } = useQuery(FarmChoicesDocument, { variables: { search: rested }, skip });
  if (!isSearch) return { isSearch, ...last };
  const answered = rested === text ? data : (data ?? previousData);
  const exact = text.toUpperCase();
  const farms = answered?.farms.farms
    .map(({ farmId, name, village, farmers }) => ({
      farmId,
      detail: [name, village, farmers.join(', ')].filter((one) => one !== '').join(' · '),
    }))
    // A farm that is typed whole comes first.
    .toSorted((a, b) => Number(b.farmId === exact) - Number(a.farmId === exact));
  const isAnswered = rested === text && data !== undefined;
  return { isSearch, farms: error === undefined ? farms : [], isAnswered, error, retry: refetch };
}

/** Farms of this device first, then those of the newest lots, with the farmer of the newest one. */
function useLastFarms(): Omit<FarmChoices, 'isSearch'> {
  const { id } = useUser();
  const [remembered] = useState(() => memory.read().farms[id] ?? []);
  const { data, error, refetch } = useQuery(LastFarmsDocument);
  const newest = data?.lots.lots.flatMap(({ farmId, farmerName }) =>
    farmId === null ? [] : [{ farmId, detail: farmerName ?? '' }],
  );
  const isKnown = newest !== undefined || error !== undefined || remembered.length > 0;
  const ids = [...new Set([...remembered, ...(newest ?? []).map(({ farmId }) => farmId)])].slice(0, MOST_LAST);
  const farms = ids.map((farmId) => newest?.find((one) => one.farmId === farmId) ?? { farmId, detail: '' });
  return { farms: isKnown ? farms : undefined, isAnswered: isKnown, error, retry: refetch };
}
