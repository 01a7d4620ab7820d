import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { getMainDefinition } from '@apollo/client/utilities';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useEffect } from 'react';
import { outdateAnswers } from '../../graphql/freshAnswers.ts';
import { StatementNewsDocument } from '../../graphql/generated.ts';
import { useSession } from '../session/SessionProvider.tsx';

/** While a job is at work: its steps take seconds, and not each of them is told. */
const POLL_MS = 3_000;

interface Following<Data, Variables extends OperationVariables> {
  /** undefined: not known yet */
  consignmentId: string | undefined;
  /** a job is at work */
  isWorking: boolean;
  /** what the screen shows */
  query: TypedDocumentNode<Data, Variables>;
  variables: Variables;
  startPolling: (everyMs: number) => void;
  stopPolling: () => void;
}

/**
 * Reads the statements of a consignment again when one of them changes.
 * @returns reads them now
 */
export function useStatementNews<Data, Variables extends OperationVariables>({
  consignmentId,
  isWorking,
  query,
  variables,
  startPolling,
  stopPolling,
}: Following<Data, Variables>): () => void {
  const client = useApolloClient();
  const { expired } = useSession();
  const reload = () => {
    outdateAnswers(client, { name: getMainDefinition(query).name?.value, variables });
    // Beside the screen's own query: while that is fetched, the screen would not show what a write has answered. What
    // fails stays as it was; the next change reads it.
    void client
      .query<unknown, OperationVariables>({ query, variables, fetchPolicy: 'network-only' })
      .catch(() => undefined);
  };
  useSubscription(StatementNewsDocument, {
    ignoreResults: true,
    skip: expired || consignmentId === undefined,
    onData: ({ data }) => {
      const event = data.data?.consignmentChanged;
      if (event?.kind === 'statement' && event.consignment.id === consignmentId) reload();
    },
  });
  useEffect(() => {
    if (isWorking) startPolling(POLL_MS);
    return stopPolling;
  }, [isWorking, startPolling, stopPolling]);
  return reload;
}
