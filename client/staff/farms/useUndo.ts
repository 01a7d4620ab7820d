import { useState } from 'react';

/** Steps that can be taken back; more say little, and a walk makes one at each step. */
const MOST = 200;

export interface Undo<State> {
  /** @param before how it was; @param field where somebody types: steps in one field are taken back together */
  note: (before: State, field?: string) => void;
  /** how it was before the last step, which is taken off; null when there is none */
  takeBack: () => State | null;
  canUndo: boolean;
}

/** Remembers how something was, step by step. */
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
