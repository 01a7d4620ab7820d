import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { lotIdFromClock } from '../../../../server/domain/lot/lotId.ts';
import { NextLotIdDocument } from '../../../graphql/generated.ts';

/** Source of the proposed lot id. */
export interface ProposedLotId {
  /** 'unchecked': the server was unavailable, so the id comes from the clock only */
  state: 'asking' | 'free' | 'unchecked' | 'typed';
  generate: () => void;
  /** keeps a typed id, so that a late response does not overwrite it */
  keep: () => void;
}

/**
 * Requests a free lot id on opening and on demand (docs/spec/lots-and-stages.md, 'Lot id').
 * @param isTyped whether the form opens with a typed id
 */
export function useProposedLotId(open: boolean, isTyped: boolean, onProposed: (lotId: string) => void): ProposedLotId {
  const client = useApolloClient();
  const [state, setState] = useState<ProposedLotId['state']>(isTyped ? 'typed' : 'asking');
  const [asked, setAsked] = useState(1);

  const take = useEffectEvent((request: number, free: string | null) => {
    // Do not overwrite a typed id or the response of a newer request.
    if (state === 'typed' || request !== asked) return;
    onProposed(free ?? lotIdFromClock(new Date()));
    setState(free === null ? 'unchecked' : 'free');
  });
  useEffect(() => {
    const ask = async () => take(asked, await freeLotId(client));
    if (open) void ask();
  }, [open, asked, client]);

  return {
    state,
    generate: () => {
      setState('asking');
      setAsked((times) => times + 1);
    },
    keep: () => setState('typed'),
  };
}

async function freeLotId(client: ApolloClient): Promise<string | null> {
  try {
    const { data } = await client.query({ query: NextLotIdDocument, fetchPolicy: 'network-only' });
    return data?.nextLotId ?? null;
  } catch {
    return null;
  }
}
