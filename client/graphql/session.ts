import { print } from 'graphql';
import { z } from 'zod/mini';
import { localStore } from '../deviceStorage.ts';
import { RefreshSessionDocument } from './generated.ts';
import { createRefresher, type RefreshAnswer } from './refresh.ts';
import { ACCESS_TOKEN_KEY } from '../sessionKeys.ts';
import { createTokenStore } from './tokens.ts';

/* The browser's own session: the parts of `tokens.ts` and `refresh.ts` joined to storage, locks and the network. */

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

/** An attempt outlives its tab: a page closed before the answer came is asked again under the same id. */
const attempts = {
  current(refreshToken: string): string {
    const of = refreshToken.slice(-16);
    try {
      const kept = Attempt.parse(JSON.parse(localStore.getItem(ATTEMPT_KEY) ?? ''));
      if (kept.of === of) return kept.id;
    } catch {
      // nothing kept yet
    }
    const id = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
      byte.toString(16).padStart(2, '0'),
    ).join('');
    localStore.setItem(ATTEMPT_KEY, JSON.stringify({ of, id }));
    return id;
  },
  done: () => localStore.removeItem(ATTEMPT_KEY),
};

/** Gets a new access token in place of the one that was refused; see `createRefresher`. */
export const refreshSession = createRefresher({
  tokens,
  // Web Locks exist only where the browser trusts the origin; without them the server's attempt id still keeps tabs apart.
  exclusively: (task) => ('locks' in navigator ? navigator.locks.request('manam.refresh', task) : task()),
  send,
  attempts,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});
