import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useRef, useState } from 'react';
import { useStaffWords } from '../words/staffWords.ts';
import { messageOf } from './messages.ts';
import { createWriteKeys, isUndecided } from './writeKeys.ts';

/** What became of a write; `message` is what the person reads. `ignored`: the one before is still running, two presses are one. */
export type Written<Data> =
  | { kind: 'answered'; data: Data }
  | { kind: 'failed'; message: string }
  | { kind: 'ignored' };

export interface WriteOptions<Data> {
  /** what to say when nothing better is known (docs/spec/error-messages.md, 'Staff messages') */
  failed: string;
  /** brings the screen up to date; the write counts as running until this is done */
  onAnswer?: (data: Data) => Promise<void> | void;
}

/**
 * The one way in which screens change something on the server: a mutation that may be sent again. Its idempotency key is made when the
 * person presses and stays over later presses and a renewed session, until the server decided or something else is sent. While it
 * runs, presses are ignored. It never throws for what the server or the line did; what was typed is the caller's and stays.
 * @returns the write, and whether it runs
 */
export function useWrite<Data, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  { failed, onAnswer }: WriteOptions<Data>,
): [write: (variables: Variables) => Promise<Written<Data>>, busy: boolean] {
  const client = useApolloClient();
  const words = useStaffWords();
  const [busy, setBusy] = useState(false);
  // Known at once, where the state is known with the next rendering.
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
      return { kind: 'failed', message: messageOf(words, error, failed) };
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
