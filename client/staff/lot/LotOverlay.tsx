import { Suspense, useEffect, useRef, useState } from 'react';
import { ErrorBoundary } from '../../design/ErrorBoundary.tsx';
import { lazyPart } from '../../design/lazyPart.ts';
import { reportError } from '../../reportError.ts';
import { useOpenLot } from '../StaffAddress.tsx';

const LotDialog = lazyPart(() => import('./LotDialog.tsx'));

/** The lot opened by the address, over the current view. The shell mounts it once; its code loads on first use. */
export function LotOverlay() {
  const { openLot, close } = useOpenLot();
  // Keep the lot while the view closes.
  const [last, setLast] = useState(openLot);
  const isSame = openLot?.lotId === last?.lotId && openLot?.view === last?.view && openLot?.part === last?.part;
  if (openLot !== null && !isSame) setLast(openLot);
  const isOpen = openLot !== null;
  const opener = useRef<HTMLElement | null>(null);
  useEffect(() => {
    // Store the opener now: the view takes the focus later, after loading or in a later frame.
    if (isOpen) opener.current = openerOf(document.activeElement);
  }, [isOpen]);
  if (last === null) return null;
  return (
    <ErrorBoundary key={last.lotId} onError={(error) => void reportError(error)}>
      <Suspense fallback={null}>
        <LotDialog
          open={isOpen}
          lot={last}
          onClose={close}
          returnFocusTo={() => (opener.current?.isConnected === true ? opener.current : document.querySelector('h1'))}
        />
      </Suspense>
    </ErrorBoundary>
  );
}

/**
 * The element that gets the focus back when a view closes. A menu item no longer exists then, so its menu's button is
 * used.
 * @param active focused element when the view opens
 */
function openerOf(active: Element | null): HTMLElement | null {
  if (!(active instanceof HTMLElement) || active === document.body) return null;
  const menu = active.closest('[role=menu]');
  const trigger =
    menu === null ? null : document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(menu.id)}"]`);
  return trigger ?? active;
}
