import { z } from 'zod/mini';
import type { DeviceStorage } from '../deviceStorage.ts';
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '../sessionKeys.ts';

/*
 * The session's two tokens in local storage (docs/spec/access-and-accounts.md, 'Tokens'). Every tab reads them there,
 * so a tab that refreshed or logged out is followed by the others through the storage event.
 */
/** How the last session ended; there only when the server ended it. */
const ENDING_KEY = 'manam.ending';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** A person logged out, or the server no longer takes the session: whoever was at work may want to go on. */
export type Ending = 'left' | 'expired';

export interface TokenStore {
  read(): Tokens | null;
  write(tokens: Tokens): void;
  /** @param ending how it came: by a person who logged out, unless told */
  clear(ending?: Ending): void;
  /** How the session ended that is no longer there, in whichever tab. */
  ending(): Ending;
  /** Called when this tab or another one wrote or cleared the tokens. */
  subscribe(listener: () => void): () => void;
}

/** @param otherTabs adds a listener for changes made by other tabs, and answers how to remove it */
export function createTokenStore(
  storage: DeviceStorage,
  otherTabs: (listener: () => void) => () => void = () => () => undefined,
): TokenStore {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    read() {
      const accessToken = storage.getItem(ACCESS_TOKEN_KEY);
      const refreshToken = storage.getItem(REFRESH_TOKEN_KEY);
      return accessToken && refreshToken ? { accessToken, refreshToken } : null;
    },
    write(tokens) {
      storage.removeItem(ENDING_KEY);
      // The access token last: its storage event tells the other tabs that both are there.
      storage.setItem(REFRESH_TOKEN_KEY, tokens.refreshToken);
      storage.setItem(ACCESS_TOKEN_KEY, tokens.accessToken);
      tell();
    },
    clear(ending = 'left') {
      if (ending === 'expired') storage.setItem(ENDING_KEY, ending);
      else storage.removeItem(ENDING_KEY);
      storage.removeItem(REFRESH_TOKEN_KEY);
      storage.removeItem(ACCESS_TOKEN_KEY);
      tell();
    },
    ending: () => (storage.getItem(ENDING_KEY) === 'expired' ? 'expired' : 'left'),
    subscribe(listener) {
      listeners.add(listener);
      const stop = otherTabs(listener);
      return () => {
        listeners.delete(listener);
        stop();
      };
    },
  };
}

const Claims = z.object({ exp: z.number(), sub: z.optional(z.string()) });

/**
 * What an access token (a JWT) says of itself: when it expires, in milliseconds since 1970, and whose it is. Null when it cannot be
 * read. Only for planning a refresh and for noticing another user: the server alone decides whether a token is good.
 */
export function claimsOf(accessToken: string): { expiry: number; subject: string | undefined } | null {
  try {
    const payload = accessToken.split('.')[1] ?? '';
    const claims = Claims.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))));
    return { expiry: claims.exp * 1000, subject: claims.sub };
  } catch {
    return null;
  }
}
