import { useApolloClient, useSubscription } from '@apollo/client/react';
import { toaster } from '../design/Toaster.tsx';
import { AlertChangedDocument, LotsChangedDocument } from '../graphql/generated.ts';
import { useStaffWords } from '../words/staffWords.ts';
import { localizedText } from '../words/localizedTexts.ts';
import { useSession } from './session/SessionProvider.tsx';
import { screenChangesOf } from './screenChanges.ts';

/**
 * Follows what others do: the lot and the alert in the cache change at once, lists and figures that this makes out of date are asked
 * for again once a burst is over, and a newly raised alert is announced. Stands once, in the shell.
 */
export function useLiveUpdates(): void {
  const words = useStaffWords();
  const { say } = words;
  const news = screenChangesOf(useApolloClient());
  // A socket without a session would be refused for ever; whoever signs in again gets a new one.
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
      toaster.create({
        id: event.alert.id,
        type: event.alert.severity === 'high' ? 'error' : 'warning',
        title: say('alerts.raised', { severity: event.alert.severity, lotId: event.alert.lotId }),
        description: localizedText(words, event.alert.titleSaid),
      });
    },
  });
}
