import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { readChoices, writtenChoices, type ColumnChoices } from './columns.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The columns that a person chose, kept on this device under a name of the table's own.
 * @returns the choices, and what keeps new ones
 */
export function useColumnChoices(name: string): [ColumnChoices, (choices: ColumnChoices) => void] {
  const key = `manam.columns.${name}`;
  // A server knows no choices, so the first picture shows the columns as they are at first.
  const kept = useSyncExternalStore(
    subscribe,
    () => localStore.getItem(key),
    () => null,
  );
  const keep = useCallback(
    (choices: ColumnChoices) => {
      localStore.setItem(key, writtenChoices(choices));
      for (const listener of listeners) listener();
    },
    [key],
  );
  const choices = useMemo(() => readChoices(kept), [kept]);
  return [choices, keep];
}
