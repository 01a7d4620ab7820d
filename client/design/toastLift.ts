/*
 * Toasts are bottom right and may overlap an open dialog. `--toast-room` on the dialog makes it leave space below itself,
 * so that toasts stand there and cover nothing of it. `--toast-lift` on the page raises toasts above a bar at the lower
 * edge. `topLayer.ts` registers dialogs here, the shell its bar, `Toaster.tsx` its toasts.
 */
const dialogs = new Set<HTMLElement>();
const bars = new Set<HTMLElement>();
const toasts = new Set<HTMLElement>();

/** px; distance of the stack from the page edges, and between toasts */
export const TOAST_EDGE = 16;

function place(): void {
  const shown = [...toasts];
  const height = shown.reduce((sum, toast) => sum + toast.offsetHeight + TOAST_EDGE, TOAST_EDGE);
  const width = Math.max(0, ...shown.map((toast) => toast.offsetWidth)) + 2 * TOAST_EDGE;
  // A dialog covers the bar.
  const lift = dialogs.size > 0 ? 0 : Math.max(0, ...[...bars].map((bar) => liftOver(bar, width, height)));
  document.documentElement.style.setProperty('--toast-lift', `${shown.length === 0 ? 0 : lift}px`);
  for (const dialog of dialogs) {
    // The room that it leaves already moved it up: without it, it would meet them again.
    const room = roomOf(dialog);
    leaveRoom(dialog, shown.length > 0 && meets(dialog, width, height + room) ? height : 0);
  }
}

function meets(element: HTMLElement, width: number, height: number): boolean {
  const { right, bottom } = element.getBoundingClientRect();
  return right > innerWidth - width && bottom > innerHeight - height;
}

function liftOver(bar: HTMLElement, width: number, height: number): number {
  return meets(bar, width, height) ? Math.max(0, Math.ceil(innerHeight - bar.getBoundingClientRect().top)) : 0;
}

function roomOf(dialog: HTMLElement): number {
  return Number.parseFloat(dialog.style.getPropertyValue('--toast-room') || '0');
}

function leaveRoom(dialog: HTMLElement, room: number): void {
  const before = roomOf(dialog);
  if (room === before) return;
  dialog.style.setProperty('--toast-room', `${room}px`);
  // Keep the focused field visible when the body shrinks.
  const focused = document.activeElement;
  if (room > before && focused !== dialog && dialog.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
}

function watched(element: HTMLElement, among: Set<HTMLElement>, resized: readonly HTMLElement[]): () => void {
  among.add(element);
  const sizes = new ResizeObserver(place);
  for (const one of resized) sizes.observe(one);
  addEventListener('resize', place);
  return () => {
    sizes.disconnect();
    removeEventListener('resize', place);
    among.delete(element);
    place();
  };
}

/** Reserves space for toasts in a dialog, whose body must use `--toast-room`, until the returned function is called. */
export function leaveRoomForToasts(dialog: HTMLElement): () => void {
  return watched(dialog, dialogs, [dialog]);
}

/** Keeps toasts off a bar at the lower edge until the returned function is called. */
export function keepClearOfToasts(bar: HTMLElement): () => void {
  return watched(bar, bars, [bar]);
}

/** Adds a toast to the stack until the returned function is called. */
export function countToast(toast: HTMLElement): () => void {
  return watched(toast, toasts, [toast]);
}
