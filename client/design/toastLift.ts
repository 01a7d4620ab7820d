/*
 * Toasts are bottom right and may overlap an open dialog. `--toast-lift` on the page raises toasts above the dialog's
 * actions; `--toast-room` on the dialog makes its body leave space, so that toasts cover no field. `topLayer.ts`
 * registers dialogs here, dialogs their footers, `Toaster.tsx` its toasts.
 */
const dialogs = new Set<HTMLElement>();
const footers = new Set<HTMLElement>();
const toasts = new Set<HTMLElement>();

/** px; distance of the stack from the page edges, and between toasts */
export const TOAST_EDGE = 16;

function place(): void {
  const shown = [...toasts];
  const height = shown.reduce((sum, toast) => sum + toast.offsetHeight + TOAST_EDGE, TOAST_EDGE);
  const width = Math.max(0, ...shown.map((toast) => toast.offsetWidth)) + 2 * TOAST_EDGE;
  const lift = Math.max(0, ...[...footers].map((footer) => liftOver(footer, width, height)));
  document.documentElement.style.setProperty('--toast-lift', `${shown.length === 0 ? 0 : lift}px`);
  for (const dialog of dialogs) leaveRoom(dialog, shown.length > 0 && meets(dialog, width, height) ? height : 0);
}

function meets(element: HTMLElement, width: number, height: number): boolean {
  const { right, bottom } = element.getBoundingClientRect();
  return right > innerWidth - width && bottom > innerHeight - height;
}

function liftOver(footer: HTMLElement, width: number, height: number): number {
  return meets(footer, width, height) ? Math.max(0, Math.ceil(innerHeight - footer.getBoundingClientRect().top)) : 0;
}

function leaveRoom(dialog: HTMLElement, room: number): void {
  const before = Number.parseFloat(dialog.style.getPropertyValue('--toast-room') || '0');
  if (room === before) return;
  dialog.style.setProperty('--toast-room', `${room}px`);
  // Keep the focused field visible when the body shrinks.
  const focused = document.activeElement;
  if (room > before && focused !== dialog && dialog.contains(focused)) focused?.scrollIntoView({ block: 'nearest' });
}

function watched(element: HTMLElement, among: Set<HTMLElement>, resized: readonly (HTMLElement | null)[]): () => void {
  among.add(element);
  const sizes = new ResizeObserver(place);
  for (const one of resized) if (one !== null) sizes.observe(one);
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

/** Keeps toasts off a dialog's actions until the returned function is called. */
export function keepClearOfToasts(footer: HTMLElement): () => void {
  // The dialog is centered: its footer moves whenever its content changes size.
  return watched(footer, footers, [footer, footer.parentElement]);
}

/** Adds a toast to the stack until the returned function is called. */
export function countToast(toast: HTMLElement): () => void {
  return watched(toast, toasts, [toast]);
}
