import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { lotIdFromClock } from '../../../../server/domain/lot/lotId.ts';
import { followingLotId } from '../../../../server/domain/lot/lotNumbering.ts';
import { NextLotIdDocument } from '../../../graphql/generated.ts';

/** A free lot id, asked for on opening; made from the clock if the server cannot be asked. Null until it is known. */
export function useFreeLotId(open: boolean): string | null {
  const client = useApolloClient();
  const [free, setFree] = useState<string | null>(null);
  useEffect(() => {
    if (!open) return undefined;
    let isCurrent = true;
    void freeLotId(client).then((lotId) => (isCurrent ? setFree(lotId) : undefined));
    return () => {
      isCurrent = false;
    };
  }, [client, open]);
  return free;
}

async function freeLotId(client: ApolloClient): Promise<string> {
  const fromClock = lotIdFromClock(new Date());
  try {
    const { data } = await client.query({ query: NextLotIdDocument, fetchPolicy: 'network-only' });
    return data?.nextLotId ?? fromClock;
  } catch {
    return fromClock;
  }
}

/** The next id after a free one that is not in the list. The server refuses one that is taken. */
export function proposedLotId(ids: readonly string[], free: string): string {
  const known = new Set(ids.map((id) => id.trim().toUpperCase()));
  let next = free;
  while (known.has(next)) next = followingLotId(next);
  return next;
}
