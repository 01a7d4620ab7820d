import { localStore } from './deviceStorage.ts';

/*
 * Local storage keys of the session's two tokens (docs/spec/access-and-accounts.md, 'Tokens'). Public pages only check
 * whether they exist.
 */
export const ACCESS_TOKEN_KEY = 'manam.accessToken';
export const REFRESH_TOKEN_KEY = 'manam.refreshToken';

/** Whether this device has a session, which may have expired. False on a server. */
export function hasSession(): boolean {
  return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].every((key) => localStore.getItem(key) !== null);
}
