import { useSyncExternalStore } from 'react';
import { leaveRoomForToasts } from './toastLift.ts';

/*
 * Tracks overlays that hold the focus. They hide everything else from screen readers and the keyboard, so elements that
 * must stay reachable (an error toast) render inside the topmost overlay, whose body leaves space for them:
 * <ChakraDialog.Content ref={asLayer}>, useTopLayer().
 */
const layers: HTMLElement[] = [];
const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** A ref: registers the element as a layer while mounted; the last one is the topmost. */
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

/** The topmost layer; null without overlays. */
export function useTopLayer(): HTMLElement | null {
  return useSyncExternalStore(
    subscribe,
    () => layers.at(-1) ?? null,
    () => null,
  );
}
