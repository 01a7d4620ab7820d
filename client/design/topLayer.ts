import { useSyncExternalStore } from 'react';
import { leaveRoomForToasts } from './toastLift.ts';

/*
 * What lies over the page and holds the focus. All else is hidden from screen readers and the keyboard meanwhile, so that what must
 * be reached all the same (a toast that tells of a failure) is put into the topmost layer, whose body leaves it room:
 * <ChakraDialog.Content ref={asLayer}>, useTopLayer().
 */
const layers: HTMLElement[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** A ref: the element counts as a layer as long as it is there, the last one as the topmost. */
export function asLayer(element: HTMLElement | null): (() => void) | undefined {
  if (element === null) return undefined;
  layers.push(element);
  const leaveNoRoom = leaveRoomForToasts(element);
  changed();
  return () => {
    leaveNoRoom();
    layers.splice(layers.indexOf(element), 1);
    changed();
  };
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The topmost layer; null when nothing lies over the page. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => layers.at(-1) ?? null,
    () => null,
  );
}
