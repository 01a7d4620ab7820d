import { claimsOf, type Tokens, type TokenStore } from './tokens.ts';

/** The server's response to a refresh. A network error is a rejection instead. */
export type RefreshAnswer = { kind: 'refreshed'; tokens: Tokens } | { kind: 'ended' };

export interface RefresherParts {
  tokens: TokenStore;
  /** runs the task while no other tab runs one */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  send: (refreshToken: string, attemptId: string) => Promise<RefreshAnswer>;
  /** stored per refresh token, shared by all tabs */
  attempts: { current(refreshToken: string): string; done(): void };
  wait: (ms: number) => Promise<void>;
}

/** Delays between attempts of one refresh after network errors, in ms. */
export const RETRY_WAITS = [500, 2000] as const;

/** `another`: another user is signed in now, so no request of the previous user may be sent under their name. */
export type RefreshResult = 'refreshed' | 'ended' | 'another';

/**
 * Creates the function that refreshes the access token. Concurrent requests share one refresh: one promise per tab, a
 * lock across tabs, and after taking the lock it checks whether another tab has already refreshed. After a lost
 * response it retries with the same attempt id, which returns the same new tokens (docs/spec/access-and-accounts.md,
 * 'Tokens').
 *
 * The returned function takes the rejected access token. It resolves to 'ended' after clearing the tokens when the
 * server ended the session, and rejects, keeping the tokens, when the server could not be reached.
 */
export function createRefresher({
  tokens,
  exclusively,
  send,
  attempts,
  wait,
}: RefresherParts): (refused: string | null) => Promise<RefreshResult> {
  let running: Promise<RefreshResult> | null = null;

  async function sendWithRetries(refreshToken: string): Promise<RefreshAnswer> {
    const attemptId = attempts.current(refreshToken);
    for (const ms of RETRY_WAITS) {
      try {
        return await send(refreshToken, attemptId);
      } catch {
        await wait(ms);
      }
    }
    return send(refreshToken, attemptId);
  }

  async function refresh(refused: string | null): Promise<RefreshResult> {
    const held = tokens.read();
    if (held === null) {
      tokens.clear(tokens.ending());
      return 'ended';
    }
    if (refused !== null && held.accessToken !== refused) return renewed(refused, held);
    const answer = await sendWithRetries(held.refreshToken);
    attempts.done();
    // The user may have logged out, or another may have signed in, during the refresh.
    const now = tokens.read();
    if (now?.refreshToken !== held.refreshToken) return now === null ? 'ended' : renewed(held.accessToken, now);
    if (answer.kind === 'ended') {
      tokens.clear('expired');
      return 'ended';
    }
    tokens.write(answer.tokens);
    return 'refreshed';
  }

  return (refused) => {
    running ??= exclusively(() => refresh(refused)).finally(() => {
      running = null;
    });
    return running;
  };
}

/** Compares the current tokens with the rejected one. */
function renewed(refused: string, { accessToken }: Tokens): RefreshResult {
  const [before, now] = [claimsOf(refused)?.subject, claimsOf(accessToken)?.subject];
  return before === undefined || now === undefined || before === now ? 'refreshed' : 'another';
}
