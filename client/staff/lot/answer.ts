import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import { messageOf } from '../../graphql/messages.ts';
import { useLotWords } from '../../words/lotWords.ts';

/** What a part of a lot's view was given: what is known, and what is wrong. Both may be there: then it may be out of date. */
export interface Answer<Data> {
  data: Data | undefined;
  /** what a person reads; null while nothing failed */
  error: string | null;
  busy: boolean;
  retry: () => void;
}

/** Asks for a part of a lot. @param failed what to say when nothing better is known */
export function useAnswer<Data, Variables extends OperationVariables>(
  document: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  failed: string,
): Answer<Data> {
  const words = useLotWords();
  // Types of the library ask variables of a document that may have none to be left out.
  const { data, error, loading, refetch } = useQuery<Data, OperationVariables>(document, {
    variables,
    notifyOnNetworkStatusChange: true,
  });
  return {
    data,
    error: error === undefined ? null : messageOf(words, error, failed),
    busy: loading,
    // It shows its own failure.
    retry: () => void refetch().catch(() => undefined),
  };
}
