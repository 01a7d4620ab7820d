/** Tokens and keys stay out of caches (RFC 6749, 5.1). */
export const NOT_CACHED = { 'Cache-Control': 'no-store' };
