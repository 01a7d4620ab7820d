/** What an entry of the history keeps of the address that led to it. */
export function referrerState(pathname: string): { referrerState: string } {
  return { referrerState: pathname };
}

/** The address that led to an entry of the history; null where none did. */
export function ledFromOf(state: unknown): string | null {
  const led: unknown = typeof state === 'object' && state !== null ? Reflect.get(state, 'ledFrom') : null;
  return typeof led === 'string' ? led : null;
}
