/** How long before its expiry an access token is renewed. */
export const RENEW_AHEAD_MS = 60_000;
// setTimeout uses 32 bits and would fire at once for longer delays.
const LONGEST_MS = 2 ** 31 - 1;

/**
 * When to renew an access token.
 * @param expiry and now in milliseconds since 1970
 * @returns milliseconds from now, at least one second, so that an always expiring token causes no tight loop
 */
export function refreshDelay(expiry: number, now: number): number {
  return Math.min(LONGEST_MS, Math.max(1000, expiry - now - RENEW_AHEAD_MS));
}
