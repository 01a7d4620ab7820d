import { createContext, use } from 'react';

/*
 * const report = useApplicationError(); report('Failed to create lot'); report(null) clears.
 * Shows a message in the shell's 'Application Error' banner until it is dismissed or the tab changes: that a lot was not created, and
 * what failed of an action of a tab that has no place of its own to say it. What nothing caught comes there by itself (`useUncaught`).
 */
export const ApplicationErrorContext = createContext<(message: string | null) => void>(() => undefined);

export function useApplicationError(): (message: string | null) => void {
  return use(ApplicationErrorContext);
}
