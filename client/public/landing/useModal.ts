import { useEffect, useRef, type RefObject } from 'react';

/**
 * Controls a native modal dialog. The browser moves the focus in, keeps it there, closes on Escape and returns the
 * focus. The element's `onClose` fires on every close.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && dialog.current?.open === false) dialog.current.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return dialog;
}
