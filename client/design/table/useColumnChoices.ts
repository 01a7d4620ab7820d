import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { localStore } from '../../deviceStorage.ts';
import { readChoices, writtenChoices, type ColumnChoices } from './columns.ts';

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * The user's choice of columns, stored on this device per table name.
 * @returns the choices and their setter
 */
export function useColumnChoices(name: string): [ColumnChoices, (choices: ColumnChoices) => void] {
  const key = `manam.columns.${name}`;
  // The server knows no choices, so the first render shows the defaults.
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
