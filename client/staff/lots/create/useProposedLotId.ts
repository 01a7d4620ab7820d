import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useEffect, useEffectEvent, useState } from 'react';
import { lotIdFromClock } from '../../../../server/domain/lot/lotId.ts';
import { NextLotIdDocument } from '../../../graphql/generated.ts';

/** Where the proposed lot id comes from. */
export interface ProposedLotId {
  /** 'unchecked': the server could not be asked, so the id is of the clock alone */
  state: 'asking' | 'free' | 'unchecked' | 'typed';
  generate: () => void;
  /** the person types an id of their own: a late answer must not overwrite it */
  keep: () => void;
}

/**
 * Asks the server for a free lot id on opening and again on request (docs/spec/lots-and-stages.md, 'Lot id').
 * @param isTyped whether it opens with an id of the person's own
 */
export function useProposedLotId(open: boolean, isTyped: boolean, onProposed: (lotId: string) => void): ProposedLotId {
  const client = useApolloClient();
  const [state, setState] = useState<ProposedLotId['state']>(isTyped ? 'typed' : 'asking');
  const [asked, setAsked] = useState(1);

  const take = useEffectEvent((request: number, free: string | null) => {
    // An id of the person's own stays, and so does a newer answer.
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
