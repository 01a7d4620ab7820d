import { createContext, use } from 'react';

/*
 * const report = useApplicationError(); report('Failed to create lot'); report(null) clears.
 * Shows a message in the shell's 'Application Error' banner until it is dismissed or the tab changes.
 */
export const ApplicationErrorContext = createContext<(message: string | null) => void>(() => undefined);

export function useApplicationError(): (message: string | null) => void {
  return use(ApplicationErrorContext);
}
