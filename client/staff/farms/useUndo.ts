import { useState } from 'react';

/** Maximum number of undo steps; a walk adds one per recorded position. */
const MOST = 200;

export interface Undo<State> {
  /**
   * @param before the state before the change;
   * @param field the edited field: changes of one field are undone together
   */
  note: (before: State, field?: string) => void;
  /** removes the last step and returns the state before it; null if there is none */
  takeBack: () => State | null;
  canUndo: boolean;
}

/** Undo history of a state. */
export function useUndo<State>(): Undo<State> {
  const [past, setPast] = useState<{ states: readonly State[]; field: string | undefined }>({
    states: [],
    field: undefined,
  });
  return {
    note: (before, field) => {
      if (field !== undefined && field === past.field) return;
      setPast({ states: [...past.states, before].slice(-MOST), field });
    },
    takeBack: () => {
      setPast({ states: past.states.slice(0, -1), field: undefined });
      return past.states.at(-1) ?? null;
    },
    canUndo: past.states.length > 0,
  };
}
