/** What an entry of the history keeps of the address that led to it. */
export function referrerState(pathname: string): { referrer: string } {
  return { referrer: pathname };
}

/** The address that led to an entry of the history; null where none did. */
export function referrerOf(state: unknown): string | null {
  const led: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'referrer') : null;
  return typeof led === 'string' ? led : null;
}
