import { z } from 'zod/mini';
import type { DeviceStorage } from '../deviceStorage.ts';
import { ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY } from '../sessionKeys.ts';

/*
 * The session's two tokens in local storage (docs/spec/access-and-accounts.md, 'Tokens'). Every tab reads them there,
 * and the storage event tells other tabs about a refresh or a logout.
 */
/** Reason of the last session end; set only when the server ended it. */
const ENDING_KEY = 'manam.ending';

export interface Tokens {
  accessToken: string;
  refreshToken: string;
}

/** The user logged out, or the server no longer accepts the session, in which case the user may want to continue. */
export type Ending = 'left' | 'expired';

export interface TokenStore {
  read(): Tokens | null;
  write(tokens: Tokens): void;
  /** @param ending reason; default: the user logged out */
  clear(ending?: Ending): void;
  /** How the last session ended, in any tab. */
  ending(): Ending;
  /** Calls the listener when any tab wrote or cleared the tokens. */
  subscribe(listener: () => void): () => void;
}

/** @param otherTabs adds a listener for changes made by other tabs and returns its removal */
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
      // Write the access token last: its storage event tells other tabs that both are stored.
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
 * Claims of an access token (a JWT): expiry in milliseconds since 1970, and user. Null if it cannot be parsed. Not
 * verified: used only to schedule a refresh and to detect another user.
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
