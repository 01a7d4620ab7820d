import { print } from 'graphql';
import { z } from 'zod/mini';
import { localStore } from '../deviceStorage.ts';
import { RefreshSessionDocument } from './generated.ts';
import { createRefresher, type RefreshAnswer } from './refresh.ts';
import { ACCESS_TOKEN_KEY } from '../sessionKeys.ts';
import { createTokenStore } from './tokens.ts';

/* The browser's session: connects `tokens.ts` and `refresh.ts` to storage, locks and the network. */

export const REQUEST_TIMEOUT_MS = 10_000;
const ATTEMPT_KEY = 'manam.refreshAttempt';

export const tokens = createTokenStore(localStore, (listener) => {
  const changed = (event: StorageEvent) => {
    if (event.key === null || event.key === ACCESS_TOKEN_KEY) listener();
  };
  addEventListener('storage', changed);
  return () => removeEventListener('storage', changed);
});

const Answer = z.object({
  data: z.object({
    refreshSession: z.discriminatedUnion('__typename', [
      z.object({ __typename: z.literal('Session'), accessToken: z.string(), refreshToken: z.string() }),
      z.object({ __typename: z.literal('SessionEnded') }),
    ]),
  }),
});

async function send(refreshToken: string, attemptId: string): Promise<RefreshAnswer> {
  const response = await fetch('/graphql', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify({ query: print(RefreshSessionDocument), variables: { refreshToken, attemptId } }),
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
  });
  const { refreshSession } = Answer.parse(await response.json()).data;
  if (refreshSession.__typename === 'SessionEnded') return { kind: 'ended' };
  const { accessToken, refreshToken: successor } = refreshSession;
  return { kind: 'refreshed', tokens: { accessToken, refreshToken: successor } };
}

const Attempt = z.object({ of: z.string(), id: z.string() });

/** An attempt outlives its tab: if the page closes before the response, the next page retries with the same id. */
const attempts = {
  current(refreshToken: string): string {
    const of = refreshToken.slice(-16);
    try {
      const kept = Attempt.parse(JSON.parse(localStore.getItem(ATTEMPT_KEY) ?? ''));
      if (kept.of === of) return kept.id;
    } catch {
      // no stored attempt
    }
    const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    localStore.setItem(ATTEMPT_KEY, JSON.stringify({ of, id }));
    return id;
  },
  done: () => localStore.removeItem(ATTEMPT_KEY),
};

/** Gets a new access token in place of a rejected one; see `createRefresher`. */
export const refreshSession = createRefresher({
  tokens,
  // Web Locks need a secure context; without them the server's attempt id still prevents conflicts between tabs.
  exclusively: (task) => ('locks' in navigator ? navigator.locks.request('manam.refresh', task) : task()),
  send,
  attempts,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
