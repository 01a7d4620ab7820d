/** State of a history entry: the address that led to it. */
export function referrerState(pathname: string): { referrer: string } {
  return { referrer: pathname };
}

/** The address that led to a history entry; null if none. */
export function referrerOf(state: unknown): string | null {
  const led: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'referrer') : null;
  return typeof led === 'string' ? led : null;
}
