import { useApolloClient, useSubscription } from '@apollo/client/react';
import type { ApolloClient } from '@apollo/client';
import { useEffect, useMemo } from 'react';
import { toaster } from '../design/Toaster.tsx';
import { AlertChangedDocument, LotChangedDocument } from '../graphql/generated.ts';
import { gather } from './gather.ts';

const PAUSE_MS = 400;
const LONGEST_MS = 2000;

const LOT_FIELDS = ['lots', 'lotStats', 'dashboardStats', 'recentActivity'] as const;
const ALERT_FIELDS = ['alerts', 'alertStats', 'dashboardStats'] as const;
type LiveField = (typeof LOT_FIELDS)[number] | (typeof ALERT_FIELDS)[number];

/** Gathers which fields went stale, and has the queries on the screen that read them asked again. */
function createRefresher(client: ApolloClient) {
  const stale = new Set<LiveField>();
  const refetch = async () => {
    const fields = [...stale];
    stale.clear();
    try {
      await client.refetchQueries({
        // Finds the queries by what they read; optimistic: nothing is really evicted, so nothing flickers.
        updateCache: (cache) => {
          for (const fieldName of fields) cache.evict({ id: 'ROOT_QUERY', fieldName });
        },
        optimistic: true,
      });
    } catch {
      // Each query shows its own failure.
    }
  };
  const burst = gather(() => void refetch(), PAUSE_MS, LONGEST_MS);
  return {
    outdate: (fields: readonly LiveField[]) => {
      for (const field of fields) stale.add(field);
      burst.call();
    },
    stop: burst.stop,
  };
}

/**
 * Follows what others do: the lot and the alert in the cache change at once, lists and figures on the screen are asked for again
 * once a burst is over, and a newly raised alert is announced. Stands once, in the shell.
 */
export function useLiveUpdates(): void {
  const client = useApolloClient();
  const { outdate, stop } = useMemo(() => createRefresher(client), [client]);
  useEffect(() => stop, [stop]);

  useSubscription(LotChangedDocument, { ignoreResults: true, onData: () => outdate(LOT_FIELDS) });
  useSubscription(AlertChangedDocument, {
    ignoreResults: true,
    onData: ({ data }) => {
      outdate(ALERT_FIELDS);
      const event = data.data?.alertChanged;
      if (event?.kind !== 'RAISED') return;
      toaster.create({
        id: event.alert.id,
        type: event.alert.severity === 'high' ? 'error' : 'warning',
        title: `New ${event.alert.severity} alert for ${event.alert.lotId}`,
        description: event.alert.title,
      });
    },
  });
}
