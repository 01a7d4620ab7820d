/** Who is signed in: signing in, the session and the gate before the staff area. */
export const session = {
  'gate.failed': 'We could not check your session',
  'gate.stillLoggedIn': '{reason} You are still logged in on this device.',
  'gate.retry': 'Retry',
  'gate.trying': 'Trying...',
} as const;
