import { useApolloClient, useSubscription } from '@apollo/client/react';
import { AlertChangedDocument, LotsChangedDocument } from '../graphql/generated.ts';
import { useStaffWords } from '../words/staffWords.ts';
import { reportError } from '../reportError.ts';
import { useSession } from './session/SessionProvider.tsx';
import { screenChangesOf } from './screenChanges.ts';

/**
 * Applies other users' changes: updates the lot and the alert in the cache at once, refetches stale lists and figures
 * after a burst, and announces newly raised alerts. The shell mounts it once.
 */
export function useLiveUpdates(): void {
  const words = useStaffWords();
  const news = screenChangesOf(useApolloClient());
  // Without a session the server would refuse the socket repeatedly; the next sign-in opens a new one.
  const { expired } = useSession();

  useSubscription(LotsChangedDocument, {
    ignoreResults: true,
    skip: expired,
    onData: ({ data }) => {
      const event = data.data?.lotsChanged;
      if (event === undefined) return;
      for (const { kind, id, lot, activity } of event.lots) {
        if (kind === 'DEPARTED') news.departed(id);
        else news.lot(id, lot, activity);
      }
      if (event.much) news.manyLots('all');
      else if (event.ids.length > 0) news.manyLots(event.ids);
    },
  });
  useSubscription(AlertChangedDocument, {
    ignoreResults: true,
    skip: expired,
    onData: ({ data }) => {
      const event = data.data?.alertChanged;
      if (event === undefined) return;
      news.alert(event.alert);
      if (event.kind !== 'RAISED') return;
      // Toasts are no part of the first screen's scripts.
      void import('./alerts/announceAlert.tsx').then(
        ({ announceAlert }) => announceAlert(words, event.alert),
        reportError,
      );
    },
  });
}
