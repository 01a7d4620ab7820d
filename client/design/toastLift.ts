/*
 * Toasts stand bottom right, and so may an open dialog. Where they would meet, `--toast-lift` of the page says how far toasts must rise
 * to stay above the dialog's actions, and `--toast-room` of the dialog how much room its body leaves them there, so that they cover no
 * field. `topLayer.ts` names dialogs here, they their footers, `Toaster.tsx` its toasts.
 */
const dialogs = new Set<HTMLElement>();
const footers = new Set<HTMLElement>();
const toasts = new Set<HTMLElement>();

/** px; of the stack from the page's edges, and between toasts */
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
  // What is being typed in stays in sight where the body became lower.
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

/** Leaves toasts room within a dialog, whose body must heed `--toast-room`, until the returned function is called. */
export function leaveRoomForToasts(dialog: HTMLElement): () => void {
  return watched(dialog, dialogs, [dialog]);
}

/** Keeps toasts off a dialog's actions until the returned function is called. */
export function keepClearOfToasts(footer: HTMLElement): () => void {
  // The dialog grows from its middle: its footer moves whenever its content changes size.
  return watched(footer, footers, [footer, footer.parentElement]);
}

/** Counts a toast into the stack until the returned function is called. */
export function countToast(toast: HTMLElement): () => void {
  return watched(toast, toasts, [toast]);
}
