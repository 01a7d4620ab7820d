import { useApolloClient, useMutation } from '@apollo/client/react';
import {
  AcknowledgeAlertDocument,
  DismissAlertDocument,
  ResolveAlertDocument,
  type AlertOutcomeFragment,
} from '../../graphql/generated.ts';
import { messageOf } from '../../graphql/messages.ts';

const FAILED = 'Mutation failed';

/**
 * What a person may do with an alert. Each resolves when the server took it, and rejects with an `Error` whose message the person reads;
 * lists and figures on the screen are then asked for again.
 */
export function useAlertSteps() {
  const client = useApolloClient();
  const [acknowledge] = useMutation(AcknowledgeAlertDocument);
  const [resolve] = useMutation(ResolveAlertDocument);
  const [dismiss] = useMutation(DismissAlertDocument);

  const settle = async (ask: () => Promise<AlertOutcomeFragment | undefined>): Promise<void> => {
    let outcome: AlertOutcomeFragment | undefined;
    try {
      outcome = await ask();
    } catch (failure) {
      throw new Error(messageOf(failure, FAILED), { cause: failure });
    }
    if (outcome?.__typename !== 'AlertUpdated') throw new Error(outcome?.message ?? FAILED);
    await client.refetchQueries({ include: 'active' }).catch(() => undefined);
  };

  return {
    acknowledge: (id: string) => settle(async () => (await acknowledge({ variables: { id } })).data?.acknowledgeAlert),
    resolve: (id: string, note: string | null, outcome: string | null) =>
      settle(async () => (await resolve({ variables: { id, note, outcome } })).data?.resolveAlert),
    dismiss: (id: string, reason: string | null) =>
      settle(async () => (await dismiss({ variables: { id, reason } })).data?.dismissAlert),
  };
}
