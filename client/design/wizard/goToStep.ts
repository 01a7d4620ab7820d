import { createContext, use } from 'react';

export const GoToStep = createContext<(step: number) => void>(() => undefined);

/** Goes to a step of the surrounding wizard, counted from 0; used by review pages. */
export function useGoToStep(): (step: number) => void {
  return use(GoToStep);
}
