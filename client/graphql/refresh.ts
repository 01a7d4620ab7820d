import { claimsOf, type Tokens, type TokenStore } from './tokens.ts';

/** What the server said to a refresh. A line that failed is a rejection, not an answer. */
export type RefreshAnswer = { kind: 'refreshed'; tokens: Tokens } | { kind: 'ended' };

export interface RefresherParts {
  tokens: TokenStore;
  /** runs the task while no other tab runs one */
  exclusively: <T>(task: () => Promise<T>) => Promise<T>;
  send: (refreshToken: string, attemptId: string) => Promise<RefreshAnswer>;
  /** kept per refresh token in storage that the tabs share */
  attempts: { current(refreshToken: string): string; done(): void };
  wait: (ms: number) => Promise<void>;
}

/** Waits between the tries of one refresh on a bad line, in ms. */
export const RETRY_WAITS = [500, 2000] as const;

/** `another`: somebody else is signed in by now, so that nothing of the one before may be sent in their name. */
export type RefreshResult = 'refreshed' | 'ended' | 'another';

/**
 * Makes the one way to a new access token. However many requests ask, one refresh runs: within a tab they share its
 * promise, across tabs a lock, and whoever gets the lock finds out first whether another tab has refreshed meanwhile. A
 * lost answer is asked for again under the same attempt id, which answers the same successor
 * (docs/spec/access-and-accounts.md, 'Tokens').
 *
 * The returned function takes the access token that was refused. It resolves to 'ended' after clearing the tokens when
 * the server ended the session, and rejects, keeping the tokens, when the server could not be reached.
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
    // Someone may have logged out, or in as another, while the answer was under way.
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

/** What the tokens that are there are to a person whose token was refused. */
function renewed(refused: string, { accessToken }: Tokens): RefreshResult {
  const [before, now] = [claimsOf(refused)?.subject, claimsOf(accessToken)?.subject];
  return before === undefined || now === undefined || before === now ? 'refreshed' : 'another';
}
