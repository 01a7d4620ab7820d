import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { errorMessage } from '../../graphql/messages.ts';
import { useLotWords } from '../../words/lotWords.ts';

/** State of a part of a lot's view: data and error. With both, the data may be outdated. */
export interface QueryState<Data> {
  data: Data | undefined;
  /** text for the user; null without an error */
  error: string | null;
  busy: boolean;
  retry: () => void;
}

/**
 * Queries a part of a lot.
 * @param failed fallback error text
 */
export function useAnswer<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  failed: string,
): QueryState<Data> {
  const words = useLotWords();
  // The library's types require variables even for a document that has none.
  const { data, error, loading, refetch } = useQuery<Data, OperationVariables>(document, {
    variables,
    notifyOnNetworkStatusChange: true,
  });
  return {
    data,
    error: error === undefined ? null : errorMessage(words, error, failed),
    busy: loading,
    // The error state shows a failure.
    retry: () => void refetch().catch(() => undefined),
  };
}
