import { CombinedGraphQLErrors, ServerError } from '@apollo/client/errors';
import { useEffect, useEffectEvent } from 'react';
import { errorMessage } from '../../graphql/messages.ts';
import { reportError } from '../../reportError.ts';
import { useStaffWords } from '../../words/staffWords.ts';

/**
 * Reports uncaught errors to the user and the server: with the server's message for the error code, else as unexpected.
 * Ignores aborted requests.
 * @param tell shows the message
 */
export function useUncaught(tell: (message: string) => void): void {
  const words = useStaffWords();
  const failed = useEffectEvent((failure: unknown) => {
    if (!(failure instanceof Error) || failure.name === 'AbortError') return;
    const isAnswered = CombinedGraphQLErrors.is(failure) || ServerError.is(failure);
    tell(isAnswered ? errorMessage(words, failure) : words.say('error.unexpected'));
    void reportError(failure);
  });
  useEffect(() => {
    const thrown = ({ error }: ErrorEvent) => failed(error);
    const rejected = ({ reason }: PromiseRejectionEvent) => failed(reason);
    addEventListener('error', thrown);
    addEventListener('unhandledrejection', rejected);
    return () => {
      removeEventListener('error', thrown);
      removeEventListener('unhandledrejection', rejected);
    };
  }, []);
}
