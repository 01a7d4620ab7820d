import { createContext, use } from 'react';

/*
 * const report = useApplicationError(); report('Failed to create lot'); report(null) clears. Shows a message in the
 * shell's 'Application Error' banner until the user dismisses it or changes the tab. Use it for failed actions that
 * have no place of their own for an error. `useUncaught` reports uncaught errors here.
 */
export const ApplicationErrorContext = createContext<(message: string | null) => void>(() => undefined);

export function useApplicationError(): (message: string | null) => void {
  return use(ApplicationErrorContext);
}
