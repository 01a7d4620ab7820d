import { useEffect, useRef, type RefObject } from 'react';

/**
 * The browser's own modal dialog, open as long as it is told to be. The browser moves the focus in, keeps it there, closes on Escape
 * and gives the focus back. `onClose` of the element tells of every closing.
 */
export function useModal(open: boolean): RefObject<HTMLDialogElement | null> {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && dialog.current?.open === false) dialog.current.showModal();
    if (!open) dialog.current?.close();
  }, [open]);
  return dialog;
}
