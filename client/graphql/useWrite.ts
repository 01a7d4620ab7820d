import type { ApolloClient, OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useStaffWords } from '../words/staffWords.ts';
import { errorMessage, refusedField } from './messages.ts';
import { createWriteKeys, isUndecided } from './writeKeys.ts';

/** Result of a write; `message` is shown to the user, `refusedField` is the input's field that it is about. `ignored`: the previous write is still running. */
export type Written<Data> =
  | { kind: 'answered'; data: Data }
  | { kind: 'failed'; message: string; refusedField?: string | null }
  | { kind: 'ignored' };

export interface WriteOptions<Data> {
  /** message to use if there is no better one (docs/spec/error-messages.md, 'Staff messages') */
  failed: string;
  /** updates the screen; the write counts as running until this completes */
  onAnswer?: (data: Data) => Promise<void> | void;
}

/**
 * Runs mutations that can be retried. The idempotency key is created on the press and reused for later presses and a
 * renewed session, until the server has decided or the variables change. While a write runs, presses are ignored.
 * Server and network errors never throw; the caller keeps the input.
 * @returns the write function, and whether it is running
 */
export function useWrite<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  { failed, onAnswer }: WriteOptions<Data>,
): [write: (variables: Variables) => Promise<Written<Data>>, busy: boolean] {
  const client = useApolloClient();
  const words = useStaffWords();
  const [busy, setBusy] = useState(false);
  // A ref, because state is available only after the next render.
  const running = useRef(false);
  const [keys] = useState(() => createWriteKeys());

  const send = async (variables: Variables): Promise<Written<Data>> => {
    const headers = { 'Idempotency-Key': keys.keyFor(variables) };
    try {
      const { data } = await client.mutate({ mutation, variables, context: { headers } });
      keys.decided();
      return data === undefined || data === null ? { kind: 'failed', message: failed } : { kind: 'answered', data };
    } catch (error) {
      if (!isUndecided(error)) keys.decided();
      return { kind: 'failed', message: errorMessage(words, error, failed), refusedField: refusedField(error) };
    }
  };

  const write = async (variables: Variables): Promise<Written<Data>> => {
    if (running.current) return { kind: 'ignored' };
    running.current = true;
    setBusy(true);
    try {
      const written = await send(variables);
      if (written.kind === 'answered') await onAnswer?.(written.data);
      return written;
    } finally {
      running.current = false;
      setBusy(false);
    }
  };
  return [write, busy];
}

/**
 * Sends a mutation under a key that the caller stores, so that it can be sent again after the page was closed.
 * @returns the data; undefined where the answer holds none
 * @throws Error of the server or the network, see `isUndecided`
 */
export async function writeUnderKey<Data, Variables extends OperationVariables>(
  client: ApolloClient,
  mutation: TypedDocumentNode<Data, Variables>,
  { key, variables }: { key: string; variables: Variables },
): Promise<Data | undefined> {
  const context = { headers: { 'Idempotency-Key': key } };
  const { data } = await client.mutate({ mutation, variables, context });
  return data ?? undefined;
}
