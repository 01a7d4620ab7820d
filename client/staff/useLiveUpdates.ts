import { useApolloClient, useSubscription } from '@apollo/client/react';
import { toaster } from '../design/Toaster.tsx';
import { AlertChangedDocument, LotChangedDocument } from '../graphql/generated.ts';
import { useStaffWords } from '../words/staffWords.ts';
import { saidWord } from '../words/saidWords.ts';
import { useSession } from './session/SessionProvider.tsx';
import { screenNewsOf } from './screenNews.ts';

/**
 * Follows what others do: the lot and the alert in the cache change at once, lists and figures that this makes out of date are asked
 * for again once a burst is over, and a newly raised alert is announced. Stands once, in the shell.
 */
export function useLiveUpdates(): void {
  const words = useStaffWords();
  const { say } = words;
  const news = screenNewsOf(useApolloClient());
  // A socket without a session would be refused for ever; whoever signs in again gets a new one.
  const { expired } = useSession();

  useSubscription(LotChangedDocument, {
    ignoreResults: true,
    skip: expired,
    onData: ({ data }) => {
      const event = data.data?.lotChanged;
      if (event !== undefined) news.lot(event.id, event.lot, event.activity);
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
        description: saidWord(words, event.alert.titleSaid),
      });
    },
  });
}
