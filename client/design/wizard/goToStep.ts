import { createContext, use } from 'react';

export const GoToStep = createContext<(step: number) => void>(() => undefined);

/** Shows another step of the wizard that this stands in, counted from 0: for a review that leads back to what it shows. */
export function useGoToStep(): (step: number) => void {
  return use(GoToStep);
}
