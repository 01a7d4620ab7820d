import { localStore } from './deviceStorage.ts';

/*
 * Where the session's two tokens lie in local storage (docs/spec/access-and-accounts.md, 'Tokens'). Public pages look
 * whether they are there, and no further.
 */
export const ACCESS_TOKEN_KEY = 'manam.accessToken';
export const REFRESH_TOKEN_KEY = 'manam.refreshToken';

/** Whether somebody is signed in on this device, as far as the device knows. False on a server. */
export function hasSession(): boolean {
  return [ACCESS_TOKEN_KEY, REFRESH_TOKEN_KEY].every((key) => localStore.getItem(key) !== null);
}
