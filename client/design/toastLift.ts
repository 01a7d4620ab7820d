/*
 * Toasts stand bottom right, and so may the actions of an open dialog. Where they would meet, `--toast-lift` of the page says how
 * far toasts must rise to stay above those actions. `Dialog.tsx` names its footer here, `Toaster.tsx` its toasts.
 */
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
}

function liftOver(footer: HTMLElement, width: number, height: number): number {
  const { right, top, bottom } = footer.getBoundingClientRect();
  const apart = right <= innerWidth - width || bottom <= innerHeight - height;
  return apart ? 0 : Math.max(0, Math.ceil(innerHeight - top));
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

/** Keeps toasts off a dialog's actions until the returned function is called. */
export function keepClearOfToasts(footer: HTMLElement): () => void {
  // The dialog grows from its middle: its footer moves whenever its content changes size.
  return watched(footer, footers, [footer, footer.parentElement]);
}

/** Counts a toast into the stack until the returned function is called. */
export function countToast(toast: HTMLElement): () => void {
  return watched(toast, toasts, [toast]);
}
